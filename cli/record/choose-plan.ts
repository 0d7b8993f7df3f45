// Chooses how to record a Python program, and explains the choice.

import { formatList } from '../../src/text/format.ts';
import {
  DEFAULT_STACK_SIZE,
  fittingFrequency,
  perfSupport,
  type RecordMode,
  type RecordPlan,
} from '../../src/record/record-command.ts';
import { askPython, type FoundProgram, type FoundPython } from './find-python.ts';
import type { FramePointers } from './frame-pointers.ts';
import type { Host } from './host.ts';
import { cannotRecord, type KernelSettings, type PerfFacts } from './read-perf.ts';

export interface RecordOptions {
  readonly frequency: number;
  /** By default, chosen for the program's Python. */
  readonly mode: RecordMode | undefined;
  readonly output: string;
}

export interface ChosenPlan {
  readonly plan: RecordPlan;
  /** Sentences that explain the plan to the user. */
  readonly reasons: readonly string[];
}

/** What the choice depends on. */
export interface RecordFacts {
  readonly program: FoundProgram;
  /** Undefined if it is not known which Python runs the program. */
  readonly framePointers: FramePointers | undefined;
  readonly perf: PerfFacts;
}

/** Minor versions of Python 3: the first one with `-X perf`, and the first one with `-X perf_jit`. */
const FIRST_WITH_PERF = 12;
const FIRST_WITH_JIT = 13;
/** The newest version to look for in PATH. */
const NEWEST = 19;
/** The default of kernel.perf_event_max_stack. */
const DEFAULT_MAX_STACK = 127;

/** Throws an ExitError if this Python cannot be recorded. */
export function choosePlan(
  { program, framePointers, perf }: RecordFacts,
  options: RecordOptions,
  host: Host,
): ChosenPlan {
  const { command, python, note } = program;
  const mode = options.mode ?? (python && framePointers?.present === false ? 'dwarf' : 'fp');
  if (python) requireSupport(python, mode, framePointers, host);
  const plan: RecordPlan = {
    ...command,
    systemWide: false,
    attach: '',
    events: perf.event === '' && !perf.isUserOnly ? [] : [eventName(perf)],
    extra: ['-o', options.output],
    frequency: options.frequency,
    mode,
    stackSize: DEFAULT_STACK_SIZE,
    coversChildren: true,
  };
  const reasons = [
    ...describePython(program, framePointers, mode),
    ...(note === '' ? [] : [note]),
    ...describeFrequency(plan),
    ...describePerf(perf, mode),
  ];
  return { plan, reasons };
}

function requireSupport(
  python: FoundPython,
  mode: RecordMode,
  framePointers: FramePointers | undefined,
  host: Host,
): void {
  const { implementation, executable } = python;
  const [major, minor] = python.version;
  const name = `Python ${python.version.join('.')} (${executable})`;
  if (implementation !== 'cpython')
    throw cannotRecord(`${name} is ${implementation}: perf support is part of CPython only`);
  if (major < 3 || minor < FIRST_WITH_PERF)
    throw cannotRecord(
      `${name} cannot show its functions to perf: use ${newerPython(FIRST_WITH_PERF, host)}`,
    );
  if (mode === 'fp' || minor >= FIRST_WITH_JIT) return;
  const why = framePointers?.present === false ? ' was built without frame pointers' : ' has no -X perf_jit';
  throw cannotRecord(
    `${name}${why}: use ${newerPython(FIRST_WITH_JIT, host)}, or a build with CFLAGS=-fno-omit-frame-pointer`,
  );
}

/** A Python 3 in PATH with at least this minor version, or else a description of one. */
function newerPython(minMinor: number, host: Host): string {
  for (let minor = NEWEST; minor >= Math.max(minMinor, FIRST_WITH_JIT); minor--) {
    const path = host.findProgram(`python3.${minor}`);
    if (path !== undefined && askPython([path], host)) return path;
  }
  return `Python 3.${FIRST_WITH_JIT} or newer`;
}

function eventName({ event, isUserOnly }: PerfFacts): string {
  const name = event === '' ? 'cycles' : event;
  return isUserOnly && /^[\w-]+$/.test(name) ? `${name}:u` : name;
}

function describePython(
  { command, python }: FoundProgram,
  framePointers: FramePointers | undefined,
  mode: RecordMode,
): string[] {
  const { option, variable } = perfSupport(mode);
  const how =
    command.launcher.length > 0
      ? `-X ${option} names its functions, and ${variable} those of its child processes.`
      : `${variable} turns on function names, since the command does not name its interpreter.`;
  if (!python) return ['Could not find out which Python runs the program; recording it anyway.', how];
  const unwinding =
    mode === 'fp'
      ? 'perf follows its frame pointers (-g)'
      : 'perf copies the stacks, which Pyrograph unwinds';
  const conflict = mode === 'fp' && framePointers?.present === false ? ' Callers will be missing.' : '';
  const presence = `${framePointers?.present ? 'has' : 'has no'} frame pointers (${framePointers?.evidence})`;
  return [
    `Python ${python.version.join('.')} (${python.executable}) ${presence}: ${unwinding}.${conflict}`,
    how,
  ];
}

function describeFrequency(plan: RecordPlan): string[] {
  const fitting = fittingFrequency(plan);
  if (fitting === plan.frequency) return [];
  return [`-F ${fitting} instead of ${plan.frequency}, because copied stacks produce a lot of data.`];
}

function describePerf({ event, isReplacement, isUserOnly, settings }: PerfFacts, mode: RecordMode): string[] {
  const reasons: string[] = [];
  if (isReplacement) reasons.push(`This machine cannot count CPU cycles: ${event} samples CPU time.`);
  if (isUserOnly)
    reasons.push('The kernel is not recorded; sysctl kernel.perf_event_paranoid=1 (as root) allows it.');
  return [...reasons, ...helpfulSettings(settings, mode, isUserOnly)];
}

/** Kernel settings that would improve the recording of some programs. */
function helpfulSettings(settings: KernelSettings, mode: RecordMode, isUserOnly: boolean): string[] {
  const helpful: string[] = [];
  if (mode === 'fp' && settings.perf_event_max_stack <= DEFAULT_MAX_STACK)
    helpful.push('kernel.perf_event_max_stack=1024 for stacks deeper than 127 frames');
  if (!isUserOnly && settings.kptr_restrict > 1)
    helpful.push('kernel.kptr_restrict=0 for the names of kernel functions');
  return helpful.length === 0 ? [] : [`With sysctl, root can set ${formatList(helpful)}.`];
}
