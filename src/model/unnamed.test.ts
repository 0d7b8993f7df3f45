import { expect, test } from 'vitest';
import { isUnknownModule, isUnnamedName } from './unnamed.ts';

test.each([
  ['[unknown]', true],
  ['0x1f', true],
  ['7f3c0a1b2c3d', true],
  ['FFFFFFFF81000000', true],
  ['[stack cut]', false],
  ['add', false],
  ['decade', false],
  ['py::deadbeef:/a.py', false],
  ['', false],
])('isUnnamedName(%j) is %s', (name, expected) => expect(isUnnamedName(name)).toBe(expected));

test.each([
  [undefined, true],
  ['', true],
  ['[unknown]', true],
  ['[vdso]', false],
  ['/x.so', false],
])('isUnknownModule(%j) is %s', (module, unknown) => expect(isUnknownModule(module)).toBe(unknown));
