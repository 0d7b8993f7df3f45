// Classifies functions by kind of code, and assigns each stack the role of its leaf frame at the levels of detail:
//
//  _PyEval_EvalFrameDefault   merged: it runs py::work, so both are one call
//  py::work:/app/main.py      plain
//  _PyEval_EvalFrameDefault   untraced: its caller is not a traced function
//  [unknown] ([unknown])      pruned: junk at the root end
//
// The result has one function per name, module and kind, so a function whose kind depends on its callers becomes several
// functions. Functions that the file format already classified keep their kind.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { append, appendBytes, copyInto } from '../model/columns.ts';
import { isPython, Kind, Role } from '../model/kinds.ts';
import {
  NO_STACK,
  NONE,
  FuncFlags,
  UNKNOWN,
  type FuncTable,
  type Profile,
  type StackTable,
  PYTHON_PREFIX,
} from '../model/profile.ts';
import { PYTHON_MODULE, baseName } from '../model/paths.ts';
import { isUnknownModule, canonicalName, isUnnamedName } from '../model/function-names.ts';
import { FuncVariants } from './func-variants.ts';
import { addImportFunctions, type ImportFunctions } from './imports.ts';
import { JIT_NAME, NAME_SETS } from '../cpython/machinery.ts';
import {
  ANONYMOUS_MODULE,
  ENTRY_LIBRARY,
  isExtension,
  isKernelCode,
  LIB_DYNLOAD,
} from '../cpython/modules.ts';
import { fileInName, IMPORT_NAME, kindOfFile } from './names.ts';

export interface Classified {
  readonly profile: Profile;
  /** Per stack: a Role. */
  readonly role: Uint8Array;
  /** Per stack: 1 if its leaf frame is inlined; undefined if none is. Inlined functions are classified like those they are part of. */
  readonly isInlined: Uint8Array | undefined;
  readonly markers: Markers;
  /** Undefined if the recording has no import machinery. */
  readonly imports: ImportFunctions | undefined;
}

/** Artificial functions that replace frames that a level removes. */
export interface Markers {
  readonly untraced: number;
  readonly cut: number;
  readonly noStack: number;
  readonly hidden: number;
  readonly noPython: number;
}

/** What the kind of a function depends on, besides its name and module. */
const Needs = { nothing: 0, parent: 1, physical: 2 } as const;

export function classify(profile: Profile): Classified {
  const { stacks } = profile;
  const funcs = new FuncVariants(profile);
  const context = new Context(profile, funcs);
  const func = new Int32Array(stacks.length);
  const role = new Uint8Array(stacks.length);
  new StackClassifier(context, { parent: stacks.parent, func, role }, stacks.func).classify(0, stacks.length);
  const markers = markersOf(funcs);
  const imports = addImportFunctions(funcs);
  return {
    profile: { ...profile, strings: funcs.strings, funcs: funcs.finish(), stacks: { ...stacks, func } },
    role,
    isInlined: inlinedIn(profile),
    markers,
    imports,
  };
}

/**
 * Appends stacks to those of a classified profile. `recorded` is the profile that was classified. All functions keep their rows; new
 * ones, of kinds that they have only in these stacks, are appended.
 */
export function* classifyAppended(
  { profile, role, isInlined, ...others }: Classified,
  recorded: Profile,
  added: Omit<StackTable, 'length'>,
): TimeSliced<Classified> {
  const { strings, stacks } = profile;
  const from = stacks.length;
  const length = from + added.func.length;
  const funcs = new FuncVariants(profile, profile.funcs);
  const context = new Context(recorded, funcs);
  yield;
  const parent = append(stacks.parent.subarray(0, from), added.parent);
  yield;
  const func = copyInto(stacks.func, new Int32Array(length));
  yield;
  const physicalOf = (stack: number) => {
    let at = stack;
    while (at >= 0 && isInlined?.[at] === 1) at = stacks.parent[at];
    return at < 0 ? NONE : stacks.func[at];
  };
  const rows = { parent, func, role: copyInto(role, new Uint8Array(length)) };
  const stackClasses = new StackClassifier(context, rows, added.func, from, physicalOf);
  yield* inSlices(length - from, (start, end) => stackClasses.classify(from + start, from + end));
  const isLonger = funcs.length > profile.funcs.length;
  return {
    ...others,
    profile: {
      ...profile,
      strings: isLonger ? funcs.strings : strings,
      funcs: isLonger ? funcs.finish() : profile.funcs,
      stacks: { length, parent, func, line: linesWith(stacks, added) },
    },
    role: rows.role,
    isInlined: isInlined && appendBytes(isInlined, inlinedFlags(recorded, added.func)),
  };
}

function linesWith({ length, line }: StackTable, added: Omit<StackTable, 'length'>): Int32Array | undefined {
  return line && append(line.subarray(0, length), added.line ?? new Int32Array(added.func.length));
}

