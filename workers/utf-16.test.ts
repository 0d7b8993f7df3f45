// UTF-16 text with a byte order mark, as saved by PowerShell's `>`, reads the same as UTF-8 in each format.

import { quotaOf } from '../fixtures/archive.ts';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { comm, mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { notesOf } from '../fixtures/expect-read.ts';
import { FRAMES, withFrames } from '../fixtures/script-lines.ts';
import { bytesOf, open, read, sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import { sniff } from './reading/sniff.ts';

const SCRIPT = withFrames(
  'app      77     1.000005:         10 cycles: ',
  'é😀      78     1.500000:         20 cycles: ',
);
const FOLDED = 'app;main;runner;Évaluation 3\napp;main;😀 4\n';
const SPEEDSCOPE = JSON.stringify({
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  shared: { frames: [{ name: 'main' }, { name: '😀' }] },
  profiles: [{ type: 'sampled', name: 'a', unit: 'none', samples: [[0, 1]], weights: [3] }],
});
const MARK = '\ufeff';

function utf16(text: string, isBigEndian = false): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
}

describe.each([
  ['perf script', SCRIPT],
  ['folded stacks', FOLDED],
  ['speedscope', SPEEDSCOPE],
])('%s', (format, text) => {
  test.each<[string, Uint8Array]>([
    ['little-endian', utf16(MARK + text)],
    ['big-endian', utf16(MARK + text, true)],
    ['with Windows line endings', utf16(MARK + text.replaceAll('\n', '\r\n'))],
    ['compressed', new Uint8Array(gzipSync(utf16(MARK + text)))],
    ['little-endian, without a byte order mark', utf16(text)],
    ['big-endian, without a byte order mark', utf16(text, true)],
  ])('%s', async (_what, bytes) => {
    const plain = await open(text);
    const { profile, format: found } = await open(bytes);
    expect([plain.format, found]).toEqual([format, format]);
    expect(samplesOf(profile)).toEqual(samplesOf(plain.profile));
    expect(profile.notes).toEqual([]);
  });
});

test('joins characters and surrogate pairs across reads', async () => {
  const bytes = utf16(MARK + FOLDED);
  const whole = samplesOf(await read(FOLDED));
  for (let cut = 1; cut < bytes.length; cut++)
    expect(samplesOf(await read(bytes, { pieces: [cut, bytes.length] }))).toEqual(whole);
});

test('converts text that takes many reads', async () => {
  const text = Array.from({ length: 5000 }, (_, i) => `app;main;😀 f${i} 1\n`).join('');
  expect(samplesOf(await read(utf16(`${MARK}x${text}`)))).toEqual(samplesOf(await read(`x${text}`)));
});

test('shows text truncated inside a character, with a note', async () => {
  const profile = await read(utf16(MARK + FOLDED).subarray(0, -1));
  expect(samplesOf(profile)).toEqual(samplesOf(await read(FOLDED)));
  expect(profile.notes.map(({ text }) => text)).toEqual([
    'The file is damaged; only the data before the damage is shown: its UTF-16 text ends in the middle of a character',
  ]);
});

test('shows the beginning of a damaged compressed text, with a note', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `app;main;run${(i * 7919) % 20_011} 1\n`).join('');
  const packed = new Uint8Array(gzipSync(utf16(MARK + text)));
  const profile = await read(packed.subarray(0, packed.length >> 1));
  expect(profile.samples.length).toBeGreaterThan(1000);
  expect(profile.notes.map(({ kind, text: note }) => [kind, note])).toEqual([
    ['damage', expect.stringContaining('its gzip data is truncated')],
  ]);
});

test('replaces a lone surrogate with U+FFFD', async () => {
  expect(samplesOf(await read(utf16(`${MARK}app;a\ud83d;b 3\n`)))).toEqual(['app | weight | a\ufffd;b 3']);
});

test.each([
  ['UTF-32', new Uint8Array(Uint32Array.from(`${MARK}${FOLDED}`, (each) => each.codePointAt(0) ?? 0).buffer)],
  ['text that is too short to detect', utf16('app;main 3\n')],
])('%s is not mistaken for UTF-16', async (_what, bytes) => {
  await expect(open(bytes)).rejects.toThrow('This is not a perf recording');
});

describe('symbol files', () => {
  const RECORDING = perfData({
    records: [
      comm(7, 'python3'),
      mmap({ pid: 7, start: 0x7000, size: 0x1000, path: '//anon' }),
      sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
    ],
  });
  const MAP = '7000 100 py::é:/a.py\n';

  test.each<[string, string, Uint8Array]>([
    ['UTF-16 with Windows line endings', 'perf-7.map', utf16(`${MARK}${MAP}`.replaceAll('\n', '\r\n'))],
    ['gzip', 'tmp/perf-7.map.gz', new Uint8Array(gzipSync(bytesOf(MAP)))],
  ])('a perf map in %s opens', async (_what, name, bytes) => {
    const outcome = await openProfile([sourceOf(RECORDING, 'perf.data'), sourceOf(bytes, name)], NO_LISTENER);
    if (!outcome.ok) throw new Error(outcome.problem.text);
    const { profile } = outcome.value.classified;
    expect(samplesOf(profile)).toEqual([expect.stringContaining('py::é:/a.py')]);
    expect(notesOf(profile)).toEqual([]);
  });

  test('kallsyms is converted to UTF-8', async () => {
    const symbols = 'ffffffff81000000 T _text\r\nffffffff81000010 T do_fault\r\n';
    const sniffed = await sniff(sourceOf(utf16(MARK + symbols), 'kallsyms'));
    if (sniffed.kind !== 'companion') throw new Error(sniffed.kind);
    const content = await sniffed.content(quotaOf(1e6, 10));
    expect(sniffed.companion).toBe('kallsyms');
    expect(await content.read(0, content.size)).toEqual(bytesOf(symbols));
  });
});

test('frames keep their addresses', async () => {
  const text = `app      77     1.000005:         10 cycles: ${FRAMES}\n`;
  expect(samplesOf(await read(utf16(MARK + text)))).toEqual(samplesOf(await read(text)));
});
