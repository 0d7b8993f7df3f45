import { expect, test } from 'vitest';
import { fileName } from './save.ts';

test.each([
  ['program.perf.gz', 'program.folded'],
  ['perf.data', 'perf.folded'],
  ['perf.jit.data.zst', 'perf.jit.folded'],
  ['out', 'out.folded'],
  ['.data', 'profile.folded'],
  ['../../etc/passwd', '_.._etc_passwd.folded'],
  ['a\u0000b\u202Ec:d', 'a_b_c_d.folded'],
  ['x'.repeat(300), `${'x'.repeat(120)}.folded`],
])('%s is saved as %s', (name, saved) => {
  expect(fileName(name, '.folded')).toBe(saved);
});