interface StackColumns {
  readonly parent: Int32Array;
  /** The classified function of the leaf frame, and its role. Written by `StackClassifier`. */
  readonly func: Int32Array;
  readonly role: Uint8Array;
}

/** Classifies the stacks after `from`, whose recorded functions these are. `physicalOf` is for the stacks before. */
class StackClassifier {
  private readonly context: Context;
  private readonly columns: StackColumns;
  private readonly recorded: Int32Array;
  private readonly from: number;
  private readonly physicalOf: (stack: number) => number;
  /** Per stack: the function of the closest frame that is not inlined, from the leaf frame toward the root. */
  private readonly physical: Int32Array;

  constructor(
    context: Context,
    columns: StackColumns,
    recorded: Int32Array,
    from = 0,
    physicalOf: (stack: number) => number = () => NONE,
  ) {
    this.context = context;
    this.columns = columns;
    this.recorded = recorded;
    this.from = from;
    this.physicalOf = physicalOf;
    this.physical = new Int32Array(columns.func.length - from);
  }

  /** Classifies these stacks. Their parents must be classified already. */
  classify(start: number, end: number): void {
    const { context, recorded, from, physical, physicalOf } = this;
    const { parent: parents, func: classified, role } = this.columns;
    const { funcs } = context;
    const { flags } = context.recorded;
    for (let i = start; i < end; i++) {
      const parent = parents[i];
      const recordedFunc = recorded[i - from];
      const parentFunc = parent < 0 ? NONE : classified[parent];
      const parentRole = parent < 0 ? Role.pruned : role[parent];
      // Fast path for most functions, whose kind is the same everywhere.
      if (context.isConstant[recordedFunc] === 1) {
        classified[i] = physical[i - from] = context.fixed[recordedFunc];
        continue;
      }
      const parentPhysical = parent < from ? physicalOf(parent) : physical[parent - from];
      const func = context.funcAt(recordedFunc, parentFunc, parentPhysical);
      classified[i] = func;
      physical[i - from] = flags[recordedFunc] & FuncFlags.inlined ? parentPhysical : func;
      const isCall = (flags[recordedFunc] & FuncFlags.called) !== 0;
      role[i] = isCall
        ? Role.plain
        : roleOf(funcs, func, parentFunc, parentRole, context.isJunk[recordedFunc] === 1);
    }
  }
}

function inlinedIn({ stacks, funcs }: Profile): Uint8Array | undefined {
  if (!funcs.flags.some((flags) => flags & FuncFlags.inlined)) return undefined;
  return inlinedFlags({ funcs }, stacks.func.subarray(0, stacks.length));
}

function inlinedFlags({ funcs }: Pick<Profile, 'funcs'>, stackFuncs: Int32Array): Uint8Array {
  const isInlined = new Uint8Array(stackFuncs.length);
  for (let i = 0; i < stackFuncs.length; i++)
    isInlined[i] = funcs.flags[stackFuncs[i]] & FuncFlags.inlined ? 1 : 0;
  return isInlined;
}

function markersOf(funcs: FuncVariants): Markers {
  const marker = (name: string) =>
    funcs.variant(name, NONE, MARKERS.get(name) ?? Kind.empty, FuncFlags.plain);
  return {
    untraced: marker('[untraced Python]'),
    cut: marker('[stack cut]'),
    noStack: marker(NO_STACK),
    hidden: marker('[hidden]'),
    noPython: marker('[no Python frame]'),
  };
}

function roleOf(
  funcs: FuncVariants,
  func: number,
  parent: number,
  parentRole: number,
  isJunk: boolean,
): number {
  if (parentRole === Role.pruned && isJunk) return Role.pruned;
  const kind = funcs.kind.at(func);
  if (isPython(kind)) return func === parent ? Role.merged : Role.plain;
  if (kind !== Kind.eval) return Role.plain;
  if (parentRole === Role.pruned) return Role.cut;
  const parentKind = funcs.kind.at(parent);
  const hasPythonCaller = isPython(parentKind) || (parentKind === Kind.eval && parentRole === Role.merged);
  return hasPythonCaller ? Role.merged : Role.untraced;
}

/**
 * Classifies every function once. The few functions whose kind depends on other frames are classified again in each context.
 */
class Context {
  readonly funcs: FuncVariants;
  readonly needs: Uint8Array;
  readonly isJunk: Uint8Array;
  /**
   * 1 for functions with the same kind and role in every stack: they do not depend on other frames and are neither Python nor
   * evaluators nor junk.
   */
  readonly isConstant: Uint8Array;
  /** Per recorded function: its classified function, unless that depends on other frames. */
  readonly fixed: Int32Array;
  readonly recorded: FuncTable;
  private readonly profile: Profile;
  private readonly inlined = new Map<number, number>();

