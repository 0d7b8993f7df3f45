// Classifies functions by kind of code, and gives the leafmost frame of each stack a role for the levels:
//
//  _PyEval_EvalFrameDefault   merged: runs py::work, so both are one call
//  py::work:/app/main.py      plain
//  _PyEval_EvalFrameDefault   untraced: its caller is not a trampoline
//  [unknown] ([unknown])      pruned: junk at the root end
//
// The result has one function per name, module and class, so a function whose class depends on its callers is split.
// Functions that the file format already classified keep their class.

import { isPython, Kind } from '../model/kinds.ts';
import { NO_STACK, NONE, FuncFlags, UNKNOWN, type FuncTable, type Profile } from '../model/profile.ts';
import { classOf, isUnknownModule, MARKS, type CodeLocation } from './function-class.ts';
import { FuncVariants } from './func-variants.ts';
import { PYTHON_MODULE } from './rules.ts';

/** How levels treat a stack's leafmost frame. */
export const Role = {
  plain: 0,
  /** A frame at the root end with unknown name and module. */
  pruned: 1,
  /** Merged with its caller: the evaluator of a Python function, or the same function twice. */
  merged: 2,
  /** An evaluator without a caller. */
  cut: 3,
  /** An evaluator that no trampoline called. */
  untraced: 4,
} as const;

export interface Classified {
  readonly profile: Profile;
  /** A Role for each stack. */
  readonly role: Uint8Array;
  readonly marks: Marks;
}

/** Artificial functions that replace the frames a level removes. */
export interface Marks {
  readonly untraced: number;
  readonly cut: number;
  readonly noStack: number;
  readonly hidden: number;
  readonly noPython: number;
}

/** What the class of a function depends on, besides its own name and module. */
const Needs = { nothing: 0, parent: 1, physical: 2 } as const;

export function classify(profile: Profile): Classified {
  const { stacks } = profile;
  const context = new Context(profile);
  const { funcs } = context;
  const classified = new Int32Array(stacks.length);
  const role = new Uint8Array(stacks.length);
  /** The nearest function toward the root that is not inlined, including the frame itself. */
  const physical = new Int32Array(stacks.length);
  for (let i = 0; i < stacks.length; i++) {
    const parent = stacks.parent[i];
    const read = stacks.func[i];
    const parentFunc = parent < 0 ? NONE : classified[parent];
    const parentRole = parent < 0 ? Role.pruned : role[parent];
    // Most functions have the same class everywhere.
    if (context.isConstant[read] === 1) {
      classified[i] = physical[i] = context.fixed[read];
      continue;
    }
    const parentPhysical = parent < 0 ? NONE : physical[parent];
    const func = context.funcAt(read, parentFunc, parentPhysical);
    classified[i] = func;
    physical[i] = profile.funcs.flags[read] & FuncFlags.inlined ? parentPhysical : func;
    const isCall = (profile.funcs.flags[read] & FuncFlags.called) !== 0;
    role[i] = isCall ? Role.plain : roleOf(funcs, func, parentFunc, parentRole, context.isJunk[read] === 1);
  }
  const marks = marksOf(funcs);
  const table = funcs.finish();
  return {
    profile: {
      ...profile,
      strings: funcs.strings,
      funcs: table,
      stacks: { ...stacks, func: classified },
    },
    role,
    marks,
  };
}

function marksOf(funcs: FuncVariants): Marks {
  const mark = (name: string) => funcs.variant(name, NONE, MARKS.get(name) ?? Kind.empty, FuncFlags.plain);
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
  const kind = funcs.kind.at(func);
  if (isPython(kind)) return func === parent ? Role.merged : Role.plain;
  if (kind !== Kind.eval) return Role.plain;
  if (parentRole === Role.pruned) return Role.cut;
  const parentKind = funcs.kind.at(parent);
  const owned = isPython(parentKind) || (parentKind === Kind.eval && parentRole === Role.merged);
  return owned ? Role.merged : Role.untraced;
}

