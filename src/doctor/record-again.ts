// Writes the command that records the same program again, with changes that fix a finding.

import { NONE } from '../model/profile.ts';
import {
  DEFAULT_FREQUENCY,
  DEFAULT_STACK_SIZE,
  fittingFrequency,
  parseRecordCommand,
  perfSupport,
  recordCommand,
  type RecordedCommand,
  type RecordMode,
  type RecordPlan,
} from '../record/record-command.ts';
import { pyrographCommand, requestOf } from './record-with-pyrograph.ts';
import type { RecordingFacts } from './recording-facts.ts';
import { isBefore } from './versions.ts';

/** The first version with `-X perf_jit`, and the usual name of its interpreter. */
const JIT_VERSION = '3.13';
export const JIT_PYTHON = 'python3.13';

/** Packs the recording with its symbol files. */
export const PACK_COMMAND = 'pyrograph pack perf.data -o out.tar.gz';

/** The command that makes the kernel record more than `limit` frames. */
export function raiseDepthLimit(limit: number): string {
  return `sysctl kernel.perf_event_max_stack=${limit < 1024 ? 1024 : 4096}`;
}

/** Events that perf adds or chooses by default. */
const DEFAULT_EVENTS = ['cycles', 'task-clock', 'dummy'];

export type Changes = Partial<
  Pick<RecordPlan, 'mode' | 'stackSize' | 'frequency' | 'coversChildren' | 'events' | 'extra'>
> & {
  /** The interpreter to use instead of the recorded one. */
  readonly python?: string | undefined;
};

/** The recorded command with these changes. A Python that lacks `-X perf_jit` is replaced if the command needs it. */
export function recordAgain(facts: RecordingFacts, changes: Changes = {}): string {
  const request = requestOf(facts);
  if (request) return pyrographCommand(request, recordedModeOf(facts), changes);
  const recorded = recordedCommand(facts);
  const mode = changes.mode ?? recordedModeOf(facts);
  const python = changes.python ?? (mode === 'dwarf' && lacksJit(facts) ? JIT_PYTHON : undefined);
  const plan: RecordPlan = {
    ...recorded,
    launcher: python === undefined ? recorded.launcher : withInterpreter(recorded.launcher, python),
    events: changes.events ?? recorded.events,
    extra: [...recorded.extra, ...(changes.extra ?? [])],
    mode,
    frequency: changes.frequency ?? recordedFrequency(facts),
    stackSize: changes.stackSize ?? (facts.event?.stackSize || DEFAULT_STACK_SIZE),
    coversChildren: changes.coversChildren ?? false,
  };
  return recordCommand({ ...plan, frequency: fittingFrequency(plan) });
}

export function recordedModeOf({ mode }: RecordingFacts): RecordMode {
  return mode === 'dwarf' ? 'dwarf' : 'fp';
}

/** A larger buffer and a quarter of the frequency, so that perf keeps up. */
export function withoutLoss(facts: RecordingFacts): Changes {
  return { extra: ['-m', '16M'], frequency: Math.max(49, Math.floor(recordedFrequency(facts) / 4)) };
}

/** A frequency that the kernel does not throttle. */
export function withoutThrottling(facts: RecordingFacts): Changes {
  return { frequency: Math.min(recordedFrequency(facts), DEFAULT_FREQUENCY) };
}

export function withMoreSamples(facts: RecordingFacts): Changes {
  return { frequency: Math.max(recordedFrequency(facts), 4999) };
}

/** Samples per second; the default for events with a fixed period. */
function recordedFrequency({ event }: RecordingFacts): number {
  return event && event.frequency !== NONE && event.frequency > 0 ? event.frequency : DEFAULT_FREQUENCY;
}

/** A sentence for findings whose fix cannot start Python because perf attaches to running processes; otherwise empty. */
export function attachNote(facts: RecordingFacts, mode = recordedModeOf(facts)): string {
  const request = requestOf(facts);
  const attach =
    request?.options.pid ?? parseRecordCommand(facts.profile.recorded?.commandLine ?? [])?.attach ?? '';
  if (attach === '') return '';
  const { option } = perfSupport(mode, request ? 'perf' : undefined);
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
    extra: parsed?.extra ?? [],
    launcher: [interpreterOf(facts)],
    options: [],
    program: ['app.py'],
  };
}

/** The recorded events without modifiers, except those that perf adds or chooses by default. */
function eventsOf({ profile, eventName }: RecordingFacts): string[] {
  const names = profile.events.map(withoutModifier).filter((name) => !DEFAULT_EVENTS.includes(name));
  // perf adds cpu-clock when there is no cycle counter.
  return names.filter((name) => name !== 'cpu-clock' || name === withoutModifier(eventName));
}

function withoutModifier(event: string): string {
  return event.replace(/:[a-zA-Z]+$/, '');
}

/** The name of the release build: `python3.13` for `python3.13d`. */
export function withoutDebugFlag(facts: RecordingFacts): string {
  const recorded = recordedCommand(facts).launcher.at(-1) ?? interpreterOf(facts);
  return recorded.replace(/(python3\.\d+)[td]*d$/, '$1');
}

/** The Python binary with the most weight. */
function interpreterOf({ python, versions }: RecordingFacts): string {
  const byPath = Array.from(python.groupBy(({ process }) => process.python));
  const [heaviest] = byPath.sort(([, a], [, b]) => b.weight - a.weight).map(([path]) => path);
  return heaviest?.includes('/bin/') ? heaviest : `python${versions.at(-1) ?? '3'}`;
}

/** Replaces the interpreter, the last word of `launcher`; an empty launcher stays empty. */
function withInterpreter(launcher: readonly string[], python: string): readonly string[] {
  return launcher.length === 0 ? launcher : [...launcher.slice(0, -1), python];
}
