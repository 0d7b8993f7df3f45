// Checks that `pyrograph top` prints the same rows and numbers as the page's table.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { GROUPINGS } from '../src/model/session.ts';
import { expect, repaintAfter, startWith, test } from './page.ts';
import { groupRows, copiedRows } from './rows.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const PROGRAM = join(import.meta.dirname, '..', 'dist-cli', 'pyrograph.js');
const RECORDING = join(import.meta.dirname, '..', 'fixtures', 'recordings', 'events.perf');
const EVENT = 'page-faults';
/** Labels of the groupings on the page. */
const LABELS = ['Function', 'File', 'Package', 'Module', 'Kind', 'Thread', 'Cost', 'Part'];

interface Printed {
  readonly rows: readonly {
    readonly name: string;
    readonly self: number;
    readonly selfSamples: number;
    readonly total: number;
    readonly totalSamples: number;
  }[];
}

function printed(...args: string[]): Printed {
  const table: Printed = JSON.parse(
    execFileSync(process.execPath, [PROGRAM, 'top', '--json', '-n', '0', ...args, RECORDING], {
      encoding: 'utf8',
    }),
  );
  return table;
}

const sorted = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join(' ')).sort();

for (const [level, key] of [
  ['python-c', '3'],
  ['python', '5'],
] as const) {
  test(`pyrograph top has the same rows as the table at ${level}`, async ({ page }) => {
    await startWith(page, 'events.perf');
    const events = page.getByRole('combobox', { name: 'Event' });
    const label = await events.locator('option', { hasText: EVENT }).textContent();
    await repaintAfter(page, () => events.selectOption({ label: label ?? '' }));
    if (level !== DEFAULT_LEVEL) await repaintAfter(page, key);
    await page.keyboard.press('b');
    for (const [i, by] of GROUPINGS.entries()) {
      await groupRows(page, LABELS[i]);
      await expect(page.getByRole('grid', { name: `by ${by}` })).toBeVisible();
      const shown = (await copiedRows(page)).map((row) => {
        const cells = Object.values(row);
        return [cells[0], cells[2], cells[3], cells[5], cells[6]];
      });
      const rows = printed('--by', by, '--level', level, '--event', EVENT).rows;
      const printedRows = rows.map((row) => [
        row.name,
        row.self,
        row.selfSamples,
        row.total,
        row.totalSamples,
      ]);
      expect(printedRows.length).toBeGreaterThan(0);
      expect(sorted(shown)).toEqual(sorted(printedRows));
    }
  });
}
