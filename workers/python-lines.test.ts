import { expect, test } from 'vitest';
import { ProfileBuilder } from '../src/model/builder.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { lineRows, linesAsTsv } from './python-lines.ts';

const NAMES = ['py::main:/srv/app.py', 'py::loads:/lib/json.py'];

/** Samples as [weight, event, frames from the leaf as [name, line]]. */
function profileOf(
  ...samples: readonly (readonly [number, string, ...(readonly [number, number])[]])[]
): Profile {
  const builder = new ProfileBuilder();
  const rows: [sample: number, pythonFrame: number, name: number, line: number][] = [];
  for (const [sample, [weight, event, ...frames]] of samples.entries()) {
    builder.sample(NONE, builder.thread(1, 1, 'app'), builder.event(event), sample, weight);
    for (const [frame, [name, line]] of frames.entries())
      if (line > 0) rows.push([sample, frame, name, line]);
  }
  const column = (at: number) => Int32Array.from(rows, (row) => row[at]);
  const pythonLines = {
    length: rows.length,
    sample: column(0),
    pythonFrame: column(1),
    name: column(2),
    line: column(3),
    names: NAMES,
  };
  return { ...builder.finish(), pythonLines };
}

test('sums the weights of lines, heaviest first', () => {
  const profile = profileOf(
    [10, 'cpu', [1, 7], [0, 3]],
    [20, 'cpu', [1, 8], [0, 3]],
    [40, 'cpu', [1, 0], [0, 4]],
    [5, 'cpu', [0, 3]],
    [99, 'faults', [0, 3]],
  );
  const rows = lineRows(profile, 0).map(({ file, line, self, total }) => [file, line, self, total]);
  expect(rows).toEqual([
    ['/lib/json.py', 8, 20, 20],
    ['/lib/json.py', 7, 10, 10],
    ['/srv/app.py', 3, 5, 35],
    ['/srv/app.py', 4, 0, 40],
  ]);
});

test('counts a sample once for a recursive function', () => {
  const [row] = lineRows(profileOf([10, 'cpu', [0, 3], [0, 3], [0, 3]]), 0);
  expect([row.self, row.total]).toEqual([10, 10]);
});

test('writes a row per frame with a line', () => {
  const { pythonLines } = profileOf([1, 'cpu', [1, 7], [0, 0], [0, 3]], [1, 'cpu', [0, 4]]);
  expect(linesAsTsv(pythonLines).split('\n')).toEqual([
    'sample\tpython_frame\tfunction\tline',
    '0\t0\tpy::loads:/lib/json.py\t7',
    '0\t2\tpy::main:/srv/app.py\t3',
    '1\t0\tpy::main:/srv/app.py\t4',
    '',
  ]);
});

test('has no rows without a line table', () => {
  const { pythonLines: _, ...profile } = profileOf([1, 'cpu', [0, 3]]);
  expect(lineRows(profile, 0)).toEqual([]);
  expect(linesAsTsv(undefined)).toBe('sample\tpython_frame\tfunction\tline\n');
});
