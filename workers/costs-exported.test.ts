// What samples cost is the same after an export and in a shared link, as long as these contain the stacks as recorded.

import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, SKIP_NOTE } from '../fixtures/profiles.ts';
import { fixture, sourceOf } from '../fixtures/sources.ts';
import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { costRows } from './costs.ts';
import { exportFile } from './export.ts';
import { openProfile, profileAtLevel, recordedProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import { withShortPaths } from './short-names.ts';
import { partsOfSamples } from './stack-costs.ts';

const RECORDED = ['fp-workers', 'fp-syswide', 'fp3.15-inlined', 'jit-numeric', 'nofp-dwarf', 'odd-names'];
const recorded = RECORDED.filter((folder) => folders().includes(folder));

async function openOrThrow(bytes: Uint8Array, name = 'x'): Promise<OpenProfile> {
  const outcome = await openProfile([sourceOf(bytes, name)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

/** `cost part weight`, sorted. */
function costsOf(open: OpenProfile): string[] {
  const rows = costRows(open, { parts: true });
  return rows.map(({ cost, part, weight }) => `${cost} ${part} ${Math.round(weight)}`).sort();
}

async function expectSameCosts(open: OpenProfile): Promise<void> {
  const raw = recordedProfile(open);
  const compact = (profile: Profile, form: Form) =>
    openOrThrow(writeCompact(profile, { form, level: undefined, minShare: 0 }));
  const expected = costsOf(open);
  expect(costsOf(await compact(raw, Form.individual)), 'in a page').toEqual(expected);
  expect(costsOf(await compact(raw, Form.summed)), 'in a link').toEqual(expected);
  expect(costsOf(await compact(withShortPaths(raw), Form.summed)), 'with short paths').toEqual(expected);
  const { content } = await exportFile('pprof', raw, 'raw', NONE, 'x', partsOfSamples(open));
  const pprof = await openOrThrow(new Uint8Array(await content.arrayBuffer()));
  expect(costsOf(pprof), 'in pprof').toEqual(expected);
}

test.each(['rules', 'jit', 'inlined', 'events'])('%s.perf costs the same after export', async (name) => {
  await expectSameCosts(await openOrThrow(fixture('recordings', `${name}.perf`)));
});

describe.skipIf(recorded.length === 0)(`a recorded program${SKIP_NOTE}`, () => {
  test.each(recorded)('%s costs the same after export', async (folder) => {
    const text = filesIn(folder).find((file) => /^expected\.perf\.(?:gz|zst)$/.test(file))!;
    await expectSameCosts(await openOrThrow(bytesAt(folder, text), text));
  });
});

test('a link to the level “Python only” has no costs but bytecode', async () => {
  const open = await openOrThrow(fixture('recordings', 'rules.perf'));
  const shown = profileAtLevel(open, 'python');
  const bytes = writeCompact(shown, { form: Form.summed, level: 'python', minShare: 0 });
  const shared = await openOrThrow(bytes);
  expect(shared.recording.notes.map(({ kind }) => kind)).toContain('level');
  expect(new Set(costRows(shared).map(({ cost }) => cost))).toEqual(new Set(['bytecode', 'unknown']));
});
