import { expect, test } from 'vitest';
import { isUnnamedName } from './unnamed.ts';

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