/**
 * Classifies every function once. The few functions whose class depends on their neighbors are classified again in each
 * context.
 */
class Context {
  readonly funcs: FuncVariants;
  readonly needs: Uint8Array;
  readonly isJunk: Uint8Array;
  /**
   * 1 for functions with the same class and role everywhere: independent of neighbors, and neither Python, eval nor
   * junk.
   */
  readonly isConstant: Uint8Array;
  /** The classified function of each function whose class does not depend on its neighbors. */
  readonly fixed: Int32Array;
  private readonly read: FuncTable;
  private readonly profile: Profile;
  private readonly inlined = new Map<number, number>();

  constructor(profile: Profile) {
    this.profile = profile;
    this.read = profile.funcs;
    this.funcs = new FuncVariants(profile);
    const { length } = profile.funcs;
    this.needs = new Uint8Array(length);
    this.isJunk = new Uint8Array(length);
    this.isConstant = new Uint8Array(length);
    this.fixed = new Int32Array(length);
    for (let func = 0; func < length; func++) this.classifyFunc(func);
  }

  /** The classified function of `func` when called by `parent` within the frame `physical`. */
  funcAt(func: number, parent: number, physical: number): number {
    if (this.needs[func] === Needs.physical) return this.inlinedFunc(func, physical);
    const isEvaluator = this.needs[func] === Needs.parent && parent >= 0 && this.hasEvaluator(parent);
    return isEvaluator ? this.variant(func, this.read.module[func], Kind.eval) : this.fixed[func];
  }

  /** Python functions recorded as calls have no evaluator frame. */
  private hasEvaluator(func: number): boolean {
    const { kind, flags } = this.funcs;
    return isPython(kind.at(func)) && (flags.at(func) & FuncFlags.called) === 0;
  }

  private classifyFunc(func: number): void {
    const name = this.name(func);
    const module = this.read.module[func];
    const path = module < 0 ? undefined : this.profile.modules[module];
    const flags = this.read.flags[func];
    const given = this.read.kind[func];
    const kind = given === Kind.unclassified ? classOf(name, this.locationOf(path, flags)) : given;
    if (given !== Kind.unclassified) this.needs[func] = Needs.nothing;
    else if (flags & FuncFlags.inlined && kind !== Kind.eval && !isPython(kind))
      this.needs[func] = Needs.physical;
    else if (name === UNKNOWN && path !== undefined && PYTHON_MODULE.test(path))
      this.needs[func] = Needs.parent;
    if (name === UNKNOWN && isUnknownModule(path) && !(flags & FuncFlags.inlined)) this.isJunk[func] = 1;
    this.fixed[func] = this.variant(func, module, kind);
    const isVariable =
      this.needs[func] !== Needs.nothing || this.isJunk[func] === 1 || kind === Kind.eval || isPython(kind);
    this.isConstant[func] = isVariable ? 0 : 1;
  }

  private inlinedFunc(func: number, physical: number): number {
    if (physical < 0) return this.fixed[func];
    const key = physical * this.read.length + func;
    const known = this.inlined.get(key);
    if (known !== undefined) return known;
    const outerKind = this.funcs.kind.at(physical);
    const module = this.funcs.module.at(physical);
    const path = module < 0 ? undefined : this.profile.modules[module];
    const kind =
      outerKind >= Kind.eval && outerKind <= Kind.entry
        ? outerKind
        : classOf(this.name(func), this.locationOf(path, this.read.flags[func]));
    const variant = this.variant(func, module, kind);
    this.inlined.set(key, variant);
    return variant;
  }

  private variant(func: number, module: number, kind: number): number {
    return this.funcs.variant(this.name(func), module, kind, this.read.flags[func]);
  }

  private locationOf(module: string | undefined, flags: number): CodeLocation {
    const hasModules = this.profile.modules.length > 0;
    return { module, hasModules, upperHalf: (flags & FuncFlags.upperHalf) !== 0 };
  }

  private name(func: number): string {
    return this.profile.strings[this.read.name[func]];
  }
}
