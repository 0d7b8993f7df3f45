// What the doctor needs to know about a function: judged once by name and module, however many stacks contain it. The sets of
// functions are from CPython v3.12.0 to v3.15.2 (Python/pylifecycle.c, Modules/main.c, Python/legacy_tracing.c,
// Modules/_lsprof.c), coverage 7.6 (coverage/ctracer), glibc 2.41 and mypyc 1.14.

import { INJECTED_FILE, JIT_MEMORY, PERF_MAP } from '../model/jit-modules.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, PYTHON_PREFIX, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import { PYTHON_MODULE } from '../model/python-module.ts';
import { baseName } from '../text/base-name.ts';

/**
 * Traits of a stack, as bits: those that a function gives to every stack that contains it, and those of the whole stack. Inlined
 * frames give only those in GIVEN_BY_INLINED.
 */
export const Trait = {
  /** A function traced by a trampoline. */
  python: 1,
  /** The evaluator. */
  evaluator: 1 << 1,
  /** Code of the interpreter. */
  interpreter: 1 << 2,
  /** Start-up or shutdown of Python, which never traces calls. */
  startup: 1 << 3,
  /** A function that starts a thread or a process. */
  rooted: 1 << 4,
  /** A trampoline without a name. */
  unnamed: 1 << 5,
  /** Such a trampoline in a file that perf inject wrote. */
  unnamedInjected: 1 << 6,
  /** A profile or trace callback. */
  tracer: 1 << 7,
  /** Python code compiled to C. */
  compiled: 1 << 8,
  kernel: 1 << 9,
  namedKernel: 1 << 10,
  /** Code outside the kernel. */
  user: 1 << 11,
  /** Code in a module of which only another build is open. */
  otherBuild: 1 << 13,
  /** Code of the interpreter without a name. */
  unnamedInterpreter: 1 << 14,
  /** The outermost known frame is a trampoline without a name. */
  unnamedRoot: 1 << 15,
  /** Unknown code in an unknown module was called by the interpreter. */
  lostTrampoline: 1 << 16,
  /** The outermost known frame is an evaluator. */
  cut: 1 << 17,
  /** Frames without name and module were removed at the root. */
  pruned: 1 << 18,
  /** The outermost known frame is unnamed code of the C library. */
  libcRoot: 1 << 12,
} as const;

/** What a function gives to a stack that contains it only inlined into another function. */
export const GIVEN_BY_INLINED =
  Trait.python |
  Trait.evaluator |
  Trait.startup |
  Trait.tracer |
  Trait.compiled |
  Trait.kernel |
  Trait.namedKernel |
  Trait.otherBuild;

const ROOT =
  /^(?:_start|__libc_start_\w+|_dl_start\w*|_dl_sysdep_start|main|Py_BytesMain|Py_RunMain|pymain_\w+|thread_run|pythread_wrapper|start_thread|(?:__GI_)?_*clone3?|__clone_internal)$/;
const STARTUP =
  /^(?:Py_Initialize\w*|pyinit_\w+|init_interp_main|init_import_site|Py_NewInterpreter\w*|_?Py_Finalize\w*|Py_EndInterpreter|finalize_\w+)$/;
const TRACER =
  /^(?:call_trampoline|trace_trampoline|call_trace|call_trace_func|profile_trampoline|sys_trace_\w+|sys_profile_\w+|ptrace_enter_call|profiler_callback|ccall_callback|pystart_callback|pyreturn_callback|creturn_callback|CTracer_\w+)$/;
const TRACER_MODULE = /\/(?:_lsprof|tracer)\.(?:cpython|abi3)/;
/** Prefixes of the functions that mypyc and Cython write. */
export const COMPILED = /^(?:CPyDef_|CPyPy_|__pyx_)/;
/** Modules that mypyc writes next to the modules that it compiled. */
export const COMPILED_MODULE = /__mypyc\./;
const LIBC = /^(?:libc\.so|libpthread|ld-linux|libc-2)/;
const SHARED_LIBRARY = /\.so(?:\.|$)/;

/** The module in which a stack ends at the root, if it is broken there. */
export interface Fault {
  readonly in: 'trampoline' | 'interpreter' | 'library' | 'unknown';
  /** Path of the library; empty for the others. */
  readonly path: string;
  /** False if no function of the module has a name, so that its file is probably not open. */
  readonly hasNames: boolean;
}

/** What a frame means for a stack. Many functions have the same facts. */
export interface FrameFacts {
  /** Bits of Trait that it gives to every stack that contains it. */
  readonly gives: number;
  readonly isInlined: boolean;
  readonly isKernel: boolean;
  /** Outside the kernel and not inlined. The facts below that say more about such code are false for all other frames. */
  readonly isUser: boolean;
  readonly isPython: boolean;
  readonly isEvaluator: boolean;
  /** The evaluator or call glue. */
  readonly isInterpreterCall: boolean;
  /** Without name and module. */
  readonly isUnknown: boolean;
  readonly isUnnamedTrampoline: boolean;
  /** Unnamed code of the C library or the dynamic loader. */
  readonly isUnnamedLibc: boolean;
  /** Unnamed code that could be a root, in a module without any name, whose file is therefore probably not open. */
  readonly isBlindRoot: boolean;
  /** Index into `FunctionFacts.faults`. */
  readonly fault: number;
  /** Index into `FunctionFacts.pythons`. */
  readonly python: number;
}

export interface FunctionFacts {
  readonly frames: readonly FrameFacts[];
  /** Per function: index into `frames`, for its own frames and for those inlined into another function. */
  readonly ofFunc: Uint16Array;
  readonly ofInlined: Uint16Array;
  readonly faults: readonly Fault[];
  /** Paths of Python binaries whose names have a version; the first one is empty. */
  readonly pythons: readonly string[];
}

