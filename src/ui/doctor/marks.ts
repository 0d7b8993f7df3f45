// Marks of frames that were not recorded completely, such as `[stack cut]`: what they mean, and which findings can cause them.

import type { Diagnosis, FindingId, Finding } from '../../model/findings.ts';
import { INJECTED_FILE, JIT_MEMORY, PERF_MAP } from '../../model/code.ts';
import { Kind } from '../../model/kinds.ts';
import { NO_STACK, type FunctionNames } from '../../model/profile.ts';
import { isUnnamed } from '../../model/function-names.ts';

interface Mark {
  readonly meaning: string;
  readonly causes: readonly FindingId[];
}

/** Causes of stacks whose outer callers are missing. */
export const BROKEN_STACKS = [
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'stack-dump-too-small',
  'stack-depth-limit',
  'unwinding-stopped',
  'library-without-frame-pointers',
  'perf-too-old-for-jit',
] as const satisfies readonly FindingId[];

/** Causes of Python code without function names. */
const NO_PYTHON = [
  'python-too-old',
  'perf-support-off',
  'children-without-perf-support',
  'perf-support-partial',
] as const satisfies readonly FindingId[];

/** Causes of trampolines without names. */
const NO_NAMES = [
  'jit-not-injected',
  'jit-files-missing',
  'clock-mismatch',
  'perf-map-missing',
  'jitdump-incomplete',
] as const satisfies readonly FindingId[];

const UNTRACED: Mark = {
  meaning: 'Python code ran here, but perf could not see which function.',
  causes: [...NO_PYTHON, ...NO_NAMES, ...BROKEN_STACKS],
};
const CUT: Mark = {
  meaning: 'The stack was cut inside a Python function: its name and its callers are missing.',
  causes: [...BROKEN_STACKS, 'jit-not-injected'],
};
const NO_PYTHON_FRAME: Mark = {
  meaning:
    'No Python function is on the stack of these samples: start-up, a thread of a C library, or Python code that was not recorded.',
  causes: [...NO_PYTHON, ...NO_NAMES, ...BROKEN_STACKS],
};
const NO_STACK_MARK: Mark = {
  meaning: 'perf recorded no stack for these samples.',
  causes: ['no-call-stacks'],
};
const UNNAMED_PYTHON: Mark = {
  meaning: 'A Python function whose name is not in the recording.',
  causes: NO_NAMES,
};
const UNNAMED_KERNEL: Mark = {
  meaning: 'Kernel code whose name is not in the recording.',
  causes: ['kernel-symbols-hidden'],
};
const UNNAMED: Mark = {
  meaning: 'Code whose name is not in the recording.',
  causes: ['stripped-interpreter', 'wrong-build'],
};

/** Modules that contain trampolines. */
const TRAMPOLINES = [PERF_MAP, INJECTED_FILE, JIT_MEMORY];

/** Undefined for ordinary functions. */
export function markOf(names: FunctionNames, func: number): Mark | undefined {
  if (func < 0) return undefined;
  const { strings, modules, funcs } = names;
  const kind = funcs.kind[func];
  const name = strings[funcs.name[func]];
  if (kind === Kind.untraced) return UNTRACED;
  if (kind === Kind.cut) return CUT;
  if (kind === Kind.empty)
    return name === NO_STACK ? NO_STACK_MARK : name === '[no Python frame]' ? NO_PYTHON_FRAME : undefined;
  if (!isUnnamed(names, func)) return undefined;
  const path = modules[funcs.module[func]] ?? '';
  if (TRAMPOLINES.some((each) => each.test(path))) return UNNAMED_PYTHON;
  return kind === Kind.kernel ? UNNAMED_KERNEL : UNNAMED;
}

/** The most important finding that explains the mark. */
export function causeOf({ causes }: Mark, diagnosis: Diagnosis | undefined): Finding | undefined {
  return diagnosis?.findings.find(({ id }) => causes.includes(id));
}
