// Is a recording of this machine, of this boot, of the kernel that runs? Each fact may be unknown.

import { hostname, release } from 'node:os';
import { describe, expect, test } from 'vitest';
import {
  compareBoots,
  compareKernels,
  compareMachines,
  nameOfMachine,
  thisMachine,
  type LocalMachine,
  type RecordedMachine,
} from './machine.ts';

const HOUR = 3600e9;
const BASE = 2 ** 24 - 2 ** 31;
const LOCAL: LocalMachine = {
  hostname: 'web1',
  release: '6.1.0-18-amd64',
  arch: 'x86_64',
  runningFor: () => 10 * HOUR,
  addressOf: (symbol) => (symbol === '_text' ? BASE : NaN),
};
const SAME: RecordedMachine = {
  hostname: 'web1',
  release: '6.1.0-18-amd64',
  arch: 'x86_64',
  kernel: { symbol: '_text', address: BASE },
  lastTime: HOUR,
};

describe('a recording', () => {
  test.each<[string, Partial<RecordedMachine>, string, string, string]>([
    ['that agrees in all', {}, 'same', 'same', 'same'],
    ['of another host', { hostname: 'web2' }, 'other', 'other', 'same'],
    ['of another release', { release: '6.1.0-19-amd64' }, 'other', 'other', 'other'],
    ['of another architecture', { arch: 'aarch64' }, 'other', 'other', 'other'],
    ['of a host unknown', { hostname: '' }, 'unknown', 'unknown', 'same'],
    ['of a release unknown', { release: '' }, 'unknown', 'unknown', 'unknown'],
    ['of a host and another architecture unknown', { hostname: '', arch: 'i686' }, 'other', 'other', 'other'],
    [
      'whose kernel was elsewhere',
      { kernel: { symbol: '_text', address: BASE + 2 ** 21 } },
      'same',
      'other',
      'other',
    ],
    ['that does not say where its kernel was', { kernel: undefined }, 'same', 'same', 'unknown'],
    [
      'with a symbol that is not here',
      { kernel: { symbol: '_stext', address: BASE } },
      'same',
      'same',
      'unknown',
    ],
    ['of later than this machine has been running', { lastTime: 11 * HOUR }, 'same', 'other', 'same'],
    ['of just now', { lastTime: 10 * HOUR + 30e9 }, 'same', 'same', 'same'],
    ['without times', { lastTime: NaN }, 'same', 'same', 'same'],
  ])('%s', (_, difference, machine, boot, kernel) => {
    const recorded = { ...SAME, ...difference };
    expect({
      machine: compareMachines(recorded, LOCAL),
      boot: compareBoots(recorded, LOCAL),
      kernel: compareKernels(recorded, LOCAL),
    }).toEqual({ machine, boot, kernel });
  });
});

test('this machine is what uname says, and has been running for a while', () => {
  const local = thisMachine(() => NaN);
  expect(local).toMatchObject({ hostname: hostname(), release: release() });
  expect(local.arch).toMatch(/\w/);
  expect(local.runningFor()).toBeGreaterThan(0);
});

test.each([
  [{}, 'web1, Linux 6.1.0-18-amd64, x86_64'],
  [{ arch: '' }, 'web1, Linux 6.1.0-18-amd64'],
  [{ release: '', arch: '' }, 'web1'],
  [{ hostname: '' }, 'Linux 6.1.0-18-amd64, x86_64'],
  [{ hostname: '', release: '', arch: '' }, undefined],
])('its name without %j is known', (unknown, name) => {
  expect(nameOfMachine({ ...SAME, ...unknown })).toBe(name);
});
