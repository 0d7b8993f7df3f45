// Real recordings at every level of detail: what the page says of a box is what an independent count of the golden says.

import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { compareOnTheWay, goldenText, treeOfFolded, type GoldenBox } from './golden.ts';
import {
  expect,
  fixture,
  focusedBox,
  graph,
  LEVELS,
  open,
  pictureAfter,
  start,
  test,
  upload,
} from './page.ts';

/** Each with the weight of every sample of the event that is shown first. */
const RECORDINGS: { folder: string; period: number; atLeast: number }[] = [
  { folder: 'fp-workers', period: 200_040, atLeast: 100 },
];

test('the levels are five radios with these names, in this order, and Python and C is the first shown', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const group = page.getByRole('radiogroup', { name: 'Detail' });
  await expect(group.getByRole('radio')).toHaveCount(5);
  for (const [index, { label }] of LEVELS.entries())
    await expect(group.getByRole('radio').nth(index)).toHaveAccessibleName(label);
  await expect(group.getByRole('radio', { name: 'Python and C' })).toBeChecked();
});

test('the folding rules: every level says what the golden says', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  for (const [index, { name, label }] of LEVELS.entries()) {
    await pictureAfter(page, () => page.keyboard.press(String(index + 1)));
    await expect(page.getByRole('radio', { name: label, exact: true })).toBeChecked();
    const golden = treeOfFolded(fixture(`rules.${name}.folded`).buffer.toString());
    await compareOnTheWay(page, golden, 10, 0);
    await compareOnTheWay(page, golden, 10, 1);
  }
});

test('the second event of a recording has a picture of its own', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const picker = page.getByRole('combobox', { name: 'Event' });
  await expect(picker.getByRole('option')).toHaveText([
    'cpu-clock:ppp (29 samples)',
    'page-faults (1 sample)',
  ]);
  await pictureAfter(page, () => picker.selectOption({ index: 1 }));
  const golden = treeOfFolded(fixture('rules.python-c.page-faults.folded').buffer.toString());
  expect(await compareOnTheWay(page, golden, 5, 0)).toBeGreaterThan(1);
});

for (const { folder, period, atLeast } of RECORDINGS) {
  test(`${folder}: boxes at every level are those of the golden${WITHOUT}`, async ({ page }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await start(page);
    await open(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
    let compared = 0;
    // From the finest to the coarsest, by mouse and by key in turn.
    for (const [index, { name, label }] of LEVELS.entries()) {
      const radio = page.getByRole('radio', { name: label, exact: true });
      await pictureAfter(page, () =>
        index % 2 === 0 ? radio.check() : page.keyboard.press(String(index + 1)),
      );
      await expect(radio).toBeChecked();
      const golden = treeOfFolded(goldenText(folder, name));
      compared += await compareOnTheWay(page, golden, period, 0);
      if (index % 2 === 1) compared += await compareOnTheWay(page, golden, period, 1);
    }
    expect(compared, 'a good number of boxes was compared').toBeGreaterThan(atLeast);
  });
}

test(`fp-events: the event with most samples is shown first, and each event has its own golden${WITHOUT}`, async ({
  page,
}) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await start(page);
  await open(page, upload('events.perf.gz', bytesAt('fp-events', 'expected.perf.gz')));
  const picker = page.getByRole('combobox', { name: 'Event' });
  const names = await picker.getByRole('option').allTextContents();
  const counts = names.map((each) => Number(/\(([\d,]+) sample/.exec(each)?.[1].replaceAll(',', '')));
  const shown = Number(await picker.inputValue());
  expect(counts[shown]).toBe(Math.max(...counts));
  for (const event of ['page-faults', 'context-switches']) {
    const index = names.findIndex((name) => name.startsWith(event));
    if (index !== Number(await picker.inputValue()))
      await pictureAfter(page, () => picker.selectOption({ index }));
    expect((await rootOf(page)).samples).toBe(counts[index]);
    await compareOnTheWay(page, goldenOf(event), undefined, 0);
  }
});

test('another level keeps the focus on the same function', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await graph(page).focus();
  await page.keyboard.press('End');
  const { name } = await focusedBox(page);
  await pictureAfter(page, () => page.keyboard.press('2'));
  expect((await focusedBox(page)).name).toBe(name);
});

async function rootOf(page: Parameters<typeof graph>[0]) {
  await graph(page).focus();
  await page.keyboard.press('Home');
  return focusedBox(page);
}

function goldenOf(event: string): GoldenBox {
  return treeOfFolded(goldenText('fp-events', 'python-c', event));
}
