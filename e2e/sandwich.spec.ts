// The sandwich: callers and callees of one function, held against an independent count of the goldens; recursion too.

import type { Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import {
  compareOnTheWay,
  goldenText,
  labelOf,
  linesOf,
  treeOfLines,
  type Drawn,
  type GoldenBox,
  type Line,
} from './golden.ts';
import { chips } from './menus.ts';
import { expect, fixture, focusedBox, graph, open, pictureAfter, start, test, upload } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

/** `fib` calls itself; `builtin_sum` is no Python; the last is called from many places. */
const FUNCTIONS = [
  { folder: 'fp-workers', period: 200_040, name: 'py::fib:/src/workers.py', typed: 'fib' },
  { folder: 'fp-workers', period: 200_040, name: 'builtin_sum', typed: 'builtin_sum' },
  { folder: 'fp-workers', period: 200_040, name: '_PyObject_Malloc', typed: '_pyobject_malloc' },
];

for (const { folder, period, name, typed } of FUNCTIONS) {
  test(`${folder}: callers and callees of ${typed} are those of the golden${WITHOUT}`, async ({ page }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await start(page);
    await open(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
    await page.keyboard.press('s');
    await chooseFunction(page, typed, labelOf(name).replace(/ \(.*/, ''));
    const lines = linesOf(goldenText(folder, 'python-c'));
    const golden = goldenSandwich(lines, name);
    const all = sumOf(lines);
    await expectAmounts(page, lines, name, all);
    const drawn = (tree: string, further: Drawn['further']): Drawn => ({
      tree: page.getByRole('tree', { name: tree }),
      further,
      label: labelOf(name),
      all,
    });
    let compared = 0;
    for (const rank of [0, 1] as const) {
      compared += await compareOnTheWay(page, golden.callers, period, rank, drawn('Callers', 'ArrowUp'));
      compared += await compareOnTheWay(page, golden.callees, period, rank, drawn('Callees', 'ArrowDown'));
    }
    expect(compared, 'a good number of boxes was compared').toBeGreaterThan(15);
  });
}

test('it opens on the focused function, each half zooms by itself, and another function takes the middle', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await graph(page).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  const { label } = await focusedBox(page);
  await page.keyboard.press('s');
  await expect(middle(page)).toHaveText(words(label));
  await callees(page).focus();
  expect((await focusedBox(page)).label).toBe(label);
  await page.keyboard.press('ArrowDown');
  const callee = await focusedBox(page);
  expect(callee.depth).toBe(1);
  await page.keyboard.press('Enter');
  const crumbs = page.getByRole('navigation', { name: 'Zoom' });
  await expect(crumbs).toHaveText(words(label) + words(callee.label));
  await callers(page).focus();
  await expect(crumbs, 'the other half is not zoomed').toHaveText(words(label));
  await page.keyboard.press('ArrowUp');
  const caller = await focusedBox(page);
  await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading').first()).toHaveText(
    words(caller.label),
  );
  await page.keyboard.press('Shift+S');
  await expect(middle(page)).toHaveText(words(caller.label));
  await page.keyboard.press('Escape');
  await expect(middle(page), 'Esc leads back').toHaveText(words(label));
});

test('keys are about the focused box where the sandwich is left before it is there', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.keyboard.press('ArrowUp');
  for (const key of ['s', 'f']) await page.keyboard.press(key);
  await page.keyboard.press('ArrowUp');
  const { label } = await focusedBox(page);
  await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading').first()).toHaveText(
    words(label),
  );
  await page.keyboard.press('h');
  await expect(chips(page)).toHaveText([`Hide: ${words(label)}`]);
});

test('a double click and a click with Alt take a box into the middle, a click only zooms to it', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.keyboard.press('s');
  const first = await middle(page).textContent();
  const box = await callers(page).locator('canvas').boundingBox();
  if (!box) throw new Error('there is no canvas');
  const onCaller = { x: box.x + 20, y: box.y + box.height - 27 };
  await page.mouse.click(onCaller.x, onCaller.y);
  const { label } = await focusedBox(page);
  await expect(middle(page)).toHaveText(first ?? '');
  await page.keyboard.press('0');
  await page.mouse.dblclick(onCaller.x, onCaller.y);
  await expect(middle(page)).toHaveText(words(label));
  await page.keyboard.press('Escape');
  await expect(middle(page)).toHaveText(first ?? '');
  await page.keyboard.down('Alt');
  await page.mouse.click(onCaller.x, onCaller.y);
  await page.keyboard.up('Alt');
  await expect(middle(page)).toHaveText(words(label));
});

