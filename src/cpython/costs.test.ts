import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COST_SPEC, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { COSTS } from '../model/costs.ts';
import { COST_HELP } from '../text/cost-help.ts';
import { COST_ROWS } from './costs.ts';
import { RUNTIME_LIBRARY } from './modules.ts';

test.skipIf(!existsSync(COST_SPEC))(`the table matches the contract${SKIP_NOTE}`, () => {
  const contract: unknown = JSON.parse(readFileSync(COST_SPEC, 'utf8'));
  const rows = COST_ROWS.map(({ place, source, ...row }) => ({
    ...row,
    in: place,
    of: source,
  }));
  const costs = COSTS.map(({ id, label }) => {
    const { is, smaller } = COST_HELP[id];
    return { id, label, is, smaller };
  });
  expect(contract).toMatchObject({ costs, rows, runtimeLibrary: RUNTIME_LIBRARY.source });
});

test('every cost but those of last resort has a row', () => {
  const used = new Set(COST_ROWS.map(({ cost }) => cost));
  expect(COSTS.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
});
