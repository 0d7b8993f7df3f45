import { describe, expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import type { Diagnosis, Finding, FindingId, Severity } from '../../model/findings.ts';
import { classify } from '../../python/classify.ts';
import { causeOf, markOf } from './marks.ts';

/** The mark of the function in a drawn frame. */
function markOfFrame(frame: string) {
  const { profile } = classify(profileOf(`main@/usr/bin/python3.13;${frame} 1`));
  const name = frame.split('@')[0];
  const func = profile.funcs.name.findIndex((each) => profile.strings[each] === name);
  return markOf(profile, func);
}

function diagnosisOf(...ids: FindingId[]): Diagnosis {
  const severity: Severity = 'misleading';
  const findings = ids.map((id): Finding => ({
    id,
    severity,
    share: 0.5,
    samples: 9,
    evidence: {},
    title: id,
    text: '',
    fix: [],
  }));
  return { event: 'cycles', samples: 9, python: [], mode: 'fp', command: [], isProgramKnown: true, findings };
}

test.each(['f@/usr/lib/x.so', 'py::f:/a.py@/tmp/perf-1.map', '[hidden]'])('%s is no mark', (frame) => {
  expect(markOfFrame(frame)).toBeUndefined();
});

describe.each([
  ['[untraced Python]', 'perf-support-off', /perf could not see which function/],
  ['[stack cut]', 'stack-depth-limit', /cut inside a Python function/],
  ['[no Python frame]', 'interpreter-without-frame-pointers', /No Python function is on the stack/],
  ['[unknown]@/tmp/perf-1.map', 'perf-map-missing', /A Python function/],
  ['[unknown]@/tmp/jitted-1-2.so', 'jit-files-missing', /A Python function/],
  ['[unknown]@[kernel.kallsyms]', 'kernel-symbols-hidden', /Kernel code/],
  ['[unknown]@/usr/bin/python3.13', 'stripped-interpreter', /Code whose name/],
] as const)('%s', (frame, cause, meaning) => {
  const mark = markOfFrame(frame);

  test('has a meaning', () => {
    expect(mark?.meaning).toMatch(meaning);
  });

  test('is attributed to the first finding that can cause it', () => {
    const explain = (diagnosis?: Diagnosis) => mark && causeOf(mark, diagnosis)?.id;
    expect(explain(diagnosisOf('debug-build', cause, 'jit-not-injected'))).toBe(cause);
    expect(explain(diagnosisOf('debug-build'))).toBeUndefined();
    expect(explain()).toBeUndefined();
  });
});
