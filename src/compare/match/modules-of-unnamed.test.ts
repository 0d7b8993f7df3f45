import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { compare } from '../compare.ts';
import { prepareComparison } from '../prepare.ts';

/** 300 samples that end in these frames in turn. */
function recording(...leaves: readonly string[]) {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `app 1/1 | cycles ${i} | main@/bin/app;${leaves[i % leaves.length]} 1`,
  );
  return comparedProfile(profileOf(lines.join('\n')));
}

function unnamedIn(...sides: readonly [a: readonly string[], b: readonly string[]]): string {
  const [a, b] = sides.map((leaves) => [recording(...leaves)]);
  const options = { level: 'raw', renames: [], minEffect: 0.005 } as const;
  return compare(prepareComparison({ a, b }, options), {}).unnamedModules;
}

const Z = '[unknown]@/usr/lib/libz.so.1';
const C = '[unknown]@/usr/lib/libc.so.6';

test('names the modules of both sides in which samples end without a name, the heaviest first', () => {
  expect(unnamedIn(['f', Z, Z, C], ['f', Z, C])).toBe('libz.so.1 and libc.so.6');
  expect(unnamedIn(['f', C, `${Z};memcpy`], ['f', 'g'])).toBe('libc.so.6');
  expect(unnamedIn(['f', Z, C, '[unknown]@/tmp/x.so', '[unknown]@[vdso]'], ['f'])).toBe(
    'libz.so.1, libc.so.6 and 2 more',
  );
});

test('is empty if no sample does, or if modules are not known', () => {
  expect(unnamedIn(['f', 'g'], ['f'])).toBe('');
  expect(unnamedIn(['f', '[unknown]'], ['f', '[unknown]@[unknown]'])).toBe('');
});
