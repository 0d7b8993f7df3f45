import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { classify } from '../python/classify.ts';
import type { Filter } from '../model/filter.ts';
import { comparedFunctions } from './match/compared-functions.ts';
import { filtersOn } from './side-filters.ts';

const profiles = ['/usr/lib/a.so', '/opt/lib/a.so', '/home/b.so'].map(
  (path) => classify(profileOf(`main@/bin/python3;f@${path} 1`)).profile,
);
const compared = comparedFunctions(profiles);

/** The module of `f` in a recording, for a filter that names it by a module. */
function moduleIn(recording: number, module: string): string {
  const filter: Filter = { action: 'hide', target: { by: 'function', name: 'f', module }, isOn: true };
  const [{ target }] = filtersOn([filter], compared, profiles, recording);
  return target?.by === 'function' ? target.module : '';
}

test('a function is the same one by its names in any recording', () => {
  for (const module of ['/usr/lib/a.so', '/opt/lib/a.so', '/home/b.so'])
    expect([0, 1, 2].map((recording) => moduleIn(recording, module))).toEqual([
      '/usr/lib/a.so',
      '/opt/lib/a.so',
      '/home/b.so',
    ]);
});

test('a function of no recording stays as it is', () => {
  expect(moduleIn(1, '/lib/c.so')).toBe('/lib/c.so');
});
