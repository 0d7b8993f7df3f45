// Writes the command that records the same program again, with changes that fix a finding.

import { NONE } from '../model/profile.ts';
import { hasSwitches } from '../model/thread-records.ts';
import {
  withEachSwitch,
  withoutMaxStack,
  withoutModifier,
  DEFAULT_FREQUENCY,
  DEFAULT_STACK_SIZE,
  fittingFrequency,
  parseRecordCommand,
  perfSupport,
  recordCommand,
  usesFrequency,
  type PerfSupport,
  type RecordedCommand,
  type RecordMode,
  type RecordPlan,
  JIT_VERSION,
  pythonOf,
} from '../record/record-command.ts';
import { pyrographCommand, requestOf, wallCommand } from './record-with-pyrograph.ts';
import type { RecordingFacts } from './recording-facts.ts';
import { isBefore } from './versions.ts';

export const OPEN_COMMAND = 'pyrograph open perf.data';
/** Print the text of a `-X perf_jit` recording with names. */
export const INJECT_COMMANDS = [
  'perf inject -i perf.data --jit --output perf.jit.data',
  'perf script -i perf.jit.data --no-inline > out.perf',
];

/** Limits on the number of frames, up to the largest of which a record of 64 KiB has room for. */
const DEPTH_LIMITS = [1024, 4096, 8000];

/** The command that makes the kernel record more than `limit` frames; empty if that is impossible. */
export function raiseDepthLimit(limit: number): string[] {
  const next = DEPTH_LIMITS.find((each) => each > limit);
  return next === undefined ? [] : [`sysctl kernel.perf_event_max_stack=${next}`];
}

/** Events that perf adds or chooses by default. */
const DEFAULT_EVENTS = ['cycles', 'task-clock', 'dummy'];

export type Changes = Partial<
  Pick<RecordPlan, 'mode' | 'stackSize' | 'frequency' | 'coversChildren' | 'events' | 'extra' | 'support'>
> & {
  /** The interpreter to use instead of the recorded one. */
  readonly python?: string | undefined;
};

/**
 * The recorded command with these changes; empty if it cannot be typed. A Python that lacks `-X perf_jit` is replaced if the command
 * needs it.
 */
export function recordAgain(facts: RecordingFacts, changes: Changes = {}): string[] {
  const command = changedCommand(facts, changes);
  return command === undefined ? [] : [command];
}

function changedCommand(facts: RecordingFacts, changes: Changes): string | undefined {
  const request = requestOf(facts);
  if (request) return pyrographCommand(request, recordedModeOf(facts), changes);
  const plan = planOf(facts, changes);
  return recordCommand({ ...plan, frequency: fittingFrequency(plan) });
}

/** The command that records what the same program waits for. */
export function recordWall(facts: RecordingFacts): string[] {
  const command = wallCommand(requestOf(facts) ?? recordedCommand(facts));
  return command === undefined ? [] : [command];
}

/** Like recordAgain(), but empty if that is the recorded command, which would give the same recording again. */
export function recordDifferently(facts: RecordingFacts, changes: Changes = {}): string[] {
  const recorded = recordedText(facts);
  return recordAgain(facts, changes).filter((command) => command !== recorded);
}

function planOf(facts: RecordingFacts, changes: Changes): RecordPlan {
  const recorded = recordedCommand(facts);
  const mode = changes.mode ?? recordedModeOf(facts);
  const support = changes.support ?? (mode === 'dwarf' ? recordedSupport(facts) : undefined);
  const needsJit = perfSupport(mode, support).option === 'perf_jit';
  const events = changes.events ?? recorded.events;
  const python = changes.python ?? (needsJit && lacksJit(facts) ? pythonOf(JIT_VERSION) : undefined);
  return {
    ...recorded,
    launcher: python === undefined ? recorded.launcher : withInterpreter(recorded.launcher, python),
    events: hasSwitches(facts.profile.threadRecords) ? events.map(withEachSwitch) : events,
    extra: [...recorded.extra, ...(changes.extra ?? [])],
    mode,
    support,
    frequency: changes.frequency ?? recordedFrequency(facts),
    stackSize: changes.stackSize ?? (facts.event?.stackSize || DEFAULT_STACK_SIZE),
    coversChildren: changes.coversChildren ?? false,
  };
}

export function recordedModeOf({ mode }: RecordingFacts): RecordMode {
  return mode === 'dwarf' ? 'dwarf' : 'fp';
}

/** A recording with `-X perf` and copied stacks is complete, so it stays that way. Undefined if Python wrote a jitdump, or none. */
function recordedSupport({ mode, profile, python }: RecordingFacts): PerfSupport | undefined {
  const isTraced = python.groups.some(({ process }) => process.isTraced);
  const hasDump = python.groups.some(({ process }) => process.hasJitdump);
  return profile.recorded && mode === 'dwarf' && isTraced && !hasDump ? 'perf' : undefined;
}

/** The recorded command as recordAgain() writes commands; undefined if it is unknown, or if these cannot express it. */
function recordedText(facts: RecordingFacts): string | undefined {
  const { profile, event, mode } = facts;
  const request = requestOf(facts);
  if (request) return pyrographCommand(request, recordedModeOf(facts), {});
  const support = recordedOption(profile.recorded?.commandLine ?? []);
  if (!event || mode === 'none' || !isProgramKnown(facts) || support === undefined) return undefined;
  const plan = { ...planOf(facts, {}), support };
  const lacksClock = plan.mode === 'dwarf' && support === 'perf_jit' && event.clock !== CLOCK_MONOTONIC;
  const hasOtherRate = usesFrequency(plan) && fittingFrequency(plan) !== event.frequency;
  return lacksClock || hasOtherRate ? undefined : recordCommand(plan);
}

