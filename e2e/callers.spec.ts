// Tests the switch “Inferred callers”, and what the page says about them.

import { boundsOf, canvas, details, graph, notes } from './locators.ts';
import { startWith, test } from './opened.ts';
import { expect, hashOf, picture, press, repaintAfter, upload } from './page.ts';

const SHARED = Array.from({ length: 30 }, (_, i) => `f${i}`).join(';');
/** The last two stacks were cut, the first of them where it can be re-attached. */
const STACKS = [`_start;py::main:/app/main.py;${SHARED};x 1`, `${SHARED};y 2`, 'f9;f8;f7 1'];
const RECORDING = upload('cut.folded', STACKS.map((stack) => `python;${stack}`).join('\n'));

test('callers of cut stacks are inferred and hatched, or shown as recorded', async ({ page }) => {
  await startWith(page, RECORDING);
  const inferred = page.getByRole('switch', { name: 'Inferred callers' });
  await expect(inferred).toBeChecked();
  await expect(notes(page)).toContainText(
    'Callers of 50.0% of the weight were inferred: 2 of 3 samples end before the root of their stack',
  );
  await graph(page).focus();
  await press(page, 'ArrowUp');
  await expect(graph(page).getByRole('treeitem')).toHaveText(
    'main (main.py), 2 samples, 75.0%, 66.7% of it inferred',
  );
  await expect(details(page)).toContainText('66.7% of it inferred');
  const { x, y, height } = await boundsOf(canvas(page));
  await page.mouse.move(x + 60, y + height - 27);
  await expect(page.getByRole('tooltip')).toContainText('66.7% of it inferred');
  await page.mouse.move(x + 60, y - 200);

  const mended = await picture(page);
  await repaintAfter(page, 'M');
  await expect(inferred).not.toBeChecked();
  await expect.poll(() => hashOf(page)).toContain('mend=0');
  expect(await picture(page)).not.toBe(mended);
  await expect(details(page)).not.toContainText('inferred');
  await repaintAfter(page, '1');
  await expect(inferred).toBeDisabled();
  await repaintAfter(page, '3');
  await repaintAfter(page, () => inferred.click());
  await expect(inferred).toBeChecked();

  await details(page).getByRole('link', { name: 'What does this mean?' }).click();
  await expect(page.getByRole('dialog', { name: 'Inferred callers' })).toContainText('hatched');
  await page.keyboard.press('Escape');
});
