// Findings about the recording as a whole: what perf could not record, and what it was not asked to record.

import { hasSwitches } from '../../model/thread-records.ts';
import {
  isSampled,
  recordAgain,
  recordDifferently,
  withMoreSamples,
  withoutLoss,
  withoutThrottling,
} from '../record-again.ts';
import { aboutRecording, percent, rule, severityOf } from '../rule.ts';

const MIN_LOST = 0.01;
const MIN_THROTTLED = 10;
const MIN_THROTTLED_SHARE = 0.01;
const FEW_SAMPLES = 100;
const Z_95 = 1.96;
/** Buffers of 16 MB, which `pyrograph record` then uses, and a page for each. */
const LOCK_MORE = 'sysctl kernel.perf_event_mlock_kb=16388   # as root';
const PRINT = 'perf script -i perf.data --no-inline > out.perf';
/** An event limited to user code: `cycles:u`, `cycles:ppu`. */
const USER_EVENT = /:[a-zA-Z]*u[a-zA-Z]*$/;
/** Parts of a command line that limit events to user code. */
const ASKS_FOR_USER = /(?::[a-zA-Z]*u|--all-user|\/u)\b/;

export const TRUNCATED_RECORDING = rule({
  id: 'truncated-recording',
  detect: ({ profile: { recorded, printed } }) =>
    recorded?.isTruncated || printed?.isTruncated ? aboutRecording('incomplete', {}) : undefined,
  title: () => 'The recording is truncated',
  text: (_, { profile: { recorded } }) =>
    `The file ends in the middle of a ${recorded ? 'record' : 'sample'}. perf was probably killed, or the copy is incomplete.`,
  fix: () => ['kill -INT PID   # or Ctrl-C, never SIGKILL; also compare the file sizes'],
});

export const WITHOUT_SAMPLES = rule({
  id: 'no-samples',
  detect: ({ all }) => (all.samples === 0 ? aboutRecording('misleading', {}) : undefined),
  title: () => 'The recording has no samples',
  text: () => 'The program ended at once, slept all the time, or the event does not work here.',
  fix: (_, facts) => [
    ...recordAgain(facts, { events: ['cpu-clock'] }),
    '# In a container or chroot, check that /sys is mounted: without it, perf 6.12 records nothing and does not fail.',
  ],
});

export const NO_CALL_STACKS = rule({
  id: 'no-call-stacks',
  detect: ({ mode, all }) =>
    mode === 'none' && all.samples > 0
      ? { ...aboutRecording('misleading', {}), share: 1, samples: all.samples }
      : undefined,
  title: () => 'No call stacks were recorded',
  text: () => 'perf noted where the CPU was, but not who called it.',
  fix: (_, facts) => recordAgain(facts, { mode: 'fp' }),
});

export const LOST_SAMPLES = rule({
  id: 'lost-samples',
  detect({ profile: { recorded, threadRecords, samples }, all }) {
    const isWall = hasSwitches(threadRecords);
    const lost = isWall ? threadRecords.lost : recorded ? recorded.lost + recorded.lostInTotal : 0;
    const share = lost / (lost + (isWall ? samples.length : all.samples));
    if (!(share >= MIN_LOST)) return undefined;
    const evidence = { lost, ...(recorded && { records: recorded.lostRecords }) };
    return { severity: severityOf(share), share, samples: lost, evidence };
  },
  title: ({ share }) => `${percent(share)} of the samples were lost`,
  text: (_, { profile: { threadRecords } }) =>
    hasSwitches(threadRecords)
      ? 'perf could not keep up with the kernel, so some waits have no stack, or no end.'
      : 'perf could not keep up with the kernel, so busy moments are underrepresented.',
  fix(_, facts) {
    const command = recordAgain(facts, withoutLoss(facts));
    // The same command gets larger buffers then; a lower frequency would not make fewer switches.
    if (hasSwitches(facts.profile.threadRecords)) return command.length > 0 ? [LOCK_MORE, ...command] : [];
    return command.flatMap((each) => [each, '# As root, or with a larger kernel.perf_event_mlock_kb.']);
  },
});

