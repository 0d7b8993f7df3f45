import { expect, test, vi } from 'vitest';
import { median, medianAndSpread, Report } from './report.ts';

test('a row shows its median and spread, and those of an earlier run, beside its target', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const reportOf = (report: Report, values: readonly number[]) => {
    report.add('Opening', [{ name: 'text', figures: medianAndSpread(values, 's'), maxValue: 2 }]);
    return report.toJson();
  };
  const earlier = reportOf(new Report(undefined), [3, 1, 2]);
  reportOf(new Report(JSON.parse(earlier)), [4, 1, 9]);
  const lines = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(lines[1]).toBe('  met     text: median 2.00 s, min 1.00 s, max 3.00 s; target ≤ 2 s\n');
  expect(lines[3]).toBe(
    '  MISSED  text: median 4.00 s (was 2.00), min 1.00 s (was 1.00), max 9.00 s (was 3.00); target ≤ 2 s\n',
  );
});

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([9, 2, 4, 1])).toBe(3);
});
