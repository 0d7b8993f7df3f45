import { appendFileSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileAt } from './place.ts';
import { FileChanged, unchanged } from './unchanged.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-unchanged-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** A file that is there for an hour, opened; and how often it was told that it has changed. */
function opened(mayGrow: boolean) {
  const path = join(FOLDER, 'perf.data');
  writeFileSync(path, 'recorded');
  const old = new Date(Date.now() - 3_600_000);
  utimesSync(path, old, old);
  const source = fileAt(path, 'perf.data');
  if (!source) throw new Error('there is no file');
  const told = { times: 0 };
  return { path, told, content: unchanged(source, mayGrow, () => told.times++) };
}

const read = async (content: ReturnType<typeof unchanged>) => String(Buffer.from(await content().read(0, 8)));

test('a file that stays as it is is given', async () => {
  const { content, told } = opened(false);
  expect(await read(content)).toBe('recorded');
  expect(await read(content)).toBe('recorded');
  expect(told.times).toBe(0);
});

const CHANGES: readonly (readonly [what: string, change: (path: string) => void])[] = [
  ['is written again', (path) => writeFileSync(path, 'rewriten')],
  ['is cut', (path) => writeFileSync(path, 'rec')],
  ['is replaced', (path) => (writeFileSync(`${path}.new`, 'recorded'), renameSync(`${path}.new`, path))],
  ['is removed', (path) => rmSync(path)],
];

test.each(CHANGES)('one that %s is refused, and that is told once', async (_, change) => {
  for (const mayGrow of [false, true]) {
    const { path, content, told } = opened(mayGrow);
    change(path);
    for (let times = 0; times < 2; times++) expect(content).toThrow(FileChanged);
    expect(told.times).toBe(1);
  }
});

test('what was read of one that changes on the way is not given', async () => {
  const { path, content } = opened(false);
  const file = content();
  writeFileSync(path, 'rewriten');
  await expect(file.read(0, 8)).rejects.toThrow(FileChanged);
});

test('of one that may grow its beginning is given', async () => {
  const growing = opened(true);
  appendFileSync(growing.path, ' and more');
  expect(await read(growing.content)).toBe('recorded');
  const recording = opened(false);
  appendFileSync(recording.path, ' and more');
  expect(recording.content).toThrow(FileChanged);
});