test('the function is chosen without a mouse: arrows, Enter, Esc', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('s');
  const before = (await middle(page).textContent()) ?? '';
  const field = page.getByRole('combobox', { name: 'Function in the middle' });
  await field.focus();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const options = page.getByRole('listbox', { name: 'Functions' }).getByRole('option');
  const active = async () =>
    page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`).textContent();
  const shares = (await options.allTextContents()).map((text) => Number(/([\d.]+)%$/.exec(text)?.[1]));
  expect(shares, 'the heaviest first').toEqual(shares.toSorted((a, b) => b - a));
  expect(await active()).toBe(await options.first().textContent());
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe(await options.nth(1).textContent());
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await active(), 'round at the ends').toBe(await options.last().textContent());
  await page.keyboard.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(middle(page)).toHaveText(before);
  await page.keyboard.type('nothing is called this');
  await expect(options).toHaveCount(0);
  await field.fill('');
  await page.keyboard.press('ArrowDown');
  const second = await page.locator('[role=option] .part-name').nth(1).textContent();
  await page.keyboard.press('Enter');
  await expect(middle(page)).toHaveText(second ?? '');
  await expect(page.getByRole('tree').first()).toBeFocused();
});

test('at twice the size the field and the ways back share a line', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 450 });
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('s');
  const field = await page.getByRole('combobox', { name: 'Function in the middle' }).boundingBox();
  const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox();
  expect(undo?.y).toBe(field?.y);
});

test('the divider is moved by keys and dragged, and the share of each half is told', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.keyboard.press('s');
  const divider = page.getByRole('separator', { name: 'Height of the callers' });
  const height = async () => (await callers(page).boundingBox())?.height ?? NaN;
  const value = async () => Number(await divider.getAttribute('aria-valuenow'));
  await divider.focus();
  await page.keyboard.press('Home');
  expect(await value()).toBe(10);
  const least = await height();
  await page.keyboard.press('ArrowDown');
  expect(await value()).toBe(15);
  expect(await height()).toBeGreaterThan(least);
  const box = await divider.boundingBox();
  if (!box) throw new Error('there is no divider');
  await page.mouse.move(box.x + 300, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + box.height / 2 + 150, { steps: 3 });
  await page.mouse.up();
  expect(await height()).toBeGreaterThan(least + 100);
  const widths = [await callers(page).boundingBox(), await callees(page).boundingBox()];
  expect(widths[0]?.width).toBe(widths[1]?.width);
});

test(`another level keeps the function; where it is not shown, the level is offered that shows it${WITHOUT}`, async ({
  page,
}) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await start(page);
  await open(page, upload('workers.perf.gz', bytesAt('fp-workers', 'expected.perf.gz')));
  await page.keyboard.press('s');
  await chooseFunction(page, 'fib', 'fib');
  for (const [key, level] of [
    ['1', 'raw'],
    ['5', 'python'],
    ['2', 'merged'],
  ]) {
    const lines = linesOf(goldenText('fp-workers', level));
    const all = sumOf(lines);
    await page.keyboard.press(key);
    await expect(middle(page)).toHaveText('fib');
    await expectAmounts(page, lines, 'py::fib:/src/workers.py', all);
  }
  await page.keyboard.press('3');
  await chooseFunction(page, 'builtin_sum', 'builtin_sum');
  await page.keyboard.press('5');
  const status = page.getByRole('status').filter({ hasText: 'builtin_sum' });
  await expect(status).toContainText('is not shown at this level of detail');
  await expectAbsent(page, /^builtin_sum .*is not shown at this level of detail\.$/);
  await status.getByRole('button').click();
  await expect(status).toBeHidden();
  await expect(middle(page)).toHaveText('builtin_sum');
  await expect(page.getByRole('radio', { name: 'Python only' })).not.toBeChecked();

  await callees(page).focus();
  await page.keyboard.press('h');
  await expect(status).toContainText('is in none of the samples that are looked at');
  await expectAbsent(page, /^builtin_sum .*is in none of the samples that are looked at\.$/);
  await page.keyboard.press('u');
  await expect(status).toBeHidden();
  await callees(page).focus();
  await pictureAfter(page, () => page.keyboard.press('o'));
  await page.keyboard.press('d');
  await expectAbsent(page, 'Nothing is left');
});

/** What a screen reader hears of both halves, where there are none. */
async function expectAbsent(page: Page, reason: string | RegExp): Promise<void> {
  for (const half of [callers(page), callees(page)])
    await expect(half.getByRole('treeitem')).toHaveText(reason);
}

/** What the bar says of the function, against the golden: total once a stack, self where the stack ends. */
async function expectAmounts(page: Page, lines: readonly Line[], name: string, all: number): Promise<void> {
  const total = sumOf(lines.filter(({ frames }) => frames.includes(name)));
  const self = sumOf(lines.filter(({ frames }) => frames.at(-1) === name));
  const shares = page.locator('.amounts .of-all');
  await expect(shares.first()).toHaveText(percent(total / all));
  await expect(shares.last()).toHaveText(percent(self / all));
}

function percent(share: number): string {
  const places = share >= 0.1 ? 1 : share >= 0.001 ? 2 : 3;
  return share === 0 ? '0%' : `${(100 * share).toFixed(places)}%`;
}

/** From the outermost call of the function to its callers, and to its callees. Both begin with the function. */
function goldenSandwich(lines: readonly Line[], name: string): { callers: GoldenBox; callees: GoldenBox } {
  const through = lines.filter(({ frames }) => frames.includes(name));
  const callersOf = ({ frames, weight }: Line) => ({
    frames: frames.slice(0, frames.indexOf(name) + 1).toReversed(),
    weight,
  });
  const calleesOf = ({ frames, weight }: Line) => ({ frames: frames.slice(frames.indexOf(name)), weight });
  return { callers: onlyChild(through.map(callersOf)), callees: onlyChild(through.map(calleesOf)) };
}

function onlyChild(lines: readonly Line[]): GoldenBox {
  const [box] = treeOfLines(lines).children.values();
  return box;
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { weight }) => sum + weight, 0);
}

async function chooseFunction(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Function in the middle' }).fill(typed);
  const options = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });
  await options.first().click();
  await expect(middle(page)).toHaveText(name);
}

function words(label: string): string {
  return label.replace(/ \(.*/, '');
}

function middle(page: Page) {
  return page.locator('.middle').getByRole('heading');
}

function callers(page: Page) {
  return page.getByRole('tree', { name: 'Callers' });
}

function callees(page: Page) {
  return page.getByRole('tree', { name: 'Callees' });
}
