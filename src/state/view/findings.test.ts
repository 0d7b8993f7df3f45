import { beforeEach, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import type { Diagnosis, Finding, Severity } from '../../model/findings.ts';
import {
  bannerWarning,
  dismissBanner,
  filterIndexOf,
  isUnchecked,
  problemCount,
  toggleSamplesOf,
  whyNoSamples,
} from './findings.ts';
import { undo } from './selection.ts';
import { closeRecording, store } from '../store.ts';

const { getState, setState } = store;

const FINDING: Finding = {
  id: 'debug-build',
  severity: 'incomplete',
  share: 0.5,
  samples: 9,
  evidence: {},
  title: 'This is a debug build',
  text: '',
  fix: [],
};

function diagnosisOf(...severities: Severity[]): Diagnosis {
  const findings = severities.map((severity) => ({ ...FINDING, severity }));
  return { event: 'cycles', samples: 9, python: [], mode: 'fp', command: [], isProgramKnown: true, findings };
}

function warning() {
  return bannerWarning(getState(), getState().recording?.missingFiles);
}

beforeEach(() => {
  setState({
    ...store.getInitialState(),
    recording: recordingOf(profileOf('main 1')),
    recordingNumber: 1,
  });
});

test('the banner shows the first misleading finding, the badge counts all but hints', () => {
  expect(warning()).toBeUndefined();
  expect(problemCount(getState())).toBe(0);
  setState({ diagnosis: diagnosisOf('incomplete', 'incomplete', 'hint') });
  expect(warning()).toBeUndefined();
  expect(problemCount(getState())).toBe(2);
  setState({ diagnosis: diagnosisOf('misleading', 'hint') });
  expect(warning()).toBe(getState().diagnosis?.findings[0]);
});

test('an interpreter without names is a warning, too, or at least a reason for doubt', () => {
  const recording = recordingOf(profileOf('main 1'));
  for (const [name, share, isWarning, isDoubtful] of [
    ['/usr/bin/python3.13', 0.04, false, false],
    ['/usr/bin/python3.13', 0.2, false, true],
    ['/usr/bin/python3.13', 0.25, true, true],
    ['/proc/kallsyms', 0.9, false, false],
  ] as const) {
    const file = { name, share };
    setState({ recording: { ...recording, missingFiles: { share: 0.95, files: [file] } } });
    setState({ diagnosis: diagnosisOf() });
    expect(warning()).toBe(isWarning ? file : undefined);
    expect(isUnchecked(getState())).toBe(isDoubtful);
    setState({ diagnosis: diagnosisOf('misleading') });
    expect(warning()).toBe(getState().diagnosis?.findings[0]);
    expect(isUnchecked(getState())).toBe(false);
  }
});

test('a dismissed banner stays away when the recording is opened again', () => {
  setState({ diagnosis: diagnosisOf('misleading') });
  dismissBanner();
  expect(warning()).toBeUndefined();
  closeRecording();
  setState({ recordingNumber: 1, diagnosis: diagnosisOf('misleading') });
  expect(warning()).toBeUndefined();
  setState({ recordingNumber: 2 });
  expect(warning()).toBeDefined();
});

test('the samples of a finding are shown by a filter, which undo removes', () => {
  const index = () => filterIndexOf(getState().options.filters, 'debug-build');
  toggleSamplesOf('debug-build');
  expect(index()).toBe(0);
  undo();
  expect(index()).toBe(-1);
  toggleSamplesOf('debug-build');
  toggleSamplesOf('debug-build');
  expect(getState().options.filters).toEqual([]);
});

test('samples that are not in the recording, or all of them, cannot be shown', () => {
  expect(whyNoSamples({ id: 'lost-samples', samples: 12 })).toBe('they are not in the recording');
  expect(whyNoSamples({ id: 'truncated-recording', samples: 0 })).toBe('it affects the whole recording');
  expect(whyNoSamples({ id: 'perf-support-partial', samples: 9 })).toBeUndefined();
});
