import { expect, test } from 'vitest';
import { comparisonParts, readComparison } from './comparison-address.ts';
import { COMPARED_COLUMNS, type ComparedTableState } from '../model/view-names.ts';

/** Writes and reads the address of a comparison with this table. */
function linked(table: ComparedTableState | undefined): ComparedTableState | undefined {
  const parts = comparisonParts({ a: [{ recording: 0 }], b: [{ recording: 1 }], table });
  return readComparison((key) => parts.flatMap(([name, value]) => (name === key && value ? [value] : [])))
    ?.table;
}

test('a link has the order of the table of a comparison', () => {
  expect(linked(undefined)).toBeUndefined();
  for (const column of COMPARED_COLUMNS) {
    const table = { of: 'total', column, isDescending: true, showsSmall: false } as const;
    expect(linked(table)).toEqual(table);
    expect(linked({ ...table, of: 'self', isDescending: false, showsSmall: true })).toEqual({
      of: 'self',
      column,
      isDescending: false,
      showsSmall: true,
    });
  }
});
