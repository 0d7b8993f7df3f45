// A shared link opens the view it was created from.

import { pathOf } from '../../src/model/function-names.ts';
import { describe, expect, test } from 'vitest';
import { openOrThrow } from '../../fixtures/opened.ts';
import { fixture, sourceOf } from '../../fixtures/sources.ts';
import { matchNames } from '../../src/calltree/match.ts';
import { Kind } from '../../src/model/kinds.ts';
import { baseName } from '../../src/model/paths.ts';
import { labelOf } from '../../src/text/labels.ts';
import { decodeLink } from '../../src/sharing/link-text.ts';
import { LEVELS } from '../../src/model/levels.ts';
import { ALL_SAMPLES, type Matches, type ViewOptions } from '../../src/model/session.ts';
import type { ShareChoice, SharedProfile } from '../../src/model/exports.ts';
import type { OpenProfile } from '../pipeline.ts';
import { shareProfile } from './share.ts';
import { Graphs } from '../views/graphs.ts';
import { Views } from '../views/views.ts';

const CHOICE: ShareChoice = { scope: 'all', includesThreads: true, hasShortPaths: true, minShare: 0 };
const OPTIONS: ViewOptions = { ...ALL_SAMPLES, level: 'python-c', event: 0, foldImports: true };

async function openViews(bytes: Uint8Array, name?: string): Promise<{ open: OpenProfile; views: Views }> {
  const open = await openOrThrow(sourceOf(bytes, name));
  const none = (): Promise<Matches> =>
    Promise.resolve({ matches: new Uint8Array(open.recording.funcs.length), mode: 'text' });
  return { open, views: new Views(new Graphs(open, { match: none, search: none })) };
}

const recording = () => openViews(fixture('recordings', 'rules.perf'));

async function createLink(
  views: Views,
  options: ViewOptions,
  choice: ShareChoice,
  patterns: readonly string[] = [],
): Promise<SharedProfile> {
  const find = (names: readonly string[], pattern: string) => Promise.resolve(matchNames(names, pattern));
  const { hidden } = views.open.classified.markers;
  const profile = await views.profileToShare({ options, choice, patterns });
  return shareProfile(profile, options, choice, { hidden, patterns, find });
}

/** `cost part weight` of all samples, sorted. */
async function costsOf({ views }: { views: Views }, options: ViewOptions): Promise<string[]> {
  const { parts, self } = await views.table({ options, by: 'part' });
  return Array.from(parts ?? [], ({ cost, part }, row) => `${cost} ${part} ${self[row]}`).sort();
}

test.each([true, false])('a link has the costs of the recording; short paths: %s', async (hasShortPaths) => {
  const first = await recording();
  const shared = await createLink(first.views, OPTIONS, { ...CHOICE, hasShortPaths });
  for (const { name: level } of LEVELS) {
    const options = { ...OPTIONS, level };
    expect(await costsOf(await openLink(shared), options)).toEqual(await costsOf(first, options));
  }
});

async function openLink({ text }: SharedProfile): Promise<{ open: OpenProfile; views: Views }> {
  const outcome = await decodeLink(text ?? '');
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return openViews(outcome.value, 'shared');
}

/** Every box in drawing order, with its name and file. The functions in a link may need shorter places. */
async function pictureOf({ open, views }: { open: OpenProfile; views: Views }, options: ViewOptions) {
  const { tree } = (await views.graphs.tree({ options, shape: 'calls' })).value;
  const { recording } = open;
  return Array.from({ length: tree.chains }, (_, chain) => {
    const funcs = [...tree.func.subarray(tree.first[chain], tree.first[chain + 1])];
    const names = funcs.map((func) => {
      const file = baseName(pathOf(recording, func) ?? '');
      return `${labelOf(recording, func).name} ${file} ${func < 0 ? '' : recording.funcs.kind[func]}`;
    });
    return `${tree.start[chain]} ${tree.total[chain]} ${tree.samples[chain]} ${names.join(';')}`;
  });
}

const hideFilter = (kind: Kind) => ({ action: 'hide', target: { by: 'kind', kind }, isOn: true }) as const;

