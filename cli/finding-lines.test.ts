import { afterEach, expect, test, vi } from 'vitest';
import type { Diagnosis, Finding } from '../src/model/findings.ts';
import { printMisleading } from './finding-lines.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [['sysctl a=1', '# As root.', 'perf record -g'], 'sysctl a=1; perf record -g'],
  [['perf record', '# If it was recorded like that:', 'sysctl a=1', 'perf record -g'], 'perf record'],
  [
    ['# Open the perf.data.', '# Or print the text again:', 'perf inject', 'perf script'],
    'perf inject; perf script',
  ],
])('the line of a finding has the commands of one way to fix it: %j', (fix, commands) => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const finding: Finding = {
    id: 'stack-dump-too-small',
    severity: 'misleading',
    title: 'The copies are too small',
    share: 0.5,
    samples: 2,
    text: '',
    evidence: {},
    fix,
  };
  const diagnosis: Diagnosis = {
    event: 'cpu-clock',
    samples: 4,
    python: ['3.13'],
    mode: 'dwarf',
    command: [],
    isProgramKnown: true,
    findings: [finding],
  };
  printMisleading(diagnosis);
  expect(written.join('')).toBe(`pyrograph: The copies are too small (affects 50.0%). Fix: ${commands}\n`);
});
