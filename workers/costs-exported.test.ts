// What samples cost is the same after an export and in a shared link, as long as these contain the stacks as recorded.

import { Profile as Decoded } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, SKIP_NOTE } from '../fixtures/profiles.ts';
import { fixture, sourceOf } from '../fixtures/sources.ts';
import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { LEVELS } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import { costRows } from './costs.ts';
import { exportFile, exportProfile } from './export.ts';
import { localMatcher } from './local-matcher.ts';
import { openProfile, profileAtLevel, recordedProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import { withShortPaths } from './short-names.ts';
import { partsOfSamples } from './stack-costs.ts';
import { Views } from './views.ts';

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

test('pprof has the costs of the selected samples as labels, at every level', async () => {
  const open = await openOrThrow(fixture('recordings', 'rules.perf'));
  const views = new Views(open, localMatcher(open.recording));
  const drop = { action: 'drop', target: { by: 'cost', cost: 'bytecode' }, isOn: true } as const;
  for (const { name: level } of LEVELS)
    for (const filters of [[], [drop]]) {
      const options = { ...ALL_SAMPLES, level, event: 0, foldImports: true, filters };
      const { parts, self } = await views.table({ options, by: 'part' });
      const expected = parts!.map(({ cost, part }, row) => `${cost} ${part} ${self[row]}`);
      const profile = await views.profile(options);
      const { chunks } = exportProfile('pprof', profile, level, 0, 'x', await views.sampleParts(options));
      const labeled = labelSums(Decoded.decode(Buffer.concat([...chunks])));
      expect(labeled.sort()).toEqual(expected.sort());
    }
});

/** `cost part weight`, summed over the samples with these labels. */
function labelSums({ sample, stringTable }: Decoded): string[] {
  const text = (row: number | bigint) => stringTable.strings[Number(row)];
  const sums = new Map<string, number>();
  for (const { label, value } of sample) {
    const labels = new Map(label.map(({ key, str }) => [text(key), text(str)]));
    const key = `${labels.get('cost')} ${labels.get('part') ?? ''}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(value[1]));
  }
  return [...sums].map(([key, weight]) => `${key} ${weight}`);
}