  constructor(profile: Profile, funcs: FuncVariants) {
    this.profile = profile;
    this.recorded = profile.funcs;
    this.funcs = funcs;
    const { length } = profile.funcs;
    this.needs = new Uint8Array(length);
    this.isJunk = new Uint8Array(length);
    this.isConstant = new Uint8Array(length);
    this.fixed = new Int32Array(length);
    for (let func = 0; func < length; func++) this.classifyFunc(func);
  }

  /** The classified function of `func` when called by `parent`, inlined into the function `physical`. */
  funcAt(func: number, parent: number, physical: number): number {
    if (this.needs[func] === Needs.physical) return this.inlinedFunc(func, physical);
    const isEvaluator = this.needs[func] === Needs.parent && parent >= 0 && this.hasEvaluator(parent);
    return isEvaluator ? this.variant(func, this.recorded.module[func], Kind.eval) : this.fixed[func];
  }

  /** False for Python functions that were recorded as calls: they have no evaluator frame. */
  private hasEvaluator(func: number): boolean {
    const { kind, flags } = this.funcs;
    return isPython(kind.at(func)) && (flags.at(func) & FuncFlags.called) === 0;
  }

  private classifyFunc(func: number): void {
    const name = this.name(func);
    const module = this.recorded.module[func];
    const path = module < 0 ? undefined : this.profile.modules[module];
    const flags = this.recorded.flags[func];
    const given = this.recorded.kind[func];
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
    const key = physical * this.recorded.length + func;
    const known = this.inlined.get(key);
    if (known !== undefined) return known;
    const physicalKind = this.funcs.kind.at(physical);
    const module = this.funcs.module.at(physical);
    const path = module < 0 ? undefined : this.profile.modules[module];
    const kind =
      physicalKind >= Kind.eval && physicalKind <= Kind.entry
        ? physicalKind
        : classOf(this.name(func), this.locationOf(path, this.recorded.flags[func]));
    const variant = this.variant(func, module, kind);
    this.inlined.set(key, variant);
    return variant;
  }

  private variant(func: number, module: number, kind: number): number {
    return this.funcs.variant(this.name(func), module, kind, this.recorded.flags[func]);
  }

  private locationOf(module: string | undefined, flags: number): CodeLocation {
    const hasModules = this.profile.modules.length > 0;
    return { module, hasModules, upperHalf: (flags & FuncFlags.upperHalf) !== 0 };
  }

  private name(func: number): string {
    return this.profile.strings[this.recorded.name[func]];
  }
}

/**
 * The artificial functions of the levels. Readers recognize them in files that were exported at a level; a recorded
 * function with the same name would have a module.
 */
const MARKERS: ReadonlyMap<string, Kind> = new Map([
  ['[untraced Python]', Kind.untraced],
  ['[stack cut]', Kind.cut],
  ['[no stack]', Kind.empty],
  ['[hidden]', Kind.empty],
  ['[no Python frame]', Kind.empty],
]);

interface CodeLocation {
  /** The module's path; undefined if there is none. */
  readonly module: string | undefined;
  /** True if the recording has a module column. */
  readonly hasModules: boolean;
  readonly upperHalf: boolean;
}

/**
 * Classifies a function by its name and module alone. The first match wins, as in the folding contract, except that
 * unnamed code has the kind of its module if that says anything about it; folding treats these kinds alike. Functions
 * whose kind depends on other frames are classified by module.
 */
export function classOf(name: string, location: CodeLocation): Kind {
  const { module } = location;
  if (module === undefined && MARKERS.has(name)) return MARKERS.get(name)!;
  if (JIT_NAME.test(name)) return Kind.eval;
  // From a profile that was exported with folded imports: recorded names contain no space.
  if (name.startsWith(`${PYTHON_PREFIX}${IMPORT_NAME} `)) return Kind.importlib;
  if (name.startsWith(PYTHON_PREFIX)) return kindOfFile(fileInName(name));
  const set = setOf(canonicalName(name), location);
  if (set !== undefined) return set;
  if (isKernelCode(name, module, location.upperHalf)) return Kind.kernel;
  if (isUnnamedName(name) && (isUnknownModule(module) || ANONYMOUS_MODULE.test(module ?? '')))
    return Kind.unknown;
  if (module === undefined) return Kind.native;
  if (PYTHON_MODULE.test(module)) return Kind.runtime;
  return isExtension(module) ? Kind.extension : Kind.native;
}

function setOf(canonical: string, { module, hasModules }: CodeLocation): Kind | undefined {
  const allSetsApply =
    !hasModules || (module !== undefined && (PYTHON_MODULE.test(module) || LIB_DYNLOAD.test(module)));
  const onlyEntryApplies = !allSetsApply && module !== undefined && ENTRY_LIBRARY.test(baseName(module));
  if (!allSetsApply && !onlyEntryApplies) return undefined;
  for (const { kind, pattern } of NAME_SETS) {
    if ((allSetsApply || kind === Kind.entry) && pattern.test(canonical)) return kind;
  }
  return undefined;
}
