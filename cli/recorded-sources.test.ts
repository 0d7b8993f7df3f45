// The source files that are packed with a recording, in a folder that mirrors the recorded machine.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesAt, fileAt, filesIn, HAS_PROFILES, pathAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import type { Companion } from './lookup.ts';
import { sourcesOfHottest } from './recorded-sources.ts';
import { fileAt as localFileAt, memorySource, SearchRoot } from './search-root.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-sources-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Where `lines-phases` ran its program. */
const APP = '/tmp/l/phases.py';
const KINDS = { 'jit-': 'jitdump', symbols: 'elf', 'perf.lines': 'line table' } as const;

describe.skipIf(!HAS_PROFILES)(`sources of the hottest functions${SKIP_NOTE}`, () => {
  test('are found with a line table, unless they changed after the recording', async () => {
    mkdirSync(join(FOLDER, 'tmp/l'), { recursive: true });
    writeFileSync(join(FOLDER, APP), fileAt('src/phases.py'));
    const recording = localFileAt(pathAt('lines-phases', 'perf.data.gz'), 'perf.data.gz');
    if (!recording) throw new Error('There is no recording');
    const companions = filesIn('lines-phases').flatMap((file): Companion[] => {
      const [, kind] = Object.entries(KINDS).find(([start]) => file.startsWith(start)) ?? [];
      return kind
        ? [{ kind, source: memorySource(file, Uint8Array.from(bytesAt('lines-phases', file))) }]
        : [];
    });
    const namesOf = async (given: readonly Companion[]) =>
      (await sourcesOfHottest(recording, given, new SearchRoot(FOLDER))).map(({ source }) => source.name);

    utimesSync(join(FOLDER, APP), 0, 0);
    expect(await namesOf(companions)).toEqual([APP]);
    expect(await namesOf(companions.filter(({ kind }) => kind !== 'line table'))).toEqual([]);
    const later = Date.now() / 1000 + 1e6;
    utimesSync(join(FOLDER, APP), later, later);
    expect(await namesOf(companions)).toEqual([]);
  });
});
