// What samples cost is the same after an export and in a shared link, as long as these contain the stacks as recorded.

import { Profile as Decoded } from 'pprof-format';
import { expect, test } from 'vitest';
import { expectSameCosts, openBytes } from '../../fixtures/round-trips.ts';
import { fixture } from '../../fixtures/sources.ts';
import { Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import { LEVELS } from '../../src/model/levels.ts';
import { ALL_SAMPLES } from '../../src/model/session.ts';
import { costRows } from '../costs.ts';
import { exportProfile } from './export.ts';
import { profileAtLevel } from '../pipeline.ts';
import { localViews } from '../views/views.ts';

test.each(['rules', 'jit', 'inlined', 'events'])('%s.perf costs the same after export', async (name) => {
  await expectSameCosts(await openBytes(fixture('recordings', `${name}.perf`)));
});

test('a link to the level “Python only” has no costs but bytecode', async () => {
  const open = await openBytes(fixture('recordings', 'rules.perf'));
  const shown = profileAtLevel(open, 'python');
  const bytes = writeCompact(shown, { form: Form.summed, level: 'python', minShare: 0 });
  const shared = await openBytes(bytes);
  expect(shared.recording.notes.map(({ kind }) => kind)).toContain('level');
  expect(new Set(costRows(shared).map(({ cost }) => cost))).toEqual(new Set(['bytecode', 'unknown']));
});

test('pprof has the costs of the selected samples as labels, at every level', async () => {
  const open = await openBytes(fixture('recordings', 'rules.perf'));
  const views = localViews(open);
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
