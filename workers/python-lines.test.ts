import { expect, test } from 'vitest';
import { ProfileBuilder } from '../src/model/builder.ts';
import { NONE } from '../src/model/profile.ts';
import { linesAsTsv } from './python-lines.ts';

test('writes a row per frame with a line', () => {
  const builder = new ProfileBuilder();
  const frame = (name: string, line: number) => builder.frame(builder.func(name, NONE, 0), line);
  const sample = (...frames: number[]) =>
    builder.sample(
      frames.reduce((stack, each) => builder.stack(stack, each), NONE),
      0,
      0,
      0,
      1,
    );
  const main = 'py::main:/srv/app.py';
  sample(
    frame(main, 3),
    frame('eval', 0),
    frame(main, 0),
    frame('py::loads:/lib/json.py', 7),
    frame('sum', 0),
  );
  sample(frame(main, 4));
  expect(linesAsTsv(builder.finish()).split('\n')).toEqual([
    'sample\tpython_frame\tfunction\tline',
    '0\t0\tpy::loads:/lib/json.py\t7',
    `0\t2\t${main}\t3`,
    `1\t0\t${main}\t4`,
    '',
  ]);
});

test('has no rows without lines', () => {
  expect(linesAsTsv(new ProfileBuilder().finish())).toBe('sample\tpython_frame\tfunction\tline\n');
});
