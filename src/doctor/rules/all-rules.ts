// All rules, in the order of FINDING_IDS.

import type { Rule } from '../rule.ts';
import * as names from './names.ts';
import * as python from './python.ts';
import * as recording from './recording.ts';
import * as stacks from './stacks.ts';
import * as waiting from './waiting.ts';

export const RULES: readonly Rule[] = [
  recording.TRUNCATED_RECORDING,
  recording.WITHOUT_SAMPLES,
  recording.NO_CALL_STACKS,
  recording.LOST_SAMPLES,
  python.PYTHON_TOO_OLD,
  python.PERF_SUPPORT_OFF,
  stacks.INTERPRETER_WITHOUT_FRAME_POINTERS,
  stacks.TRAMPOLINES_WITHOUT_UNWIND_INFO,
  names.JIT_NOT_INJECTED,
  names.JIT_FILES_MISSING,
  names.CLOCK_MISMATCH,
  names.PERF_MAP_MISSING,
  python.CHILDREN_WITHOUT_PERF_SUPPORT,
  stacks.STACK_DUMP_TOO_SMALL,
  stacks.STACK_DEPTH_LIMIT,
  stacks.UNWINDING_STOPPED,
  stacks.LIBRARY_WITHOUT_FRAME_POINTERS,
  stacks.PERF_TOO_OLD_FOR_JIT,
  python.PERF_SUPPORT_PARTIAL,
  names.JITDUMP_INCOMPLETE,
  names.WRONG_BUILD,
  python.DEBUG_BUILD,
  python.TRACER_ACTIVE,
  names.STRIPPED_INTERPRETER,
  names.KERNEL_SYMBOLS_HIDDEN,
  recording.THROTTLED,
  recording.TEXT_FIELDS_MISSING,
  recording.KERNEL_NOT_RECORDED,
  recording.TOO_FEW_SAMPLES,
  python.COMPILED_PYTHON,
  waiting.WAITS_WITHOUT_PYTHON,
  waiting.TIME_NOT_RECORDED,
  waiting.MOSTLY_WAITING,
];
