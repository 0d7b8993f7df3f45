// Says of every function what kind of code it is, and of every stack what its leafmost frame is to the levels:
//
//   _PyEval_EvalFrameDefault   merged: it runs py::work, they are one call
//   py::work:/app/main.py      plain
//   _PyEval_EvalFrameDefault   untraced: no trampoline below it
//   [unknown] ([unknown])      pruned: junk at the root end
//
// Given a Profile as read, returns it with classified functions (row i of `frames` is function i) and the roles.
// A function whose class depends on where it stands becomes one function a class. One that was classified when the profile
// was written stays what it is.

import { isPython, Kind } from '../model/kinds.ts';
import { NO_STACK, NONE, Seen, UNKNOWN, type FuncTable, type Profile } from '../model/profile.ts';
import { framesOfFuncs } from '../model/restack.ts';
import { classOf, isUnknownModule, MARKS, type Place } from './function-class.ts';
import { FuncVariants } from './func-variants.ts';
import { PYTHON_MODULE } from './rules.ts';

/** What a stack's leafmost frame is to the levels. */
export const Role = {
  plain: 0,
  /** At the root end, neither name nor module known. */
  pruned: 1,
  /** One with the frame rootward of it: the evaluator of a Python function, or the same function twice. */
  merged: 2,
  /** An evaluator with nothing rootward of it. */
  cut: 3,
  /** An evaluator below no trampoline. */
  untraced: 4,
} as const;

export interface Classified {
  readonly profile: Profile;
  /** A Role for each stack. */
  readonly role: Uint8Array;
  readonly marks: Marks;
}

/** Functions that no recording has: they stand where a level put something away. */
export interface Marks {
  readonly untraced: number;
  readonly cut: number;
  readonly noStack: number;
  readonly hidden: number;
  readonly noPython: number;
}

/** The class that goes with a function whatever stands around it, and what must be asked of its surroundings. */
const Ask = { nothing: 0, parent: 1, physical: 2 } as const;

export function classify(profile: Profile): Classified {
  const { stacks, frames } = profile;
  const context = new Context(profile);
  const { funcs } = context;
  const frame = new Int32Array(stacks.length);
  const role = new Uint8Array(stacks.length);
  /** The nearest rootward function that is not inlined, itself included. */
  const physical = new Int32Array(stacks.length);
  for (let i = 0; i < stacks.length; i++) {
    const parent = stacks.parent[i];
    const read = frames.func[stacks.frame[i]];
    const parentFunc = parent < 0 ? NONE : frame[parent];
    const parentRole = parent < 0 ? Role.pruned : role[parent];
    // Most functions are what they are wherever they stand.
    if (context.isPlain[read] === 1) {
      frame[i] = physical[i] = context.fixed[read];
      continue;
    }
    const physicalBelow = parent < 0 ? NONE : physical[parent];
    const func = context.funcAt(read, parentFunc, physicalBelow);
    frame[i] = func;
    physical[i] = profile.funcs.seen[read] & Seen.inlined ? physicalBelow : func;
    const isCall = (profile.funcs.seen[read] & Seen.called) !== 0;
    role[i] = isCall ? Role.plain : roleOf(funcs, func, parentFunc, parentRole, context.isJunk[read] === 1);
  }
  const marks = marksOf(funcs);
  const table = funcs.finish();
  return {
    profile: {
      ...profile,
      strings: funcs.strings(),
      funcs: table,
      frames: framesOfFuncs(table),
      stacks: { ...stacks, frame },
    },
    role,
    marks,
  };
}

function marksOf(funcs: FuncVariants): Marks {
  const mark = (name: string) => funcs.variant(name, NONE, MARKS.get(name) ?? Kind.empty, Seen.plain);
  return {
    untraced: mark('[untraced Python]'),
    cut: mark('[stack cut]'),
    noStack: mark(NO_STACK),
    hidden: mark('[hidden]'),
    noPython: mark('[no Python frame]'),
  };
}

