// Searches for samples by their cost: `cost:gc`, `cost:"GIL and locks"`.

import { COSTS, costLabel, type CostId } from './costs.ts';

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