describe('the view from a link', () => {
  test.each(LEVELS.map(({ name }) => name))('to the complete recording is the same at %s', async (level) => {
    const mine = await recording();
    const theirs = await openLink(await createLink(mine.views, OPTIONS, CHOICE));
    const options = { ...OPTIONS, level, filters: [hideFilter(Kind.runtime)] };
    expect(await pictureOf(theirs, options)).toEqual(await pictureOf(mine, options));
  });

  test.each(LEVELS.map(({ name }) => name))('to the visible part is the same at %s', async (level) => {
    const mine = await recording();
    const { start, duration } = mine.open.recording;
    const range = { from: start + duration / 5, to: start + duration };
    const filters = [hideFilter(Kind.runtime), { ...hideFilter(Kind.package), action: 'collapse' as const }];
    const options = { ...OPTIONS, level, range, filters };
    const theirs = await openLink(await createLink(mine.views, options, { ...CHOICE, scope: 'visible' }));
    expect(await pictureOf(theirs, { ...OPTIONS, level })).toEqual(await pictureOf(mine, options));
    expect(theirs.open.recording.notes.map(({ kind }) => kind)).toEqual(['level']);
  });

  test('to the selected samples contains only those, at all levels', async () => {
    const mine = await recording();
    const { start, duration } = mine.open.recording;
    const options = { ...OPTIONS, range: { from: start + duration / 5, to: start + duration } };
    const link = await createLink(mine.views, options, { ...CHOICE, scope: 'selected' });
    expect(link.samples).toBeLessThan(mine.open.recording.samples);
    const theirs = await openLink(link);
    expect(theirs.open.recording.samples).toBe(link.samples);
    for (const { name: level } of LEVELS)
      expect(await pictureOf(theirs, { ...OPTIONS, level })).toEqual(
        await pictureOf(mine, { ...options, level }),
      );
  });
});

test('keeps all boxes if none is small enough to be merged', async () => {
  const mine = await recording();
  const link = await createLink(mine.views, OPTIONS, { ...CHOICE, minShare: 0.0005 });
  expect(link).toMatchObject({ merged: 0, moved: 0 });
  expect(await pictureOf(await openLink(link), OPTIONS)).toEqual(await pictureOf(mine, OPTIONS));
});

test('omits data that was not selected for sharing', async () => {
  const { views, open } = await recording();
  const whole = await openLink(await createLink(views, OPTIONS, { ...CHOICE, hasShortPaths: false }));
  expect(whole.open.recording.threadList).toEqual(open.recording.threadList);
  const link = await createLink(views, OPTIONS, { ...CHOICE, includesThreads: false, minShare: 0.2 });
  expect(link.merged).toBeGreaterThan(0);
  expect(link.merged).toBeLessThan(1);
  expect(link.moved).toBeGreaterThan(0);
  const less = await openLink(link);
  expect(less.open.recording.threadList).toEqual([{ pid: -1, tid: -1, comm: '' }]);
  expect(less.open.recording.samples).toBe(open.recording.samples);
  expect(less.open.recording.events[0].weight).toBe(open.recording.events[0].weight);
  expect(less.open.recording.funcs.length).toBeLessThan(whole.open.recording.funcs.length);
  expect(less.open.recording.notes.map(({ text }) => text)).toEqual([
    'Boxes below 20% were merged into their callers before sharing, and cost what these cost',
  ]);
});

test('reports ambiguities of short paths: duplicate names, and patterns that match differently', async () => {
  const text = `
    app;py::main:/home/ada/app.py;py::f:/home/ada/x.py 1
    app;py::main:/home/ada/app.py;py::f:/home/bob/x.py 2
  `;
  const { views } = await openViews(new TextEncoder().encode(text.trim().replaceAll(/^ +/gm, '')));
  const patterns = ['^py::f', 'ada', '/home/', 'x\\.py$'];
  expect(await createLink(views, OPTIONS, CHOICE, patterns)).toMatchObject({
    ambiguousNames: 2,
    changedPatterns: ['ada', '/home/'],
  });
  const whole = await createLink(views, OPTIONS, { ...CHOICE, hasShortPaths: false }, patterns);
  expect(whole).toMatchObject({ ambiguousNames: 0, changedPatterns: [] });
});