function roleOf(
  funcs: FuncVariants,
  func: number,
  parent: number,
  parentRole: number,
  junk: boolean,
): number {
  if (parentRole === Role.pruned && junk) return Role.pruned;
  const kind = funcs.kindOf(func);
  if (isPython(kind)) return func === parent ? Role.merged : Role.plain;
  if (kind !== Kind.eval) return Role.plain;
  if (parentRole === Role.pruned) return Role.cut;
  const parentKind = funcs.kindOf(parent);
  const owned = isPython(parentKind) || (parentKind === Kind.eval && parentRole === Role.merged);
  return owned ? Role.merged : Role.untraced;
}

/** What is known of each function as read, asked again for the few whose class depends on their neighbours. */
class Context {
  readonly funcs: FuncVariants;
  readonly asks: Uint8Array;
  readonly isJunk: Uint8Array;
  /** 1 for functions whose class and role do not depend on where they stand: neither asks, nor Python, eval or junk. */
  readonly isPlain: Uint8Array;
  /** The function as classified, of those that ask nothing. */
  readonly fixed: Int32Array;
  private readonly read: FuncTable;
  private readonly profile: Profile;
  private readonly hasModules: boolean;
  private readonly inlined = new Map<number, number>();

  constructor(profile: Profile) {
    this.profile = profile;
    this.read = profile.funcs;
    this.hasModules = profile.modules.length > 0;
    this.funcs = new FuncVariants(profile);
    const { length } = profile.funcs;
    this.asks = new Uint8Array(length);
    this.isJunk = new Uint8Array(length);
    this.isPlain = new Uint8Array(length);
    this.fixed = new Int32Array(length);
    for (let func = 0; func < length; func++) this.classifyAlone(func);
  }

  /** The classified function of `func`, directly leafward of `parent`, with that physical frame. */
  funcAt(func: number, parent: number, physical: number): number {
    switch (this.asks[func]) {
      case Ask.nothing:
        return this.fixed[func];
      case Ask.parent: {
        // Calls of Python have no evaluator in the stack.
        const byteCode = parent >= 0 && isPython(this.funcs.kindOf(parent)) && !this.funcs.isCall(parent);
        return byteCode ? this.variant(func, this.read.module[func], Kind.eval) : this.fixed[func];
      }
      default:
        return this.inlinedFunc(func, physical);
    }
  }

  private classifyAlone(func: number): void {
    const name = this.name(func);
    const module = this.read.module[func];
    const path = module < 0 ? undefined : this.profile.modules[module];
    const seen = this.read.seen[func];
    const given = this.read.kind[func];
    const kind = given === Kind.unclassified ? classOf(name, this.place(path, seen)) : given;
    if (given !== Kind.unclassified) this.asks[func] = Ask.nothing;
    else if (seen & Seen.inlined && kind !== Kind.eval && !isPython(kind)) this.asks[func] = Ask.physical;
    else if (name === UNKNOWN && path !== undefined && PYTHON_MODULE.test(path)) this.asks[func] = Ask.parent;
    if (name === UNKNOWN && isUnknownModule(path) && !(seen & Seen.inlined)) this.isJunk[func] = 1;
    this.fixed[func] = this.variant(func, module, kind);
    const depends =
      this.asks[func] !== Ask.nothing || this.isJunk[func] === 1 || kind === Kind.eval || isPython(kind);
    this.isPlain[func] = depends ? 0 : 1;
  }

  private inlinedFunc(func: number, physical: number): number {
    if (physical < 0) return this.fixed[func];
    const key = physical * this.read.length + func;
    const known = this.inlined.get(key);
    if (known !== undefined) return known;
    const around = this.funcs.kindOf(physical);
    const module = this.funcs.moduleOf(physical);
    const path = module < 0 ? undefined : this.profile.modules[module];
    const kind =
      around >= Kind.eval && around <= Kind.entry
        ? around
        : classOf(this.name(func), this.place(path, this.read.seen[func]));
    const variant = this.variant(func, module, kind);
    this.inlined.set(key, variant);
    return variant;
  }

  private variant(func: number, module: number, kind: number): number {
    return this.funcs.variant(this.name(func), module, kind, this.read.seen[func]);
  }

  private place(module: string | undefined, seen: number): Place {
    return { module, hasModules: this.hasModules, upperHalf: (seen & Seen.upperHalf) !== 0 };
  }

  private name(func: number): string {
    return this.profile.strings[this.read.name[func]];
  }
}
