// Compares local files with mapped ones, by device and inode.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareInode } from './provenance.ts';

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
