// Findings about waiting: what a recording of wall time misses, and that another one says nothing about most of the time.

import type { Profile } from '../../model/profile.ts';
import { hasTaskRecords } from '../../model/thread-records.ts';
import { extremesOf } from '../../model/columns.ts';
import { MAX_STACK_SIZE } from '../../record/record-command.ts';
import { LACKS_TASK_RECORDS, PRINT_WALL_TIME } from '../../text/wait-help.ts';
import { capitalized, formatDuration, unitOf } from '../../text/format.ts';
import { recordAgain, recordDifferently, recordedModeOf, recordWall } from '../record-again.ts';
import type { RecordingFacts } from '../recording-facts.ts';
import { percent, rule, severityOf } from '../rule.ts';
import { isEnough } from '../selection.ts';

const MIN_NOT_RECORDED = 0.05;
const MIN_WITHOUT_PYTHON = 0.1;
/** A program that is busy for less of the time mostly waits. */
const MAX_BUSY = 0.4;
/** In nanoseconds. Start-up and shutdown count for much of a shorter recording. */
const MIN_DURATION = 1e9;
/** Events whose samples are evenly distributed over CPU time. */
const CPU_TIME = /^(?:cpu-clock|task-clock|cycles|cpu_(?:core|atom)\/cycles)\b/;
/** Events of which each sample is the beginning of a wait. */
const SWITCHES = /^(?:(?:context-switches|cs)\/period=1\/|sched:sched_switch(?::|$))/;
/** Events that say when threads waited. */
const WAITING = /^(?:offcpu-time|context-switches|cs|sched:)/;

export const MOSTLY_WAITING = rule({
  id: 'mostly-waiting',
  detect(facts) {
    const { profile, python, all } = facts;
    const duration = durationOf(facts);
    const busy = cpuTimeOf(facts) / duration;
    const isSilent = !profile.threadRecords && !profile.events.some((name) => WAITING.test(name));
    if (!isSilent || !isEnough(python, all) || !(duration >= MIN_DURATION && busy < MAX_BUSY))
      return undefined;
    return { severity: 'hint', share: 0, samples: 0, evidence: { busy, duration } };
  },
  title: ({ evidence: { busy } }) =>
    `Busy ${percent(busy)} of the time: the recording does not say what it waited for`,
  text: ({ evidence: { busy, duration } }) =>
    `Only running code is sampled. The program waited for ${formatDuration(duration * (1 - busy))} of ${formatDuration(duration)}.`,
  fix: (_, facts) => recordWall(facts),
});

/** From the first to the last sample, in nanoseconds; NaN without times. */
function durationOf({ profile: { samples } }: RecordingFacts): number {
  const { min, max } = extremesOf(samples.time) ?? { min: NaN, max: NaN };
  return max - min;
}

/** Of all recorded processes, in nanoseconds; NaN if the samples do not tell. */
function cpuTimeOf({ eventName, event, profile, all }: RecordingFacts): number {
  const isSystemWide = event?.isSystemWide ?? profile.printed?.hasCpu ?? false;
  if (isSystemWide || !CPU_TIME.test(eventName)) return NaN;
  if (event && event.frequency > 0) return (all.samples / event.frequency) * 1e9;
  const hasPeriods = profile.printed?.hasPeriods ?? true;
  return unitOf(eventName) === 'ns' && hasPeriods ? all.weight : NaN;
}

export const TIME_NOT_RECORDED = rule({
  id: 'time-not-recorded',
  detect({ waits, profile }) {
    const share = waits?.notRecorded ?? 0;
    if (!(share > MIN_NOT_RECORDED)) return undefined;
    const lost = profile.threadRecords?.lost ?? 0;
    // Threads that never woke up were most likely idle.
    return { severity: lost > 0 ? 'incomplete' : 'hint', share, samples: 0, evidence: { lost } };
  },
  title: ({ share }) => `${percent(share)} of the threads’ time was not recorded`,
  text: ({ evidence: { lost } }, { profile }) => {
    if (lacksTaskRecords(profile)) return `${capitalized(LACKS_TASK_RECORDS)}.`;
    return lost > 0
      ? 'perf lost records, or the threads did not run while it recorded. What they did then is unknown.'
      : 'These threads did not run while perf recorded, so it is unknown what they waited for.';
  },
  fix: (_, { profile }) =>
    lacksTaskRecords(profile)
      ? [PRINT_WALL_TIME]
      : ['# Record from the start of the program: pyrograph record --wall -- PROGRAM'],
});

function lacksTaskRecords({ threadRecords }: Profile): boolean {
  return threadRecords !== undefined && !hasTaskRecords(threadRecords);
}

export const SWITCHES_WITHOUT_TIMES = rule({
  id: 'switches-without-times',
  detect: ({ profile }) =>
    !profile.threadRecords && profile.events.some((name) => SWITCHES.test(name))
      ? { severity: 'incomplete', share: 0, samples: 0, evidence: { text: profile.printed !== undefined } }
      : undefined,
  title: () => 'The recording does not say how long the threads waited',
  text: ({ evidence: { text } }) =>
    `It has a sample where each wait began, but ${text ? 'the text lacks' : 'not'} the records of when the threads ran again.`,
  fix: ({ evidence: { text } }, facts) => (text ? [PRINT_WALL_TIME] : recordWall(facts)),
});

export const WAITS_WITHOUT_PYTHON = rule({
  id: 'waits-without-python',
  detect({ waits }) {
    if (!waits || waits.waits === 0) return undefined;
    const { waits: all, withoutPython } = waits;
    const share = withoutPython / all;
    if (!(share > MIN_WITHOUT_PYTHON)) return undefined;
    return { severity: severityOf(share), share, samples: withoutPython, evidence: { waits: all } };
  },
  title: ({ share }) => `${percent(share)} of the waits have no Python function`,
  text: () =>
    'perf copied too little of the stacks, or cannot unwind this Python. Threads of C libraries have none, either.',
  fix(_, facts) {
    if (recordedModeOf(facts) === 'fp') return recordAgain(facts, { mode: 'dwarf' });
    const { stackSize = 0 } = facts.event ?? {};
    return recordDifferently(facts, { stackSize: Math.min(2 * stackSize, MAX_STACK_SIZE) });
  },
});
