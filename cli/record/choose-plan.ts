// Chooses how to record a Python program, and explains the choice.

import { formatCount, formatList } from '../../src/text/format.ts';
import type { ProgramCommand } from '../../src/record/program-command.ts';
import {
  DEFAULT_FREQUENCY,
  perfSupport,
  type RecordMode,
  type RecordPlan,
  recordCommand,
  recordWords,
} from '../../src/record/record-command.ts';
import {
  MAX_BYTES_PER_SECOND,
  bytesPerSecond,
  chooseSampling,
  type MeasuredStacks,
  type Sampling,
} from '../../src/record/sampling.ts';
import type { RecordOptions } from './arguments.ts';
import {
  supportsPerf,
  type FoundProgram,
  type FoundPython,
  type FramePointers,
  explainOldPython,
} from './find-python.ts';
import type { Host } from './host.ts';
import { cannotRecord, type KernelSettings, type PerfFacts } from './read-perf.ts';
import { shellCommand } from '../../src/text/shell-command.ts';
import { jsonText } from '../print.ts';

interface ChosenPlan {
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

/** Values of `process.arch` for which Pyrograph unwinds stacks. */
const UNWOUND: readonly string[] = ['x64', 'arm64'];
/** The default of kernel.perf_event_max_stack. */
const DEFAULT_MAX_STACK = 127;

/**
 * Copied stacks are the default even if the Python has frame pointers: the kernel follows these for at most 127 frames, and not at
 * all through libraries without them.
 */
export function chooseMode({ mode }: RecordOptions, { abilities }: PerfFacts, { arch }: Host): RecordMode {
  return mode ?? (abilities.copiesStacks && UNWOUND.includes(arch) ? 'dwarf' : 'fp');
}

/** `measured` is undefined for programs that are not running yet. Throws an ExitError if this Python cannot be recorded. */
export function choosePlan(
  facts: RecordFacts,
  options: RecordOptions,
  measured: MeasuredStacks | undefined,
  host: Host,
): ChosenPlan {
  const { program, framePointers, perf } = facts;
  const { command, python, note } = program;
  const mode = chooseMode(options, perf, host);
  if (python) requireSupport(python, command, options, host);
  const { compression, buffer } = perf.abilities;
  const { wall } = options;
  if (wall && perf.isUserOnly)
    throw cannotRecord(
      'threads wait in the kernel, which perf may not record: run sysctl kernel.perf_event_paranoid=1 as root',
    );
  const compresses = compression.length > 0;
  const needs = { ...options, ...(wall && wallSampling(options)), compresses, measured };
  const isDwarf = mode === 'dwarf';
  const sampling = isDwarf
    ? chooseSampling(needs)
    : { frequency: options.frequency ?? DEFAULT_FREQUENCY, stackSize: 0 };
  const plan: RecordPlan = {
    ...command,
    program: command.launcher.length === 0 && command.program.length === 0 ? timer(options) : command.program,
    systemWide: options.systemWide,
    attach: options.attach,
    events: wall
      ? [perf.event || 'cycles', EACH_SWITCH]
      : perf.event === '' && !perf.isUserOnly
        ? []
        : [eventName(perf)],
    extra: [
      '-o',
      options.output,
      ...(wall ? ['--switch-events', '-k', 'CLOCK_MONOTONIC'] : []),
      ...(isDwarf ? compression : []),
      ...(buffer !== '' && (isDwarf || options.buffer !== '') ? ['-m', buffer] : []),
      ...options.perf,
    ],
    ...sampling,
    mode,
    coversChildren: true,
    support: 'perf',
  };
  const reasons = [
    ...describePython(program, framePointers, mode, options),
    ...(note === '' ? [] : [note]),
    ...(isDwarf ? [wall ? describeSwitches(sampling) : describeSampling(sampling, needs)] : []),
    ...describePerf(perf, mode),
  ];
  return { plan, reasons };
}

/** A sample whenever a thread stops running. */
const EACH_SWITCH = 'context-switches/period=1/';
/** A switch is usually deeper in C than in Python, and there may be many of them: 1 to 3 % of the stacks do not fit. */
const WALL_SAMPLING = { frequency: 499, stackSize: 16384 };

/** What the user chose is kept. */
function wallSampling({ frequency, stackSize }: RecordOptions): Sampling {
  return {
    frequency: frequency ?? WALL_SAMPLING.frequency,
    stackSize: stackSize ?? WALL_SAMPLING.stackSize,
  };
}

/** How large the recording gets depends on how often threads wait, which nobody knows. */
function describeSwitches({ frequency, stackSize }: Sampling): string {
  return (
    `perf copies up to ${formatCount(stackSize)} bytes of the stack ${formatCount(frequency)} times per second, and at each switch of a thread, ` +
    'so the recording grows with the number of waits.'
  );
}

/** For running processes: perf records them until the program that it starts has ended. */
function timer({ duration }: RecordOptions): readonly string[] {
  return duration === undefined ? [] : ['sleep', `${duration}`];
}

function requireSupport(
  python: FoundPython,
  command: ProgramCommand,
  options: RecordOptions,
  host: Host,
): void {
  const { implementation, executable, version } = python;
  const name = `Python ${version.join('.')} (${executable})`;
  if (implementation !== 'cpython')
    throw cannotRecord(`${name} is ${implementation}: perf support is part of CPython only`);
  if (!supportsPerf(python))
    throw cannotRecord(
      `${name} cannot show its functions to perf: ${explainOldPython(options, command, host)}`,
    );
}

function eventName({ event, isUserOnly }: PerfFacts): string {
  const name = event === '' ? 'cycles' : event;
  return isUserOnly && /^[\w-]+$/.test(name) ? `${name}:u` : name;
}

function describePython(
  { command, python }: FoundProgram,
  framePointers: FramePointers | undefined,
  mode: RecordMode,
  { attach, systemWide }: RecordOptions,
): string[] {
  if (attach === '' && command.program.length === 0 && systemWide)
    return ['Recording all processes; only Python programs started with -X perf show their functions.'];
  const { option, variable } = perfSupport(mode, 'perf');
  const how =
    attach !== ''
      ? []
      : command.launcher.length > 0
        ? [`-X ${option} names its functions, and ${variable} those of its child processes.`]
        : [`${variable} turns on function names, since the command does not name its interpreter.`];
  if (!python) return ['Could not find out which Python runs the program; recording it anyway.', ...how];
  const name = `Python ${python.version.join('.')} (${python.executable})`;
  if (mode === 'dwarf') return [`${name}: perf copies the stacks, which Pyrograph unwinds.`, ...how];
  const conflict = framePointers?.present === false ? ' Callers will be missing.' : '';
  const presence = `${framePointers?.present ? 'has' : 'has no'} frame pointers (${framePointers?.evidence})`;
  return [`${name} ${presence}: perf follows its frame pointers (-g).${conflict}`, ...how];
}

function describeSampling(
  sampling: Sampling,
  needs: { readonly compresses: boolean; readonly measured: MeasuredStacks | undefined },
): string {
  const { frequency, stackSize } = sampling;
  const { measured, compresses } = needs;
  const expected = bytesPerSecond(sampling, needs);
  const basis = measured ? ', as measured' : ' for each busy CPU';
  const excess =
    expected > MAX_BYTES_PER_SECOND
      ? `, more than the usual limit of ${megabytes(MAX_BYTES_PER_SECOND)}`
      : '';
  return (
    `perf copies up to ${formatCount(stackSize)} bytes of the stack ${formatCount(frequency)} times per second${compresses ? ' and compresses them' : ''}: ` +
    `about ${megabytes(expected)} per second${basis}${excess}.`
  );
}

function megabytes(bytes: number): string {
  const number = bytes / 1e6;
  return `${number < 10 ? number.toFixed(1) : Math.round(number)} MB`;
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

/** The reasons as shell comments, then the commands. */
export function planAsText({ plan, reasons }: ChosenPlan, output: string): string {
  const commands = [recordCommand(plan), shellCommand(['pyrograph', 'open'], [output])];
  const typed = commands.filter((command) => command !== undefined);
  return [...reasons.map((reason) => `# ${reason}`), ...typed, ''].join('\n');
}

export function planAsJson(
  { plan, reasons }: ChosenPlan,
  { program, framePointers, perf }: RecordFacts,
): string {
  const { mode, frequency, stackSize, events } = plan;
  const { environment, words } = recordWords(plan);
  const { python } = program;
  return jsonText({
    schema: 1,
    mode,
    frequency,
    stackSize,
    events,
    environment,
    words,
    command: [recordCommand(plan)].filter((command) => command !== undefined),
    python: python
      ? {
          executable: python.executable,
          version: python.version.join('.'),
          framePointers: framePointers?.present,
        }
      : null,
    perf: { version: perf.version, userOnly: perf.isUserOnly, settings: perf.settings },
    reasons,
  });
}