export const THROTTLED = rule({
  id: 'throttled',
  detect({ profile: { recorded }, all }) {
    const throttled = recorded?.throttled ?? 0;
    const isOften = throttled >= MIN_THROTTLED && throttled >= MIN_THROTTLED_SHARE * all.samples;
    return isOften ? aboutRecording('incomplete', { throttled }) : undefined;
  },
  title: ({ evidence: { throttled } }) => `The kernel throttled sampling ${throttled} times`,
  text: () => 'The event fired more often than allowed, and sampling paused.',
  fix: (_, facts) => recordAgain(facts, withoutThrottling(facts)),
});

export const TEXT_FIELDS_MISSING = rule({
  id: 'text-fields-missing',
  detect({ profile: { recorded, modules, samples }, all, python }) {
    if (recorded || python.samples === 0) return undefined;
    const lacksModules = modules.length === 0;
    const lacksTimes = samples.time.every((time) => !(time > 0));
    if (!lacksModules && !lacksTimes) return undefined;
    const about = aboutRecording(lacksModules ? 'incomplete' : 'hint', { lacksModules, lacksTimes });
    return { ...about, share: 1, samples: all.samples };
  },
  title: ({ evidence: { lacksModules, lacksTimes } }) =>
    `The text has no ${[lacksModules && 'modules', lacksTimes && 'times'].filter(Boolean).join(' and no ')}`,
  text: () => 'Levels of detail use modules; the timeline needs times.',
  fix: () => [PRINT],
});

export const KERNEL_NOT_RECORDED = rule({
  id: 'kernel-not-recorded',
  detect(facts) {
    const { event, eventName, profile, python, all, mode } = facts;
    const isJudged = python.samples > 0 || all.samples === 0 || mode === 'none';
    const excludes = event ? event.excludesKernel : USER_EVENT.test(eventName);
    const isWanted = ASKS_FOR_USER.test((profile.recorded?.commandLine ?? []).join(' '));
    return isJudged && excludes && !isWanted ? aboutRecording('hint', { event: eventName }) : undefined;
  },
  title: () => 'Time in the kernel was not recorded',
  text: () => 'perf falls back to user code when it may not sample the kernel.',
  fix: () => ['sysctl kernel.perf_event_paranoid=1   # or record as root'],
});

export const TOO_FEW_SAMPLES = rule({
  id: 'too-few-samples',
  detect: ({ all }) =>
    all.samples > 0 && all.samples < FEW_SAMPLES
      ? { ...aboutRecording('hint', { recorded: all.samples }), share: 1, samples: all.samples }
      : undefined,
  title: ({ samples }) => `Only ${samples} ${samples === 1 ? 'sample' : 'samples'}`,
  text({ samples }) {
    const { from, to } = wilsonInterval(0.1, samples);
    return `A function shown at 10% may really use ${percent(from)} to ${percent(to)} (95% confidence).`;
  },
  fix(_, facts) {
    // Without a check, another way of recording may be needed; and tracepoints are all recorded.
    const isKnown = facts.isChecked && isSampled(facts);
    const faster = isKnown ? recordDifferently(facts, withMoreSamples(facts)) : [];
    return faster.length > 0 ? [...faster, '# Or record for longer.'] : ['# Record for longer.'];
  },
});

/** The 95% confidence interval of a share measured with this number of samples (Wilson, 1927). */
function wilsonInterval(share: number, samples: number): { readonly from: number; readonly to: number } {
  const squared = Z_95 * Z_95;
  const scale = 1 + squared / samples;
  const center = (share + squared / 2 / samples) / scale;
  const half = (Z_95 / scale) * Math.sqrt((share * (1 - share)) / samples + squared / 4 / samples / samples);
  return { from: center - half, to: center + half };
}