const CLOCK_MONOTONIC = 1;

/** The `-X` option of a command: `-X perf`, `-Xperf_jit`. */
function recordedOption(words: readonly string[]): PerfSupport | undefined {
  for (const [i, word] of words.entries()) {
    const [, option] =
      /^-\w*?X(perf(?:_jit)?)$/.exec(/^-\w*X$/.test(word) ? word + (words[i + 1] ?? '') : word) ?? [];
    if (option !== undefined) return option === 'perf' ? 'perf' : 'perf_jit';
  }
  return undefined;
}

/** A larger buffer and, unless switches are recorded, a quarter of the frequency, so that perf keeps up. */
export function withoutLoss(facts: RecordingFacts): Changes {
  if (hasSwitches(facts.profile.threadRecords)) return { extra: ['-m', '16M'] };
  return { extra: ['-m', '16M'], frequency: Math.max(49, Math.floor(recordedFrequency(facts) / 4)) };
}

/** A frequency that the kernel does not throttle. */
export function withoutThrottling(facts: RecordingFacts): Changes {
  return { frequency: Math.min(recordedFrequency(facts), DEFAULT_FREQUENCY) };
}

/** False if all events are tracepoints: then a higher frequency gives no more samples. */
export function isSampled(facts: RecordingFacts): boolean {
  return usesFrequency(recordedCommand(facts));
}

export function withMoreSamples(facts: RecordingFacts): Changes {
  return { frequency: Math.max(recordedFrequency(facts), 4999) };
}

/** The events without limits on the depth of their stacks. */
export function withoutDepthLimit(facts: RecordingFacts): Changes {
  return { events: recordedCommand(facts).events.map(withoutMaxStack) };
}

/** Samples per second; the default for events with a fixed period. */
function recordedFrequency({ event }: RecordingFacts): number {
  return event && event.frequency !== NONE && event.frequency > 0 ? event.frequency : DEFAULT_FREQUENCY;
}

/** A sentence for findings whose fix cannot start Python because perf attaches to running processes; otherwise empty. */
export function attachNote(facts: RecordingFacts, changes: Changes = {}): string {
  const request = requestOf(facts);
  const { attach, mode, support } = planOf(facts, changes);
  if ((request?.options.pid ?? attach) === '') return '';
  const { option } = perfSupport(mode, request ? 'perf' : support);
  return ` Start Python with \`-X ${option}\` before perf attaches to it.`;
}

function lacksJit({ versions }: RecordingFacts): boolean {
  return isBefore(versions.at(-1) ?? '', JIT_VERSION);
}

/** False if the recording does not name its program; commands then contain `app.py` instead. */
export function isProgramKnown(facts: RecordingFacts): boolean {
  if (requestOf(facts)) return true;
  const { profile } = facts;
  const parsed = parseRecordCommand(profile.recorded?.commandLine ?? []);
  return parsed !== undefined && namesTarget(parsed);
}

function namesTarget({ attach, launcher, program }: RecordedCommand): boolean {
  return attach !== '' || launcher.length + program.length > 0;
}

function recordedCommand(facts: RecordingFacts): RecordedCommand {
  const parsed = parseRecordCommand(facts.profile.recorded?.commandLine ?? []);
  if (parsed && namesTarget(parsed)) return parsed;
  return {
    systemWide: parsed?.systemWide ?? facts.event?.isSystemWide ?? false,
    attach: '',
    events: parsed?.events ?? eventsOf(facts),
    period: parsed?.period,
    extra: parsed?.extra ?? (hasSwitches(facts.profile.threadRecords) ? ['--switch-events'] : []),
    launcher: [interpreterOf(facts)],
    options: [],
    program: ['app.py'],
  };
}

/** The recorded events without modifiers, except those that perf adds or chooses by default. */
function eventsOf({ profile, eventName }: RecordingFacts): string[] {
  const isWall = hasSwitches(profile.threadRecords);
  const recorded = profile.recorded?.events.map(({ name }) => name) ?? profile.events;
  const names = recorded.map(withoutModifier).filter((name) => !DEFAULT_EVENTS.includes(name));
  // perf adds cpu-clock when there is no cycle counter. Wall time needs its samples of running threads.
  return names.filter((name) => name !== 'cpu-clock' || isWall || name === withoutModifier(eventName));
}

/** The name of the release build: `python3.13` for `python3.13d`. */
export function withoutDebugFlag(facts: RecordingFacts): string {
  const recorded = recordedCommand(facts).launcher.at(-1) ?? interpreterOf(facts);
  return recorded.replace(/(python3\.\d+)[td]*d$/, '$1');
}

/** The Python binary with the most weight; of equal ones the last in alphabetical order. */
function interpreterOf({ python, versions }: RecordingFacts): string {
  const byPath = Array.from(python.groupBy(({ process }) => process.python));
  const heaviest = byPath.sort(
    ([a, { weight }], [b, other]) => other.weight - weight || (a < b ? 1 : -1),
  )[0]?.[0];
  return heaviest?.includes('/bin/') ? heaviest : `python${versions.at(-1) ?? '3'}`;
}

/** Replaces the interpreter, the last word of `launcher`; an empty launcher stays empty. */
function withInterpreter(launcher: readonly string[], python: string): readonly string[] {
  return launcher.length === 0 ? launcher : [...launcher.slice(0, -1), python];
}