/** `otherBuilds` are the paths of modules of which only another build is open. `ofInlined` is empty unless `hasInlined`. */
export function functionFacts(
  { strings, modules, funcs }: FunctionNames,
  otherBuilds: ReadonlySet<string>,
  hasInlined: boolean,
): FunctionFacts {
  const hasNames = namedModules({ strings, modules, funcs });
  const faults: Fault[] = [UNKNOWN_FAULT, TRAMPOLINE_FAULT];
  const pythons = [''];
  const facts = modules.map((path, module) => {
    const own = moduleFacts(path, otherBuilds.has(path), hasNames[module] === 1);
    const isOther = own.in === 'library' || own.in === 'interpreter';
    const fault = isOther
      ? faults.push({ ...own, path: own.in === 'library' ? path : '' }) - 1
      : FAULTS[own.in];
    return { ...own, id: module, fault, python: pythonVersion(path) ? pythons.push(path) - 1 : 0 };
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

/** The distinct facts about frames. */
class Frames {
  readonly all: FrameFacts[] = [NO_FRAME];
  private readonly rows = new Map<string, number>();
  /** Rows by what they are judged by. */
  private readonly judged = new Map<string, number>();

  /** `named` are the traits that the name gives. */
  add(named: number, isNamed: boolean, kind: number, at: ModuleContext, isInlined: boolean): number {
    const key = `${named} ${isNamed} ${kind} ${at.id} ${isInlined}`;
    let row = this.judged.get(key);
    if (row === undefined) {
      const frame = frameFacts(named, isNamed, kind, at);
      this.judged.set(key, (row = this.rowOf(isInlined ? inlined(frame) : frame)));
    }
    return row;
  }

  private rowOf(frame: FrameFacts): number {
    const key = Object.values(frame).join(' ');
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    // No real recording has so many. Without facts, nothing is reported about the stack.
    const row = this.all.length < MAX_FRAMES ? this.all.push(frame) - 1 : 0;
    this.rows.set(key, row);
    return row;
  }
}

/** The version and ABI flags in the name of a Python binary, such as `3.13` and `d`; undefined if there is none. */
export function pythonVersion(
  path: string,
): { readonly version: string; readonly flags: string } | undefined {
  const name = baseName(path).replace(' (deleted)', '');
  const [, version, flags] = /^(?:lib)?python(3\.\d+)([a-z]*)(?:\.so[.\d]*)?$/.exec(name) ?? [];
  return version === undefined ? undefined : { version, flags };
}

const UNKNOWN_FAULT: Fault = { in: 'unknown', path: '', hasNames: false };
const TRAMPOLINE_FAULT: Fault = { in: 'trampoline', path: '', hasNames: true };
/** Indices into `FunctionFacts.faults`. */
const FAULTS = { unknown: 0, trampoline: 1 } as const;

interface ModuleFacts {
  readonly in: Fault['in'];
  readonly hasNames: boolean;
  readonly isInjected: boolean;
  readonly isLibc: boolean;
  readonly isTracer: boolean;
  readonly isCompiled: boolean;
  readonly isOtherBuild: boolean;
  /** True if the root of a stack can be in it: an executable, the C library or the dynamic loader. */
  readonly hasRoots: boolean;
}

interface ModuleContext extends ModuleFacts, Pick<FrameFacts, 'fault' | 'python'> {
  /** Index into the table of modules; NONE without a module. */
  readonly id: number;
}

const NO_MODULE: ModuleContext = {
  ...moduleFacts('', false, false),
  id: NONE,
  fault: FAULTS.unknown,
  python: 0,
};

function moduleFacts(path: string, isOtherBuild: boolean, hasNames: boolean): ModuleFacts {
  const file = baseName(path);
  const isInjected = INJECTED_FILE.test(path);
  const isLibc = LIBC.test(file);
  const kind = moduleKind(path, isInjected);
  return {
    in: kind,
    hasNames,
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
  return { gives: isKernel ? kernelTraits(isNamed) : named | userTraits(frame, isNamed, at), ...frame };
}

function inlined(frame: FrameFacts): FrameFacts {
  const { gives, isKernel, isPython: isTraced, isEvaluator } = frame;
  return {
    ...NO_FRAME,
    gives: gives & GIVEN_BY_INLINED,
    isInlined: true,
    isKernel,
    isPython: isTraced,
    isEvaluator,
  };
}

const NO_FRAME: FrameFacts = {
  gives: 0,
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

/** Traits of code outside the kernel. */
function traitsOfName(canonical: string): number {
  if (canonical.startsWith(PYTHON_PREFIX)) return 0;
  return (
    when(STARTUP.test(canonical), Trait.startup) |
    when(ROOT.test(canonical), Trait.rooted) |
    when(TRACER.test(canonical), Trait.tracer) |
    when(COMPILED.test(canonical), Trait.compiled)
  );
}

function kernelTraits(isNamed: boolean): number {
  return Trait.kernel | when(isNamed, Trait.namedKernel);
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

/** 1 for each module with a named function. */
function namedModules({ strings, modules, funcs }: FunctionNames): Uint8Array {
  const isNamed = new Uint8Array(modules.length);
  for (let func = 0; func < funcs.length; func++) {
    const module = funcs.module[func];
    const name = strings[funcs.name[func]];
    // The function that represents a module when a filter collapses it has the name of the module.
    if (module >= 0 && name !== UNKNOWN && name !== baseName(modules[module])) isNamed[module] = 1;
  }
  return isNamed;
}
