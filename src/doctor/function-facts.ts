// What the doctor needs to know about a function, derived once from its name and module.

import { namesWith } from '../cpython/traits.ts';
import { COMPILED_MODULE, ROOTED_LIBRARY, TRACER_MODULE } from '../cpython/modules.ts';
import { PYTHON_MODULE, baseName } from '../model/paths.ts';
import { INJECTED_FILE, JIT_MEMORY, PERF_MAP } from '../model/code.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, PYTHON_PREFIX, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import type { OpenSymbols } from '../model/recorded.ts';

/** Traits of a stack, as bits. Some come from single functions on the stack, others from the stack as a whole. */
export const Trait = {
  /** A function traced by a trampoline. */
  python: 1,
  evaluator: 1 << 1,
  /** C code of the interpreter. */
  interpreter: 1 << 2,
  /** Start-up or shutdown of Python, which never traces calls. */
  startup: 1 << 3,
  /** A function at which threads or processes start. */
  rooted: 1 << 4,
  /** A trampoline without a name. */
  unnamed: 1 << 5,
  /** A trampoline without a name in a file that perf inject wrote. */
  unnamedInjected: 1 << 6,
  /** A profile or trace callback. */
  tracer: 1 << 7,
  /** Python code compiled to C. */
  compiled: 1 << 8,
  kernel: 1 << 9,
  namedKernel: 1 << 10,
  /** Code outside the kernel. */
  user: 1 << 11,
  /** Code in a module for which a different build is open. */
  otherBuild: 1 << 13,
  /** Code of the interpreter without a name. */
  unnamedInterpreter: 1 << 14,
  /** The outermost known frame is a trampoline without a name. */
  unnamedRoot: 1 << 15,
  /** The interpreter called unknown code in an unknown module. */
  lostTrampoline: 1 << 16,
  /** The outermost known frame is an evaluator. */
  cut: 1 << 17,
  /** Frames without name and module were removed at the root. */
  pruned: 1 << 18,
  /** The outermost known frame is unnamed code of the C library. */
  libcRoot: 1 << 12,
} as const;

/** The traits that inlined frames add to a stack. */
const INLINED_TRAITS =
  Trait.python |
  Trait.evaluator |
  Trait.startup |
  Trait.tracer |
  Trait.compiled |
  Trait.kernel |
  Trait.namedKernel |
  Trait.otherBuild;

const NAMED_TRAITS = (['startup', 'rooted', 'tracer', 'compiled'] as const).map((trait) => ({
  bit: Trait[trait],
  pattern: namesWith(trait),
}));
const SHARED_LIBRARY = /\.so(?:\.|$)/;

/** The module of the outermost frame of a stack, which is to blame if outer frames are missing. */
export interface Fault {
  readonly in: 'trampoline' | 'interpreter' | 'library' | 'unknown';
  /** Path of the library; otherwise empty. */
  readonly path: string;
  /** False if no function of the module has a name, so that its file is probably not open. */
  readonly hasNames: boolean;
  /** False if the file of the module is not open; always true in text. */
  readonly isOpen: boolean;
}

/** What a frame says about its stack. Many functions share the same facts. */
export interface FrameFacts {
  /** The traits that it adds to its stack. */
  readonly traits: number;
  readonly isInlined: boolean;
  readonly isKernel: boolean;
  /** True outside the kernel, except for inlined frames. */
  readonly isUser: boolean;
  readonly isPython: boolean;
  readonly isEvaluator: boolean;
  /** The evaluator, or glue code through which it calls. */
  readonly isInterpreterCall: boolean;
  /** Without name and module. */
  readonly isUnknown: boolean;
  readonly isUnnamedTrampoline: boolean;
  /** Unnamed code of the C library or the dynamic loader. */
  readonly isUnnamedLibc: boolean;
  /** Unnamed code that could be the root, in a module whose file is probably not open. */
  readonly isBlindRoot: boolean;
  /** Index into `FunctionFacts.faults`. */
  readonly fault: number;
  /** Index into `FunctionFacts.pythons`. */
  readonly python: number;
}

export interface FunctionFacts {
  readonly frames: readonly FrameFacts[];
  /** Per function: index into `frames`. `ofInlined` is for its inlined frames. */
  readonly ofFunc: Uint16Array;
  readonly ofInlined: Uint16Array;
  readonly faults: readonly Fault[];
  /** Paths of Python binaries with a version in their name. The first entry is empty. */
  readonly pythons: readonly string[];
}

