import { expect, test } from 'vitest';
import { FAMILIES, KIND_LABELS, kindsOf } from '../model/kinds.ts';
import { FAMILY_LABELS } from './family-labels.ts';

test('each family has a label of its own, and a family of one kind that of the kind', () => {
  expect(new Set(Object.values(FAMILY_LABELS)).size).toBe(FAMILIES.length);
  for (const family of FAMILIES) {
    const kinds = kindsOf(family);
    if (kinds.length === 1) expect(FAMILY_LABELS[family]).toBe(KIND_LABELS[kinds[0]]);
  }
});
