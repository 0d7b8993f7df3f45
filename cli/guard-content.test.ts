import { appendFileSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileAt } from './search-root.ts';
import { FileChanged, guardContent } from './guard-content.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-unchanged-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** Opens a file that is an hour old, and counts the reported changes. */
function opened(mayGrow: boolean) {
  const path = join(FOLDER, 'perf.data');
  writeFileSync(path, 'recorded');
  const old = new Date(Date.now() - 3_600_000);
  utimesSync(path, old, old);
  const source = fileAt(path, 'perf.data');
  if (!source) throw new Error('there is no file');
  const reported = { times: 0 };
  return { path, reported, content: guardContent(source, mayGrow, () => reported.times++) };
}

const read = async (content: ReturnType<typeof guardContent>) =>
  String(Buffer.from(await content().read(0, 8)));

test('reads an unchanged file', async () => {
  const { content, reported } = opened(false);
  expect(await read(content)).toBe('recorded');
  expect(await read(content)).toBe('recorded');
  expect(reported.times).toBe(0);
});

const CHANGES: readonly (readonly [title: string, change: (path: string) => void])[] = [
  ['is overwritten', (path) => writeFileSync(path, 'replaced')],
  ['is truncated', (path) => writeFileSync(path, 'rec')],
  ['is replaced', (path) => (writeFileSync(`${path}.new`, 'recorded'), renameSync(`${path}.new`, path))],
  ['is removed', (path) => rmSync(path)],
];

test.each(CHANGES)('rejects a file that %s, and reports it once', async (_, change) => {
  for (const mayGrow of [false, true]) {
    const { path, content, reported } = opened(mayGrow);
    change(path);
    for (let times = 0; times < 2; times++) expect(content).toThrow(FileChanged);
    expect(reported.times).toBe(1);
  }
});

test('discards data read from a file that changes during the read', async () => {
  const { path, content } = opened(false);
  const file = content();
  writeFileSync(path, 'replaced');
  await expect(file.read(0, 8)).rejects.toThrow(FileChanged);
});

test('reads the start of a file that may grow', async () => {
  const growing = opened(true);
  appendFileSync(growing.path, ' and more');
  expect(await read(growing.content)).toBe('recorded');
  const recording = opened(false);
  appendFileSync(recording.path, ' and more');
  expect(recording.content).toThrow(FileChanged);
});
