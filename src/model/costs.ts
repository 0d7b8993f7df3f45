// Costs of running a Python program: what each sample's time was spent on.

import { fnv1a } from './hash.ts';
import { NONE } from './profile.ts';

/** Every sample has exactly one cost. */
export const COSTS = [
  { id: 'bytecode', label: 'Running bytecode' },
  { id: 'calls', label: 'Calls and frames' },
  { id: 'attributes', label: 'Attributes and types' },
  { id: 'values', label: 'Built-in types' },
  { id: 'memory', label: 'Memory' },
  { id: 'gc', label: 'Garbage collection' },
  { id: 'locks', label: 'GIL and locks' },
  { id: 'imports', label: 'Imports and start-up' },
  { id: 'compile', label: 'Compiling' },
  { id: 'exceptions', label: 'Exceptions' },
  { id: 'classes', label: 'Making classes' },
  { id: 'libraries', label: 'Compiled libraries' },
  { id: 'system', label: 'System' },
  { id: 'profiling', label: 'Profiling and tracing' },
  { id: 'unknown', label: 'Unknown' },
] as const;

export type CostId = (typeof COSTS)[number]['id'];

export function costLabel(cost: CostId): string {
  return COSTS.find(({ id }) => id === cost)?.label ?? cost;
}

export function costIndex(cost: CostId): number {
  return COSTS.findIndex(({ id }) => id === cost);
}

/** A part of a cost, such as one library. The name of the part may be empty. */
export interface CostPart {
  readonly cost: CostId;
  readonly part: string;
}

/** Identifies a part in tables: the same number in every recording. */
export function partId({ cost, part }: CostPart): number {
  return fnv1a(`${cost} ${part}`) >>> 1;
}

export interface StackCosts {
  /** May contain equal parts. */
  readonly parts: readonly CostPart[];
  /** Per recorded stack: index into `parts`. Entries have one byte if there are at most 256 parts. */
  readonly partOf: Uint8Array | Uint32Array;
  /** Index into `parts` for samples without frames. */
  readonly noStack: number;
  /** Per recorded stack: 1 if it is that of a wait, which costs nothing. Undefined if there are none. */
  readonly isWait?: Uint8Array | undefined;
}

/** Index into `parts` of the samples with this recorded stack, which is NONE for those without frames; NONE for waits. */
export function partOfStack({ partOf, noStack, isWait }: StackCosts, stack: number): number {
  if (isWait?.[stack] === 1) return NONE;
  return stack === NONE ? noStack : partOf[stack];
}

/** Stands for NONE in a Uint8Array of indices into COSTS. */
export const NO_COST = 255;

export interface SampleParts {
  /** All distinct. */
  readonly parts: readonly CostPart[];
  /** Per sample: index into `parts`. */
  readonly partOf: Int32Array;
}

/** The weight of a part, in the unit of the event. */
export interface PartWeight extends CostPart {
  /** Excludes samples in Python functions that it calls. */
  readonly own: number;
  readonly total: number;
}

/** What the samples of each chain of a tree were spent on (model/tree.ts). All nodes of a chain have the same samples. */
export interface CostShares {
  /** The costs that occur in the tree, in the order of COSTS. */
  readonly costs: readonly CostId[];
  /** The weight of each in the whole tree. */
  readonly weights: readonly number[];
  /**
   * Parts of 255 of the chain's weight, at least 1 for a cost that occurs in it; chain c, cost i is at
   * `c * costs.length + i`.
   */
  readonly shares: Uint8Array;
}

/** The heaviest cost of a chain, of equal ones the first, as an index into `costs`, and its share of the chain, 0 to 1; NONE without any. */
export function heaviestCost({ costs, shares }: CostShares, chain: number): { at: number; share: number } {
  const from = chain * costs.length;
  let heaviest = NONE;
  for (let at = 0; at < costs.length; at++)
    if (shares[from + at] > (heaviest === NONE ? 0 : shares[from + heaviest])) heaviest = at;
  return { at: heaviest, share: heaviest === NONE ? 0 : shares[from + heaviest] / 255 };
}

/** Tells which chains have samples with a cost. */
export function chainsWith({ costs, shares }: CostShares, cost: CostId): (chain: number) => boolean {
  const at = costs.indexOf(cost);
  return (chain) => at >= 0 && shares[chain * costs.length + at] > 0;
}

/** A name without the characters of paths and patterns, so that `total_cost:/app/` still searches names. */
const QUERY = /^cost:\s*(?:"([^"]*)"?|“([^”]*)”?|'([^']*)'?|([\p{L}\p{N} _-]*))\s*$/iu;

/** What people also call a cost, or look for in it. */
const ALIASES: Readonly<Record<CostId, readonly string[]>> = {
  bytecode: ['evaluator', 'eval'],
  calls: [],
  attributes: ['lookups', 'getattr', 'isinstance'],
  values: ['builtins', 'dict', 'str', 'list', 'int'],
  memory: ['malloc', 'free', 'allocations', 'page faults'],
  gc: ['collector'],
  locks: ['mutex', 'futex', 'threads'],
  imports: ['startup'],
  compile: ['parser', 'compiler'],
  exceptions: ['raise', 'errors', 'tracebacks', 'warnings'],
  classes: ['metaclass', 'namedtuple', 'dataclass'],
  libraries: ['extensions', 'native', 'numpy'],
  system: ['kernel', 'syscalls', 'io', 'files', 'network'],
  profiling: ['trampolines', 'coverage'],
  unknown: ['unnamed', 'stripped'],
};

/** The cost that a query asks for, or why it names none, in one sentence, and the costs that it may mean. */
export type CostQuery =
  | { readonly cost: CostId }
  | { readonly problem: string; readonly candidates: readonly CostId[] };

/** Undefined if the query searches names. A cost may be named by the beginning of its ID, of a word of its label, or of an alias. */
export function readCostQuery(query: string): CostQuery | undefined {
  const match = QUERY.exec(query);
  if (!match) return undefined;
  const name = match.slice(1).find((each) => each !== undefined) ?? '';
  const typed = name.trim().toLowerCase();
  const exact = COSTS.find((each) => namesOf(each.id).includes(typed));
  if (exact) return { cost: exact.id };
  const fitting = COSTS.filter(
    ({ id }) => typed !== '' && wordsOf(id).some((word) => word.startsWith(typed)),
  );
  if (fitting.length === 1) return { cost: fitting[0].id };
  const candidates = (fitting.length > 0 ? fitting : COSTS).map(({ id }) => id);
  const known = candidates.join(', ');
  if (typed === '') return { problem: `Costs: ${known}`, candidates };
  if (fitting.length > 0) return { problem: `Several costs fit “${name}”: ${known}`, candidates };
  return { problem: `No cost “${name}”. Costs: ${known}`, candidates };
}

function namesOf(cost: CostId): string[] {
  return [cost, costLabel(cost).toLowerCase(), ...ALIASES[cost]];
}

/** The names and, of those of several words, what follows the first word. */
function wordsOf(cost: CostId): string[] {
  return namesOf(cost).flatMap((name) => name.split(' ').map((_, i, words) => words.slice(i).join(' ')));
}

interface RowsOfCosts {
  readonly id: Int32Array;
  readonly parts?: readonly CostPart[];
}

export function costOfRow({ id, parts }: RowsOfCosts, row: number): CostId {
  return parts?.[row].cost ?? COSTS[id[row]].id;
}

/** The part of the row with this `Table.id`; undefined if the table has no such row or no parts. */
export function partOfRow(table: RowsOfCosts | undefined, id: number): CostPart | undefined {
  return table?.parts?.[table.id.indexOf(id)];
}
