// The cost of each stack: what its leaf frame does, and for what. Only the C code that runs for the innermost Python function
// counts:
//
//   py::outer
//   _PyEval_EvalFrameDefault
//   list_sort                       ignored: from here on, py::key is the innermost Python function
//   py::key                         ┐ its own row: only import machinery has one
//   _PyEval_EvalFrameDefault        │
//   PyErr_Format                    │ exceptions, rank 1: decides
//   _PyObject_Malloc                ┘ memory, rank 2
//
// The smallest rank decides, and of equal ranks the frame closest to the leaf.

import type { CostPart, StackCosts, CostId } from '../../model/costs.ts';
import { isPython, Kind, Role } from '../../model/kinds.ts';
import { type Profile, NONE, type FunctionNames } from '../../model/profile.ts';
import type { Classified } from '../classify.ts';
import { COST_ROWS } from '../../cpython/costs.ts';
import { namePattern } from '../../cpython/fact.ts';
import { PLACES, codePlaceOf, type Place } from '../../cpython/place.ts';
import { baseName } from '../../model/paths.ts';
import { INJECTED_FILE, PERF_MAP } from '../../model/code.ts';
import { packageOf } from '../names.ts';

/** Judges the stacks as recorded; filters and levels do not change what a sample costs. */
export function stackCosts({ profile, role, isInlined }: Classified): StackCosts {
  const { length, func, parent } = profile.stacks;
  const judge = new Judge(profile);
  const { verdict, rank } = judge;
  let partOf: Uint8Array | Uint32Array = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    let own = verdict[func[i]];
    if (own === UNJUDGED) {
      own = judge.judge(func[i]);
      if (judge.parts.length > BYTE_VALUES && partOf instanceof Uint8Array) partOf = Uint32Array.from(partOf);
    }
    if (own >= FINAL) {
      partOf[i] = own - FINAL;
      continue;
    }
    const ofCaller = parent[i] < 0 ? NO_NAME : partOf[parent[i]];
    // The evaluator of a Python function belongs to it.
    if (own === EVALUATOR) partOf[i] = role[i] === Role.merged ? ofCaller : BYTECODE;
    else if (own === NO_NAME || isInlined?.[i] === 1) partOf[i] = ofCaller === BYTECODE ? NO_NAME : ofCaller;
    else partOf[i] = rank[own] <= rank[ofCaller] ? own : ofCaller;
  }
  const { kind } = profile.funcs;
  const isWait = kind.includes(Kind.wait)
    ? Uint8Array.from(func.subarray(0, length), (each) => (kind[each] === Kind.wait ? 1 : 0))
    : undefined;
  return { parts: judge.parts, partOf, noStack: NO_STACK, isWait };
}

/** Parts that no row has. */
const NO_NAME = 0;
const BYTECODE = 1;
const NO_STACK = 2;
const NO_ROW: readonly CostPart[] = [
  { cost: 'unknown', part: 'no name' },
  { cost: 'bytecode', part: '' },
  { cost: 'unknown', part: 'no stack' },
];
/** Higher than the rank of any row. */
const LAST_RANK = 9;
const BYTE_VALUES = 256;

/** Verdicts that are not an index into `parts`. */
const UNJUDGED = -1;
const EVALUATOR = -2;
/** Added to the part of a Python function, which decides whatever its callers are. */
const FINAL = 1 << 30;

/** Judges functions, and numbers their parts in order of first use. */
class Judge {
  readonly parts: CostPart[] = [...NO_ROW];
  /** Per part. */
  readonly rank: Uint8Array;
  /** Per function: index into `parts`, plus FINAL for Python functions; NO_NAME if no row has it; or EVALUATOR or UNJUDGED. */
  readonly verdict: Int32Array;
  private readonly ids = new Map<string, number>();
  private readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
    this.verdict = new Int32Array(profile.funcs.length).fill(UNJUDGED);
    this.rank = new Uint8Array(NO_ROW.length + profile.funcs.length).fill(LAST_RANK);
  }

  /** Most functions of a profile may have no stack, so they are judged on first use. */
  judge(func: number): number {
    this.verdict[func] = this.verdictOf(func);
    return this.verdict[func];
  }

  private verdictOf(func: number): number {
    const kind = this.profile.funcs.kind[func];
    if (kind === Kind.eval) return EVALUATOR;
    const found = functionCost(this.profile, func);
    const part = found && this.idOf(found);
    return isPython(kind) ? FINAL + (part ?? BYTECODE) : (part ?? NO_NAME);
  }

  private idOf({ rank, cost, part }: FunctionCost): number {
    const key = `${rank} ${cost} ${part}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.parts.push({ cost, part }) - 1;
    this.rank[id] = rank;
    this.ids.set(key, id);
    return id;
  }
}

interface FunctionCost {
  readonly rank: number;
  readonly cost: CostId;
  readonly part: string;
}

const ROWS = COST_ROWS.map((row) => ({ ...row, pattern: namePattern([row]) }));
const ROWS_IN = new Map<Place | 'unknown', typeof ROWS>([
  ...PLACES.map((place) => [place, ROWS.filter((row) => row.place === place)] as const),
  ['unknown', ROWS.filter(({ place }) => place === 'interpreter' || place === 'runtime library')],
]);

/** The cost of a function; undefined if no row has it, as for functions without a module. */
function functionCost(names: FunctionNames, func: number): FunctionCost | undefined {
  const { strings, modules, funcs } = names;
  const path = funcs.module[func] === NONE ? undefined : modules[funcs.module[func]];
  const canonical = strings[funcs.name[funcs.canonical[func]]];
  const place = codePlaceOf(names, func, path);
  for (const row of (place && ROWS_IN.get(place)) ?? []) {
    const match = row.pattern.exec(canonical);
    if (match) return { ...row, part: partOf(row.part, match[1], path ?? '') };
  }
  return undefined;
}

function partOf(part: string, group: string | undefined, path: string): string {
  if (part === '$1') return group ?? '';
  if (part === '<module>') return modulePart(path);
  return part === '<library>' ? libraryPart(path) : part;
}

/** The distribution in site-packages, or the module's name. */
function modulePart(path: string): string {
  const distribution = packageOf(path);
  // Wheels put the libraries of `numpy` into `numpy.libs`.
  if (distribution !== undefined) return distribution.replace(/\.libs$/, '');
  return baseName(path).split('.')[0].replace(/^_+/, '');
}

function libraryPart(path: string): string {
  const file = baseName(path.replace(/ \(deleted\)$/, ''));
  return PERF_MAP.test(file) || INJECTED_FILE.test(file) ? 'jitted code' : file.replace(/\.so(?:\..*)?$/, '');
}
