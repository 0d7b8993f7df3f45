import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { NONE, UNKNOWN } from '../../model/profile.ts';
import { labelOf } from '../../text/labels.ts';
import { comparedFunctions } from './compared-functions.ts';

const C = '[unknown]@/usr/lib/libc.so.6';
const Z = '[unknown]@/usr/lib/libz.so.1';

/** The row of code without a name: what it is called, and its module. */
function unnamedIn(...texts: readonly string[]) {
  const functions = comparedFunctions(texts.map((text) => profileOf(text)));
  const { strings, modules, funcs, rowOfKey } = functions;
  const row = rowOfKey(UNKNOWN);
  const { name, place } = labelOf(functions, row);
  expect(strings[funcs.name[row]]).toBe(UNKNOWN);
  return { label: `${name} ${place}`, module: funcs.module[row] === NONE ? '' : modules[funcs.module[row]] };
}

test('code without a name in several modules has the names of those in which most samples end, but no module', () => {
  const label = '[unknown] libz.so.1 and libc.so.6';
  expect(unnamedIn(`${C};main;${Z} 5\n${C};main;f 9\n${C} 1`, `${C};main;f 3`)).toEqual({
    label,
    module: '',
  });
  expect(unnamedIn(`main;${C} 1\nmain;f 1`, `main;${Z} 2`)).toEqual({ label, module: '' });
});

test('code without a name in one module has that', () => {
  const one = { label: '[unknown] libz.so.1', module: '/usr/lib/libz.so.1' };
  expect(unnamedIn(`main;${Z} 5`, `main;${Z};f 3`)).toEqual(one);
  expect(unnamedIn('main;f 1', `main;${Z} 5\nmain;[unknown]@[unknown] 2`)).toEqual(one);
});
