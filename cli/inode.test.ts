// Compares local files with mapped ones, by device, inode and generation.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareInode, generationInMarks } from './inode.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-inode-'));
const PATH = join(FOLDER, 'app');
writeFileSync(PATH, 'app');
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const { dev, ino: inode } = statSync(PATH);
const DEVICE = { major: (dev >> 8) & 0xfff, minor: (dev & 0xff) | ((dev >> 12) & 0xfff00) };
const RECORDED = { ...DEVICE, inode, generation: 0 };

/** The generation that lsattr prints; NaN if lsattr is missing or prints none. */
const generation = (() => {
  try {
    return Number.parseInt(execFileSync('lsattr', ['-v', PATH], { encoding: 'utf8', stdio: 'pipe' }), 10);
  } catch {
    return NaN;
  }
})();
const hasGeneration = generation > 1;

describe('a file', () => {
  test('is likely the same if its inode matches and the recorded generation is unknown', () => {
    expect(compareInode(PATH, RECORDED)).toBe('likely');
    expect(compareInode(PATH, { ...RECORDED, generation: 1 })).toBe('likely');
  });

  test.skipIf(!hasGeneration)(
    `is the same if its generation also matches${hasGeneration ? '' : ' (skipped: lsattr prints none)'}`,
    () => {
      expect(compareInode(PATH, { ...RECORDED, generation })).toBe('same');
      expect(compareInode(PATH, { ...RECORDED, generation: generation + 1 })).toBe('different');
    },
  );

  test.skipIf(DEVICE.major === 0)('is different if its inode or device differs', () => {
    expect(compareInode(PATH, { ...RECORDED, inode: inode + 1 })).toBe('different');
    expect(compareInode(PATH, { ...RECORDED, minor: DEVICE.minor + 1 })).toBe('different');
    expect(compareInode(PATH, { ...RECORDED, major: DEVICE.major + 1 })).toBe('different');
  });

  test('cannot be identified by inode on virtual devices, such as overlays and btrfs', () => {
    expect(compareInode(PATH, { ...RECORDED, major: 0, minor: 42 })).toBe('likely');
    expect(compareInode(PATH, { ...RECORDED, major: 0, minor: 42, inode: inode + 1 })).toBe('unknown');
  });

  test('is different if it is missing', () => {
    expect(compareInode(join(FOLDER, 'gone'), RECORDED)).toBe('different');
  });
});

describe('generationInMarks', () => {
  const mark = (ino: string, size: string, type: string, handle: string) =>
    `pos:\t0\nflags:\t02004000\ninotify wd:1 ino:3039 sdev:fe00000 mask:fc6 ignored_mask:0 fhandle-bytes:8 fhandle-type:1 f_handle:39300000ffffffff\ninotify wd:2 ino:${ino} sdev:fe00000 mask:fc6 ignored_mask:0 fhandle-bytes:${size} fhandle-type:${type} f_handle:${handle}\n`;

  test.each([
    ['ext4', mark('98aba3', '8', '1', 'a3ab98001b478c14')],
    ['tmpfs', mark('98aba3', 'c', '1', '1b478c14a3ab980000000000')],
    ['xfs', mark('98aba3', 'c', '81', 'a3ab9800000000001b478c14')],
    ['btrfs', mark('98aba3', '14', '4d', 'a3ab98000000000000010000000000001b478c14')],
  ])('%s', (_, lines) => {
    expect(generationInMarks(lines, 0x98aba3)).toBe(0x148c471b);
  });

  test.each([
    ['no generation on overlays', mark('98aba3', '1d', 'fb', '00'.repeat(29))],
    ['no generation in truncated handles', mark('98aba3', '8', '1', 'a3ab98')],
    ['no generation for other files', mark('98aba4', '8', '1', 'a4ab98001b478c14')],
    ['no generation without marks', ''],
  ])('%s', (_, lines) => {
    expect(generationInMarks(lines, 0x98aba3)).toBeUndefined();
  });
});
