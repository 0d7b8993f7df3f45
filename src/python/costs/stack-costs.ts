// The cost of each stack: what its leaf frame does, and for what. Only the C code that runs for the innermost Python function
// counts:
//
//   py::outer
//   _PyEval_EvalFrameDefault
//   list_sort                       not looked at, because py::key runs for it
//   py::key                         ┐ its own row: only import machinery has one
//   _PyEval_EvalFrameDefault        │
//   PyErr_Format                    │ exceptions, rank 1: decides
//   _PyObject_Malloc                ┘ memory, rank 2
//
// The smallest rank decides, and of equal ranks the frame closest to the leaf.

import type { CostPart, StackCosts } from '../../model/costs.ts';
import { isPython, Kind } from '../../model/kinds.ts';
import type { Profile } from '../../model/profile.ts';
import { Role } from '../../model/role.ts';
import type { Classified } from '../classify.ts';
import { functionCost, type FunctionCost } from './function-cost.ts';

/** Judges the stacks as recorded; filters and levels do not change what a sample costs. */
export function stackCosts({ profile, role, isInlined }: Classified): StackCosts {
  const { stacks, funcs } = profile;
  const { length, func, parent } = stacks;
  const judge = new Judge(profile);
  const { ownPart, rank } = judge;
  let partOf: Uint8Array | Uint32Array = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const ofCaller = parent[i] < 0 ? NO_NAME : partOf[parent[i]];
    const kind = funcs.kind[func[i]];
    let own = ownPart[func[i]];
    if (own === UNJUDGED) {
      own = judge.judge(func[i]);
      if (own > MAX_BYTE && partOf instanceof Uint8Array) partOf = Uint32Array.from(partOf);
    }
    if (isPython(kind)) partOf[i] = own === NO_NAME ? BYTECODE : own;
    // The evaluator of a Python function belongs to it.
    else if (kind === Kind.eval) partOf[i] = role[i] === Role.merged ? ofCaller : BYTECODE;
    else if (own === NO_NAME || isInlined?.[i] === 1) partOf[i] = ofCaller === BYTECODE ? NO_NAME : ofCaller;
    else partOf[i] = rank[own] <= rank[ofCaller] ? own : ofCaller;
  }
  return { parts: judge.parts, partOf, noStack: NO_STACK };
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
const UNJUDGED = -1;
const MAX_BYTE = 255;

/** Judges functions, and numbers their parts in order of first use. */
class Judge {
  readonly parts: CostPart[] = [...NO_ROW];
  readonly rank: number[] = NO_ROW.map(() => LAST_RANK);
  /** Per function: index into `parts`; NO_NAME if no row has it. */
  readonly ownPart: Int32Array;
  private readonly ids = new Map<string, number>();
  private readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
    this.ownPart = new Int32Array(profile.funcs.length).fill(UNJUDGED);
  }

  /** Most functions of a profile may have no stack, so they are judged on first use. */
  judge(func: number): number {
    const found = functionCost(this.profile, func);
    this.ownPart[func] = found ? this.idOf(found) : NO_NAME;
    return this.ownPart[func];
  }

  private idOf({ rank, cost, part }: FunctionCost): number {
    const key = `${rank} ${cost} ${part}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.rank.push(rank);
    const id = this.parts.push({ cost, part }) - 1;
    this.ids.set(key, id);
    return id;
  }
}