/** `symbols` is undefined for text. `ofInlined` is empty unless `hasInlined`. */
export function functionFacts(
  { strings, modules, funcs }: FunctionNames,
  symbols: Pick<OpenSymbols, 'files' | 'otherBuilds'> | undefined,
  hasInlined: boolean,
): FunctionFacts {
  const hasNames = namedModules({ strings, modules, funcs });
  const faults: Fault[] = [UNKNOWN_FAULT, TRAMPOLINE_FAULT];
  const pythons = [''];
  const facts = modules.map((path, module) => {
    const own = moduleFacts(path, symbols?.otherBuilds.has(path) ?? false, {
      hasNames: hasNames[module] === 1,
      isOpen: symbols?.files.has(path) ?? true,
    });
    const isOther = own.in === 'library' || own.in === 'interpreter';
    const fault = isOther
      ? faults.push({ ...own, path: own.in === 'library' ? path : '' }) - 1
      : FAULTS[own.in];
    const isPythonBinary = pythonVersion(path).version !== '';
    return { ...own, id: module, fault, python: isPythonBinary ? pythons.push(path) - 1 : 0 };
  });
  const frames = new Frames();
  const ofFunc = new Uint16Array(funcs.length);
  const ofInlined = new Uint16Array(hasInlined ? funcs.length : 0);
  for (let func = 0; func < funcs.length; func++) {
    const canonical = strings[funcs.name[funcs.canonical[func]]];
    const isNamed = strings[funcs.name[func]] !== UNKNOWN;
    const at = funcs.module[func] < 0 ? NO_MODULE : facts[funcs.module[func]];
    const named = traitsOfName(canonical);
    ofFunc[func] = frames.add(named, isNamed, funcs.kind[func], at, false);
    if (hasInlined) ofInlined[func] = frames.add(named, isNamed, funcs.kind[func], at, true);
  }
  return { frames: frames.all, ofFunc, ofInlined, faults, pythons };
}

const MAX_FRAMES = 1 << 16;

class Frames {
  readonly all: FrameFacts[] = [NO_FRAME];
  private readonly rows = new Map<string, number>();
  /** Rows by the input that they were computed from. */
  private readonly computed = new Map<string, number>();

  /** `named` are the traits that follow from the function's name. */
  add(named: number, isNamed: boolean, kind: number, at: ModuleContext, isInlined: boolean): number {
    const key = `${named} ${isNamed} ${kind} ${at.id} ${isInlined}`;
    let row = this.computed.get(key);
    if (row === undefined) {
      const frame = frameFacts(named, isNamed, kind, at);
      this.computed.set(key, (row = this.rowOf(isInlined ? inlined(frame) : frame)));
    }
    return row;
  }

  private rowOf(frame: FrameFacts): number {
    const key = Object.values(frame).join(' ');
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    // Beyond the limit, which no real recording reaches, frames have no facts and cause no findings.
    const row = this.all.length < MAX_FRAMES ? this.all.push(frame) - 1 : 0;
    this.rows.set(key, row);
    return row;
  }
}

/** The version and ABI flags in the name of a Python binary, such as `3.13` and `d`; both are empty if it has no version. */
export function pythonVersion(path: string): { readonly version: string; readonly abiFlags: string } {
  const name = baseName(path).replace(' (deleted)', '');
  const [, version = '', abiFlags = ''] = /^(?:lib)?python(3\.\d+)([a-z]*)(?:\.so[.\d]*)?$/.exec(name) ?? [];
  return { version, abiFlags };
}

const NOT_OPEN = { hasNames: false, isOpen: false };
const UNKNOWN_FAULT: Fault = { in: 'unknown', path: '', ...NOT_OPEN };
const TRAMPOLINE_FAULT: Fault = { in: 'trampoline', path: '', hasNames: true, isOpen: true };
/** Indices into `FunctionFacts.faults`. */
const FAULTS = { unknown: 0, trampoline: 1 } as const;

interface ModuleFacts extends Omit<Fault, 'path'> {
  readonly isInjected: boolean;
  readonly isLibc: boolean;
  readonly isTracer: boolean;
  readonly isCompiled: boolean;
  readonly isOtherBuild: boolean;
  /** True if stacks can start in it: an executable, the C library or the dynamic loader. */
  readonly hasRoots: boolean;
}

interface ModuleContext extends ModuleFacts, Pick<FrameFacts, 'fault' | 'python'> {
  /** Index into the table of modules; NONE without a module. */
  readonly id: number;
}

const NO_MODULE: ModuleContext = {
  ...moduleFacts('', false, NOT_OPEN),
  id: NONE,
  fault: FAULTS.unknown,
  python: 0,
};

