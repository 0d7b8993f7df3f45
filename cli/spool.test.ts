// What comes through a pipe, kept where a browser can be given any part of it.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceOf as sourceFor } from '../fixtures/sources.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { spooled } from './spool.ts';

const pipe = (content: string) => ({ ...sourceFor(content, 'standard input', [3]), size: NaN });

let home = '';

// What is kept goes with the process, which here does many other things first.
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pyrograph-spool-'));
  vi.stubEnv('TMPDIR', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test('all of it is there, for nobody else', async () => {
  const { name, size, file } = await spooled(pipe('a;b 1\n'));
  expect({ name, size }).toEqual({ name: 'standard input', size: 6 });
  expect(new TextDecoder().decode(await file.read(2, 5))).toBe('b 1');
  const [folder] = readdirSync(home);
  expect(statSync(join(home, folder, 'recording')).mode & 0o077).toBe(0);
});

test('a file stays where it is', async () => {
  const file = memoryFile(new Uint8Array(3));
  const source = { ...pipe('abc'), size: 3, file };
  expect((await spooled(source)).file).toBe(file);
});

test('nothing, and more than there is room for, are sentences', async () => {
  await expect(spooled(pipe(''))).rejects.toThrow(
    'Nothing came from standard input: pipe what perf script prints into it.',
  );
  await expect(spooled(pipe('a;b 1\n'), 5)).rejects.toThrow(
    /^standard input could not be kept in .* \(it is larger than 5 bytes\)/,
  );
});
