// Profiles that other profilers recorded show their lines: of the same Python program, and of a Go program that does the same.

import { describe, expect, test } from 'vitest';
import { exportBytes, openBytes } from '../../fixtures/round-trips.ts';
import { fixture, sourceOf } from '../../fixtures/sources.ts';
import { openOrThrow } from '../../fixtures/opened.ts';
import { lineLevelOf, profileWithLines, recordedProfileWithLines } from '../../workers/line-profiles.ts';
import type { OpenProfile } from '../../workers/pipeline.ts';
import { localViews } from '../../workers/views/views.ts';
import { nameWithoutFile } from '../model/function-names.ts';
import { ALL_SAMPLES } from '../model/session.ts';
import { sourcePathOf } from '../model/lines.ts';
import { writeFolded } from './folded-writer.ts';

const openRecorded = (name: string) => openOrThrow(sourceOf(fixture('profilers', `recorded/${name}`), name));

/** `name file:line self total`. */
async function hottestLines(open: OpenProfile): Promise<string[]> {
  const level = lineLevelOf(open);
  const options = { ...ALL_SAMPLES, level, event: open.recording.defaultEvent, foldImports: false };
  const lines = await localViews(open).hottestLines({ options });
  return lines.map(({ func, line, selfSamples, totalSamples }) => {
    const place = `${sourcePathOf(open.recording, func)}:${line}`;
    return `${nameWithoutFile(open.recording, func)} ${place} ${selfSamples} ${totalSamples}`;
  });
}

const foldedLines = (open: OpenProfile) =>
  Buffer.concat([...writeFolded(profileWithLines(open, 'python'), 0, 'period')]).toString();

const PRICE = 'main.price example.org/cart/main.go';

describe.each([
  ['py-spy.txt', ['price cart.py:11 1 1', 'price cart.py:10 1 1', '<module> cart.py:25 0 2']],
  ['py-spy.speedscope.json', ['price /srv/cart/cart.py:11 95 95']],
  ['tachyon.txt', ['price cart.py:11 1 1', 'price cart.py:10 1 1', 'price cart.py:9 1 1']],
  [
    'go.pb.gz',
    ['runtime.asyncPreempt runtime/preempt_amd64.s:9 17 17', `${PRICE}:16 11 23`, `${PRICE}:14 7 12`],
  ],
])('%s', (name, expected) => {
  test('shows the hottest lines', async () => {
    expect((await hottestLines(await openRecorded(name))).slice(0, expected.length)).toEqual(expected);
  });

  test('keeps them after export to pprof', async () => {
    const open = await openRecorded(name);
    const again = await openBytes(await exportBytes('pprof', recordedProfileWithLines(open), 'raw'));
    expect(await hottestLines(again)).toEqual(await hottestLines(open));
  });
});

test.each(['py-spy.txt', 'py-spy.speedscope.json', 'tachyon.txt'])(
  'folded text with the lines of %s reads back',
  async (name) => {
    const text = foldedLines(await openRecorded(name));
    expect(text).toMatch(/py::price:\S*cart\.py:11 \d+\n/);
    const again = await openOrThrow(sourceOf(text, 'lines.folded'));
    expect(foldedLines(again)).toBe(text);
    expect((await hottestLines(again))[0]).toMatch(/^price \S*cart\.py:11 /);
  },
);
