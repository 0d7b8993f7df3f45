// Piped input is stored for random access.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceOf as sourceFor } from '../fixtures/sources.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { spool } from './spool.ts';

const pipe = (content: string) => ({ ...sourceFor(content, 'standard input', [3]), size: NaN });

let home = '';

// Spooled files are removed only when the process exits, so each test removes its own TMPDIR.
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pyrograph-spool-'));
  vi.stubEnv('TMPDIR', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test('stores all data in a private file', async () => {
  const { name, size, file } = await spool(pipe('a;b 1\n'));
  expect({ name, size }).toEqual({ name: 'standard input', size: 6 });
  expect(new TextDecoder().decode(await file.read(2, 5))).toBe('b 1');
  const [folder] = readdirSync(home);
  expect(statSync(join(home, folder, 'recording')).mode & 0o077).toBe(0);
});

test('does not copy files', async () => {
  const file = memoryFile(new Uint8Array(3));
  const source = { ...pipe('abc'), size: 3, file };
  expect((await spool(source)).file).toBe(file);
});

test('rejects empty input and input over the limit', async () => {
  await expect(spool(pipe(''))).rejects.toThrow(
    'No data from standard input: pipe the output of perf script into it.',
  );
  await expect(spool(pipe('a;b 1\n'), 5)).rejects.toThrow(
    /^Could not store standard input in .* \(it is larger than 5 bytes\)/,
  );
});
