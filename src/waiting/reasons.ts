// What a thread waits for, judged by the stack of its wait:
//
//   schedule                            no row
//   futex_do_wait                       lock, rank 6: a bare mechanism
//   sem_clockwait                       lock, rank 6
//   lock_PyThread_acquire_lock          lock, rank 5
//   _PyEval_EvalFrameDefault            from here on, only functions of the standard library count
//   py::Condition.wait (threading.py)   condition, rank 4
//   py::_worker (concurrent/…)          idle, rank 3: decides
//
// Of all rows, those of the smallest rank count, and of these the leafmost.

import { namePattern } from '../cpython/fact.ts';
import { codePlaceOf, type Place } from '../cpython/place.ts';
import {
  LIBRARY_RANK,
  LIBRARY_WAIT_ROWS,
  PYTHON_WAIT_ROWS,
  PYTHON_WINDOW,
  STANDARD_LIBRARY_FILE,
  WAIT_ROWS,
} from '../cpython/waits.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { FuncFlags, NONE, PYTHON_PREFIX } from '../model/profile.ts';
import { stateIndex, type WaitStateId } from '../model/wait-states.ts';
import type { ClassifiedStacks } from './classified-stacks.ts';

const ROWS = WAIT_ROWS.map((row) => ({ ...row, pattern: namePattern([row]) }));
const LIBRARIES = LIBRARY_WAIT_ROWS.map(([state, module, native]) => ({
  state,
  module: new RegExp(module),
  isNative: native !== undefined,
}));
const PYTHON = PYTHON_WAIT_ROWS.map(([state, rank, names, file]) => ({
  state,
  rank,
  names: new RegExp(`^(?:${names})$`),
  file: new RegExp(`(?:^|/)(?:${file})$`),
}));

interface Found {
  readonly rank: number;
  readonly state: WaitStateId;
}

const NOT_JUDGED = 255;

export class Reasons {
  private readonly stacks: ClassifiedStacks;
  /** Per stack. */
  private readonly states: Uint8Array;
  private readonly places = new Map<number, Place | 'unknown' | undefined>();
  /** The rows that a function matches, whoever calls it. */
  private readonly rowsOfFunc = new Map<number, typeof ROWS>();

  constructor(stacks: ClassifiedStacks) {
    this.stacks = stacks;
    this.states = new Uint8Array(stacks.profile.stacks.length).fill(NOT_JUDGED);
  }

  /** Index of the state of a thread that waits with this stack. */
  stateOf(stack: number): number {
    if (stack < 0) return stateIndex('unknown');
    if (this.states[stack] === NOT_JUDGED) this.states[stack] = stateIndex(this.judge(stack));
    return this.states[stack];
  }

  /** True if its C functions wait for the GIL, or just got it. */
  wantsGil(stack: number): boolean {
    return this.findInC(stack).found.some(({ state }) => state === 'gil');
  }

  private judge(stack: number): WaitStateId {
    const { found, at } = this.findInC(stack);
    let best: Found | undefined;
    for (const each of [...found, ...this.findInPython(at)]) if (!best || each.rank < best.rank) best = each;
    return best?.state ?? 'unknown';
  }

  /** What its C functions wait for, up to the innermost Python function, which ends the stack `at`. */
  private findInC(stack: number): { readonly found: Found[]; readonly at: number } {
    const { stacks, funcs } = this.stacks.profile;
    const found: Found[] = [];
    let at = this.physical(stack);
    while (at >= 0) {
      const func = stacks.func[at];
      const kind = funcs.kind[func];
      if (kind === Kind.eval || isPython(kind)) break;
      const caller = this.physical(stacks.parent[at]);
      const row = this.rowOf(func, caller) ?? this.libraryOf(func, stack);
      if (row) found.push(row);
      at = caller;
    }
    return { found, at };
  }

  private rowOf(func: number, caller: number): Found | undefined {
    let rows = this.rowsOfFunc.get(func);
    if (!rows) this.rowsOfFunc.set(func, (rows = this.rowsFor(func)));
    const isUnder = (place: string) =>
      caller >= 0 && this.placeOf(this.stacks.profile.stacks.func[caller]) === place;
    return rows.find(({ under }) => under === undefined || isUnder(under));
  }

  private rowsFor(func: number): typeof ROWS {
    const { strings, funcs } = this.stacks.profile;
    const place = this.placeOf(func);
    const name = strings[funcs.name[funcs.canonical[func]]];
    return ROWS.filter((row) => row.in.some((each) => each === place) && row.pattern.test(name));
  }

  private libraryOf(func: number, stack: number): Found | undefined {
    const place = this.placeOf(func);
    if (place === undefined || place === 'unknown' || place === 'kernel') return undefined;
    const { modules, funcs } = this.stacks.profile;
    const path = modules[funcs.module[func]];
    const library = LIBRARIES.find(
      ({ module, isNative }) => module.test(path) && !(isNative && this.hasPython(stack)),
    );
    return library && { rank: LIBRARY_RANK, state: library.state };
  }

  /** What the functions of the standard library wait for, from this stack rootward. */
  private findInPython(stack: number): Found[] {
    const { strings, funcs, stacks } = this.stacks.profile;
    const found: Found[] = [];
    let seen = 0;
    let before = '';
    for (let at = this.physical(stack); at >= 0; at = this.physical(stacks.parent[at])) {
      const func = stacks.func[at];
      const name = isPython(funcs.kind[func]) ? strings[funcs.name[func]] : '';
      const isNew = name !== '' && name !== before;
      before = name;
      if (!isNew) continue;
      const [, qualifiedName, file] = /^([^:]*):?(.*)$/s.exec(name.slice(PYTHON_PREFIX.length)) ?? [];
      if (++seen > PYTHON_WINDOW || !STANDARD_LIBRARY_FILE.test(file)) break;
      const row = PYTHON.find((each) => each.names.test(qualifiedName) && each.file.test(file));
      if (row?.state === 'ends') break;
      if (row) found.push({ rank: row.rank, state: row.state });
    }
    return found;
  }

  /** The stack up to its leafmost frame that is not inlined; NONE if there is none. */
  private physical(stack: number): number {
    const { stacks, funcs } = this.stacks.profile;
    let at = stack;
    while (at >= 0 && funcs.flags[stacks.func[at]] & FuncFlags.inlined) at = stacks.parent[at];
    return at;
  }

  private hasPython(stack: number): boolean {
    const { stacks, funcs } = this.stacks.profile;
    for (let at = stack; at >= 0; at = stacks.parent[at])
      if (isPython(funcs.kind[stacks.func[at]])) return true;
    return false;
  }

  private placeOf(func: number): Place | 'unknown' | undefined {
    if (!this.places.has(func)) {
      const { modules, funcs } = this.stacks.profile;
      const path = funcs.module[func] === NONE ? undefined : modules[funcs.module[func]];
      this.places.set(func, codePlaceOf(this.stacks.profile, func, path));
    }
    return this.places.get(func);
  }
}
