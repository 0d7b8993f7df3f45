// Compares recordings at every level of detail with their goldens.

import { comparePath, type GoldenNode, goldenText, treeOfFolded } from './golden.ts';
import { chooseLevel, expectLevel, graph, openLevels } from './locators.ts';
import {
  expect,
  fixtureText,
  focusedBox,
  LEVELS,
  repaintAfter,
  startWith,
  startWithShared,
  test,
} from './page.ts';

/** `period` is the weight of each sample of the first event. */
const RECORDINGS: { folder: string; period: number; atLeast: number }[] = [
  { folder: 'fp-workers', period: 200_040, atLeast: 100 },
];

test('the levels are five choices in order, each with a description; Python and C is the initial one', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  const levels = await openLevels(page);
  await expect(levels).toHaveCount(5);
  for (const [index, { label }] of LEVELS.entries()) {
    await expect(levels.nth(index)).toHaveAccessibleName(label);
    await expect(levels.nth(index)).toHaveAccessibleDescription(/\w+ \w+/);
  }
  await expect(levels.nth(2)).toBeChecked();
  await expectLevel(page, 'Python and C');
});

test('every level matches its golden', async ({ page }) => {
  await startWith(page, 'rules.perf');
  for (const [index, { name, label }] of LEVELS.entries()) {
    await repaintAfter(page, String(index + 1));
    await expectLevel(page, label);
    const golden = treeOfFolded(fixtureText(`rules.${name}.folded`));
    await comparePath(page, golden, 10, 0);
    await comparePath(page, golden, 10, 1);
  }
});

test('the second event has its own graph', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const picker = page.getByRole('combobox', { name: 'Event' });
  await expect(picker.getByRole('option')).toHaveText([
    'cpu-clock:ppp (29 samples)',
    'page-faults (1 sample)',
  ]);
  await repaintAfter(page, () => picker.selectOption({ index: 1 }));
  const golden = treeOfFolded(fixtureText('rules.python-c.page-faults.folded'));
  expect(await comparePath(page, golden, 5, 0)).toBeGreaterThan(1);
});

for (const { folder, period, atLeast } of RECORDINGS) {
  test(`${folder}: every level matches its golden`, async ({ page }) => {
    await startWithShared(page, folder);
    let compared = 0;
    // From the finest to the coarsest level, alternating between mouse and key.
    for (const [index, { name, label }] of LEVELS.entries()) {
      await repaintAfter(page, () =>
        index % 2 === 0 ? chooseLevel(page, label) : page.keyboard.press(String(index + 1)),
      );
      await expectLevel(page, label);
      const golden = treeOfFolded(goldenText(folder, name));
      compared += await comparePath(page, golden, period, 0);
      if (index % 2 === 1) compared += await comparePath(page, golden, period, 1);
    }
    expect(compared, 'number of compared boxes').toBeGreaterThan(atLeast);
  });
}

test('fp-events: the event with the most samples is initially selected; events match their goldens', async ({
  page,
}) => {
  await startWithShared(page, 'fp-events');
  const picker = page.getByRole('combobox', { name: 'Event' });
  const names = await picker.getByRole('option').allTextContents();
  const counts = names.map((each) => Number(/\(([\d,]+) sample/.exec(each)?.[1].replaceAll(',', '')));
  const shown = Number(await picker.inputValue());
  expect(counts[shown]).toBe(Math.max(...counts));
  for (const event of ['page-faults', 'context-switches']) {
    const index = names.findIndex((name) => name.startsWith(event));
    if (index !== Number(await picker.inputValue()))
      await repaintAfter(page, () => picker.selectOption({ index }));
    expect((await rootOf(page)).samples).toBe(counts[index]);
    await comparePath(page, goldenOf(event), undefined, 0);
  }
});

test('switching the level keeps the focused function', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('End');
  const { name } = await focusedBox(page);
  await repaintAfter(page, '2');
  expect((await focusedBox(page)).name).toBe(name);
});

async function rootOf(page: Parameters<typeof graph>[0]) {
  await graph(page).focus();
  await page.keyboard.press('Home');
  return focusedBox(page);
}

function goldenOf(event: string): GoldenNode {
  return treeOfFolded(goldenText('fp-events', 'python-c', event));
}
