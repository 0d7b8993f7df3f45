// Compares local files with mapped ones, by device and inode.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, hostname, release } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  compareInode,
  compareBoots,
  compareKernels,
  compareMachines,
  nameOfMachine,
  thisMachine,
  type LocalMachine,
  type RecordedMachine,
} from './provenance.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-inode-'));
const PATH = join(FOLDER, 'app');
writeFileSync(PATH, 'app');
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const { dev, ino: inode } = statSync(PATH);
const DEVICE = { major: (dev >> 8) & 0xfff, minor: (dev & 0xff) | ((dev >> 12) & 0xfff00) };
const RECORDED = { ...DEVICE, inode };

describe('a file', () => {
  test('is the same if its device and inode match', () => {
    expect(compareInode(PATH, RECORDED)).toBe('same');
  });

  test.skipIf(DEVICE.major === 0)('is different if its inode or device differs', () => {
    expect(compareInode(PATH, { ...RECORDED, inode: inode + 1 })).toBe('different');
    expect(compareInode(PATH, { ...RECORDED, minor: DEVICE.minor + 1 })).toBe('different');
    expect(compareInode(PATH, { ...RECORDED, major: DEVICE.major + 1 })).toBe('different');
  });

  test('cannot be identified by inode on virtual devices, such as overlays and btrfs', () => {
    expect(compareInode(PATH, { ...RECORDED, major: 0, minor: 42 })).toBe('same');
    expect(compareInode(PATH, { ...RECORDED, major: 0, minor: 42, inode: inode + 1 })).toBe('unknown');
  });

  test('is different if it is missing', () => {
    expect(compareInode(join(FOLDER, 'gone'), RECORDED)).toBe('different');
  });
});

const HOUR = 3600e9;
const BASE = 2 ** 24 - 2 ** 31;
const LOCAL: LocalMachine = {
  hostname: 'web1',
  release: '6.1.0-18-amd64',
  arch: 'x86_64',
  uptime: () => 10 * HOUR,
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
    ['that matches completely', {}, 'same', 'same', 'same'],
    ['of a different host', { hostname: 'web2' }, 'different', 'different', 'same'],
    ['of a different release', { release: '6.1.0-19-amd64' }, 'different', 'different', 'different'],
    ['of a different architecture', { arch: 'aarch64' }, 'different', 'different', 'different'],
    ['of an unknown host', { hostname: '' }, 'unknown', 'unknown', 'same'],
    ['of an unknown release', { release: '' }, 'unknown', 'unknown', 'unknown'],
    [
      'of an unknown host and a different architecture',
      { hostname: '', arch: 'i686' },
      'different',
      'different',
      'different',
    ],
    [
      'with a different kernel address',
      { kernel: { symbol: '_text', address: BASE + 2 ** 21 } },
      'same',
      'different',
      'different',
    ],
    ['without a kernel address', { kernel: undefined }, 'same', 'same', 'unknown'],
    [
      'with an unknown kernel symbol',
      { kernel: { symbol: '_stext', address: BASE } },
      'same',
      'same',
      'unknown',
    ],
    ['later than the current uptime', { lastTime: 11 * HOUR }, 'same', 'different', 'same'],
    ['from just now', { lastTime: 10 * HOUR + 30e9 }, 'same', 'same', 'same'],
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

test('thisMachine matches uname', () => {
  const local = thisMachine(() => NaN);
  expect(local).toMatchObject({ hostname: hostname(), release: release() });
  expect(local.arch).toMatch(/\w/);
  expect(local.uptime()).toBeGreaterThan(0);
});

test.each([
  [{}, 'web1, Linux 6.1.0-18-amd64, x86_64'],
  [{ arch: '' }, 'web1, Linux 6.1.0-18-amd64'],
  [{ release: '', arch: '' }, 'web1'],
  [{ hostname: '' }, 'Linux 6.1.0-18-amd64, x86_64'],
  [{ hostname: '', release: '', arch: '' }, undefined],
])('nameOfMachine omits unknown parts: %j', (unknown, name) => {
  expect(nameOfMachine({ ...SAME, ...unknown })).toBe(name);
});