function moduleFacts(
  path: string,
  isOtherBuild: boolean,
  opened: Pick<Fault, 'hasNames' | 'isOpen'>,
): ModuleFacts {
  const file = baseName(path);
  const isInjected = INJECTED_FILE.test(path);
  const isLibc = ROOTED_LIBRARY.test(file);
  const kind = moduleKind(path, isInjected);
  return {
    in: kind,
    ...opened,
    isInjected,
    isLibc,
    isTracer: TRACER_MODULE.test(path),
    isCompiled: COMPILED_MODULE.test(path),
    isOtherBuild,
    hasRoots: kind === 'interpreter' || (kind === 'library' && (isLibc || !SHARED_LIBRARY.test(file))),
  };
}

function moduleKind(path: string, isInjected: boolean): Fault['in'] {
  if (path === '' || path === UNKNOWN) return 'unknown';
  if (isInjected || PERF_MAP.test(path) || JIT_MEMORY.test(path)) return 'trampoline';
  return PYTHON_MODULE.test(path) ? 'interpreter' : 'library';
}

function frameFacts(named: number, isNamed: boolean, kind: number, at: ModuleContext): FrameFacts {
  const isKernel = kind === Kind.kernel;
  const isUser = !isKernel;
  const isUnnamed = isUser && !isNamed;
  const frame = {
    isInlined: false,
    isKernel,
    isUser,
    isPython: isPython(kind),
    isEvaluator: kind === Kind.eval,
    isInterpreterCall: kind === Kind.eval || kind === Kind.glue,
    isUnknown: isUnnamed && at.in === 'unknown',
    isUnnamedTrampoline: isUnnamed && at.in === 'trampoline',
    isUnnamedLibc: isUnnamed && at.isLibc,
    isBlindRoot: isUnnamed && at.hasRoots && !at.hasNames,
    // Python functions have no module.
    fault: isPython(kind) ? FAULTS.trampoline : at.fault,
    python: at.python,
  };
  return {
    traits: isKernel
      ? Trait.kernel | when(isNamed, Trait.namedKernel)
      : named | userTraits(frame, isNamed, at),
    ...frame,
  };
}

function inlined(frame: FrameFacts): FrameFacts {
  const { traits, isKernel, isPython: isTraced, isEvaluator } = frame;
  return {
    ...NO_FRAME,
    traits: traits & INLINED_TRAITS,
    isInlined: true,
    isKernel,
    isPython: isTraced,
    isEvaluator,
  };
}

const NO_FRAME: FrameFacts = {
  traits: 0,
  isInlined: false,
  isKernel: false,
  isUser: false,
  isPython: false,
  isEvaluator: false,
  isInterpreterCall: false,
  isUnknown: false,
  isUnnamedTrampoline: false,
  isUnnamedLibc: false,
  isBlindRoot: false,
  fault: FAULTS.unknown,
  python: 0,
};

/** `canonical` is the name of a function outside the kernel. */
function traitsOfName(canonical: string): number {
  if (canonical.startsWith(PYTHON_PREFIX)) return 0;
  return NAMED_TRAITS.reduce((traits, { bit, pattern }) => traits | when(pattern.test(canonical), bit), 0);
}

function userTraits(
  frame: Pick<FrameFacts, 'isPython' | 'isEvaluator' | 'isUnnamedTrampoline'>,
  isNamed: boolean,
  at: ModuleContext,
): number {
  const isInterpreter = at.in === 'interpreter';
  return (
    Trait.user |
    when(frame.isPython, Trait.python) |
    when(frame.isEvaluator, Trait.evaluator) |
    when(isInterpreter, Trait.interpreter) |
    when(isInterpreter && !isNamed, Trait.unnamedInterpreter) |
    when(frame.isUnnamedTrampoline, Trait.unnamed) |
    when(frame.isUnnamedTrampoline && at.isInjected, Trait.unnamedInjected) |
    when(at.isTracer, Trait.tracer) |
    when(at.isCompiled, Trait.compiled) |
    when(at.isOtherBuild, Trait.otherBuild)
  );
}

function when(condition: boolean, bit: number): number {
  return condition ? bit : 0;
}

/** 1 for each module in which at least one function has a name. */
function namedModules({ strings, modules, funcs }: FunctionNames): Uint8Array {
  const isNamed = new Uint8Array(modules.length);
  for (let func = 0; func < funcs.length; func++) {
    const module = funcs.module[func];
    const name = strings[funcs.name[func]];
    // A filter that collapses a module adds a function with the module's name.
    if (module >= 0 && name !== UNKNOWN && name !== baseName(modules[module])) isNamed[module] = 1;
  }
  return isNamed;
}
