// Adds filters by key, from the menu of a box and from the search. The expected results come from goldens, to which a second
// implementation applies the same filters.

import type { Locator, Page } from '@playwright/test';
import type { FilterAction } from '../src/model/filter.ts';
import { filteredLines, type FilterStep } from './filtered-lines.ts';
import { comparePath, decimalsOf, goldenText, linesOf, treeOfLines, weightOf } from './golden.ts';
import { boundsOf, details, graph, searchResult } from './locators.ts';
import { chips, item, menu, openMenuByKey } from './menus.ts';
import {
  expect,
  focusedBox,
  open,
  picture,
  press,
  repaintAfter,
  setHash,
  start,
  startWithShared,
  test,
  upload,
} from './page.ts';
import { compareRows, focusRows } from './rows.ts';

const FOLDER = 'fp-workers';
const PERIOD = 200_040;
const LEVEL_KEYS = { '3': 'python-c', '5': 'python' } as const;

const FIB = /^py::fib:/;
const OWN = /:\/src\/workers\.py$/;

test.describe('fp-workers', () => {
  test.beforeEach(async ({ page }) => {
    await startWithShared(page, FOLDER);
  });

  const KEYS: Record<string, FilterAction> = {
    o: 'focus',
    k: 'callers',
    h: 'hide',
    H: 'keep',
    d: 'drop',
    m: 'only',
    r: 'recursion',
  };
  test('each key applies its filter to the selected function', async ({ page }) => {
    for (const [key, action] of Object.entries(KEYS)) {
      await selectBox(page, '^py::fib:');
      await repaintAfter(page, key);
      await expect(chips(page)).toHaveCount(1);
      await expect(chips(page)).toContainText('fib');
      await expectRemaining(page, [{ action, matches: FIB }]);
      await repaintAfter(page, 'x');
      await expect(chips(page)).toHaveCount(0);
    }
  });

  test('the menu of a box filters by file and by kind of code', async ({ page }) => {
    const cases: [string, string, FilterStep][] = [
      ['All of file workers.py', 'Focus on its callers', { action: 'callers', matches: OWN }],
      [
        'All of file workers.py',
        'Collapse to one box',
        { action: 'collapse', matches: OWN, replacement: 'py::workers.py:/src/workers.py' },
      ],
      ['All of kind own code', 'Drop samples with it', { action: 'drop', matches: OWN }],
    ];
    for (const [submenu, entry, step] of cases) {
      await selectBox(page, '^py::fib:');
      await openMenuByKey(page);
      await item(page, submenu).click();
      await repaintAfter(page, () =>
        menu(page, submenu).getByRole('menuitem', { name: entry, exact: true }).click(),
      );
      await expectRemaining(page, [step]);
      await repaintAfter(page, () => page.getByRole('button', { name: 'Clear all' }).click());
      await expect(chips(page)).toHaveCount(0);
    }
  });

  test('the search menu turns a search into each kind of filter', async ({ page }) => {
    const cases: [string, FilterAction][] = [
      ['Keep only matching stacks', 'only'],
      ['Hide matching functions', 'hide'],
      ['Keep only matching frames', 'keep'],
      ['Collapse adjacent matches', 'collapse'],
    ];
    for (const [name, action] of cases) {
      await page.getByRole('searchbox').fill('^py::(fib|import)');
      await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
      await repaintAfter(page, () => item(page, name).click());
      await expect(page.getByRole('searchbox'), 'the search is cleared').toHaveValue('');
      await expect(chips(page)).toContainText('/^py::(fib|import)/');
      await expectRemaining(page, [{ action, matches: /^py::(?:fib|import)/ }]);
      await repaintAfter(page, 'x');
    }
  });

  test('filters apply in order and can be disabled, moved and removed', async ({ page }) => {
    await selectBox(page, '^py::import concurrent.futures.process:');
    await repaintAfter(page, 'm');
    await selectBox(page, '^py::<module>.*workers');
    await repaintAfter(page, 'h');
    await selectBox(page, '^py::import concurrent.futures.process:');
    await repaintAfter(page, 'k');
    const only: FilterStep = { action: 'only', matches: /^py::import concurrent.futures.process:/ };
    const hide: FilterStep = { action: 'hide', matches: /^py::<module>:\/src\/workers/ };
    const callers: FilterStep = { action: 'callers', matches: /^py::import concurrent.futures.process:/ };
    await expect(chips(page)).toHaveText([
      'Only: import concurrent.futures.process',
      'Hide: <module> in workers.py',
      'Callers of: import concurrent.futures.process',
    ]);
    await expectRemaining(page, [only, hide, callers]);

    const middle = chips(page).nth(1).getByRole('button').first();
    await repaintAfter(page, () => middle.click());
    await expect(middle).toHaveAttribute('aria-pressed', 'false');
    await expectRemaining(page, [only, callers]);
    await repaintAfter(page, () => middle.click());
    await expect(middle).toHaveAttribute('aria-pressed', 'true');

    await middle.focus();
    await repaintAfter(page, 'Alt+ArrowRight');
    await expect(chips(page)).toHaveText([
      'Only: import concurrent.futures.process',
      'Callers of: import concurrent.futures.process',
      'Hide: <module> in workers.py',
    ]);
    await expect(
      chips(page).nth(2).getByRole('button').first(),
      'the moved chip keeps the focus',
    ).toBeFocused();
    await expectRemaining(page, [only, callers, hide]);

    await dragTo(page, chips(page).nth(2), chips(page).nth(0));
    await expect(chips(page)).toHaveText([
      'Hide: <module> in workers.py',
      'Only: import concurrent.futures.process',
      'Callers of: import concurrent.futures.process',
    ]);
    await repaintAfter(page, () => page.getByRole('button', { name: 'Undo' }).click());
    await expect(chips(page)).toHaveText([
      'Only: import concurrent.futures.process',
      'Callers of: import concurrent.futures.process',
      'Hide: <module> in workers.py',
    ]);

    await repaintAfter(page, () => page.getByRole('button', { name: 'Remove Callers of' }).click());
    await expect(chips(page).nth(1).getByRole('button').first(), 'the next chip has the focus').toBeFocused();
    await expectRemaining(page, [only, hide]);
  });

  test('removing the focused chip by key moves the focus to another chip, or to the view after the last one', async ({
    page,
  }) => {
    await selectBox(page, '^py::fib:');
    await repaintAfter(page, 'm');
    await repaintAfter(page, 'r');
    await chips(page).nth(1).getByRole('button').first().focus();
    await repaintAfter(page, 'u');
    await expect(chips(page)).toHaveCount(1);
    await expect(chips(page).first().getByRole('button').first()).toBeFocused();
    await repaintAfter(page, 'x');
    await expect(graph(page), 'the view has the focus after the last chip is removed').toBeFocused();
  });

  test('the order of filters matters; a view without samples shows a message', async ({ page }) => {
    await selectBox(page, '^py::fib:');
    await repaintAfter(page, 'm');
    await repaintAfter(page, 'h');
    await expectRemaining(page, [
      { action: 'only', matches: FIB },
      { action: 'hide', matches: FIB },
    ]);
    await chips(page).nth(0).getByRole('button').first().focus();
    await repaintAfter(page, 'Alt+ArrowRight');
    const nothing = page.getByRole('group', { name: 'No matching samples' });
    await expect(nothing).toBeVisible();
    await expect(page.getByRole('region', { name: 'Filters' })).toContainText('No samples');
    await page.keyboard.press('b');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1');
    await expect(page.getByText('No matching rows.'), 'no message about the row filter').toHaveCount(0);
    await repaintAfter(page, 'f');
    await repaintAfter(page, () => nothing.getByRole('button', { name: 'Undo' }).click());
    await expect(nothing).toBeHidden();
    await expect(graph(page), 'the view has the focus').toBeFocused();
  });

  test('undo and redo restore the picture and the focused box', async ({ page }) => {
    await repaintAfter(page, '5');
    const pictures: number[] = [];
    const boxes: unknown[] = [];
    for (const [query, key] of [
      ['^py::thread_main', 'o'],
      ['^py::fib:', 'r'],
      ['^py::parsing', 'd'],
      ['^py::sorting', 'k'],
    ]) {
      await selectBox(page, query);
      // Reset the visible range, which moving to the box may have changed.
      await page.keyboard.press('0');
      await expect.poll(() => page.url()).not.toContain('visible=');
      await page.keyboard.press('+');
      await expect.poll(() => page.url()).toContain('visible=');
      pictures.push(await picture(page));
      boxes.push(await focusedBox(page));
      await repaintAfter(page, key);
    }
    pictures.push(await picture(page));
    expect(new Set(pictures).size, 'each picture is different').toBe(5);
    for (let at = 3; at >= 0; at--) {
      await repaintAfter(page, 'u');
      expect(await picture(page), `after undo to ${at}`).toBe(pictures[at]);
      expect(await focusedBox(page)).toEqual(boxes[at]);
    }
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    for (let at = 1; at <= 4; at++) await repaintAfter(page, 'U');
    expect(await picture(page), 'after redoing all').toBe(pictures[4]);
    await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('pattern filters in a link also apply to the table', async ({ page }) => {
    const lines = goldenText(FOLDER, 'python');
    const remainingPercent = (steps: readonly FilterStep[]) =>
      (100 * weightOf(filteredLines(lines, steps))) / weightOf(filteredLines(lines, []));
    const steps: FilterStep[] = [
      { action: 'drop', matches: /squares/ },
      { action: 'drop', matches: /sorting/ },
    ];
    await setHash(page, '#view=table&level=python&filter=drop~pattern~squares&filter=drop~pattern~sorting');
    await expectShare(page, remainingPercent(steps));
    await chips(page)
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await expectShare(page, remainingPercent(steps.slice(0, 1)));
  });

  test('the page announces the remaining share to screen readers', async ({ page }) => {
    const status = page.getByRole('status', { name: 'Remaining samples' });
    await expect(status).toHaveText('');
    await selectBox(page, '^py::fib:');
    await repaintAfter(page, 'm');
    await expect(status).toHaveText(/^1 filter: [\d.]+% of the samples remain$/);
  });

  test('filters apply to every view', async ({ page }) => {
    await selectBox(page, '^py::fib:');
    await repaintAfter(page, 'm');
    const lines = filteredLines(goldenText(FOLDER, 'python-c'), [{ action: 'only', matches: FIB }]);
    const samples = weightOf(lines) / PERIOD;
    for (const view of ['Icicle', 'Inverted']) {
      await repaintAfter(page, () => page.getByRole('tab', { name: view, exact: true }).click());
      const tree = page.getByRole('tree');
      await tree.focus();
      await page.keyboard.press('Home');
      await expect.poll(async () => (await focusedBox(page)).samples, { message: view }).toBe(samples);
    }
    await page.keyboard.press('c');
    await focusRows(page);
    await page.keyboard.press('e');
    expect(
      await compareRows(page, treeOfLines(lines), PERIOD),
      'compared rows of the call tree',
    ).toBeGreaterThan(3);

    await page.keyboard.press('s');
    // Every remaining sample contains the function, but only some have it as their leaf.
    const self = weightOf(lines.filter(({ frames }) => FIB.test(frames.at(-1) ?? ''))) / PERIOD;
    await expect(page.locator('.middle')).toContainText(/fib.*Total.*100\.0%/s);
    await expect(page.locator('.amounts .of-all').last()).toHaveText(
      `${((100 * self) / samples).toFixed(1)}%`,
    );

    await repaintAfter(page, 't');
    const tree = page.getByRole('tree', { name: 'Time order' });
    const lane = tree.getByRole('treeitem');
    await expect(lane, 'the same stack as before').toContainText('fib (workers.py)');
    await tree.focus();
    await press(page, 'Home', 'ArrowLeft');
    await expect(lane, 'two threads have samples').toHaveAttribute('aria-setsize', '2');
    let inLanes = 0;
    for (const position of ['1', '2']) {
      await expect(lane).toHaveAttribute('aria-posinset', position);
      inLanes += Number(/([\d,]+) samples$/.exec((await lane.textContent()) ?? '')?.[1].replaceAll(',', ''));
      await page.keyboard.press('ArrowRight');
    }
    expect(inLanes).toBe(samples);
  });

  test('the menu of a thread in the table filters by thread', async ({ page }) => {
    await page.keyboard.press('b');
    await page.getByRole('radio', { name: 'Thread' }).check();
    const threads = page.getByRole('grid', { name: 'Self and total by thread' });
    await threads.getByRole('row', { name: 'fib worker' }).click({ button: 'right' });
    await item(page, 'Show only this thread').click();
    const text = goldenText(FOLDER, 'python-c');
    const threadLines = text.split('\n').filter((line) => line.startsWith('fib worker;'));
    const percent = (100 * weightOf(linesOf(threadLines.join('\n')))) / weightOf(linesOf(text));
    await expect(chips(page)).toHaveText([/^1 of 8 threads: fib worker \d+$/]);
    await expectShare(page, percent);
    await page.keyboard.press('f');
    await repaintAfter(page, () => page.getByRole('button', { name: /^Remove 1 of 8/ }).click());
    await expect(chips(page)).toHaveCount(0);
    await expect(graph(page), 'the view has the focus after the last chip is removed').toBeFocused();
  });
});

test('the selected box stays selected even if it is too small for the partial graph', async ({ page }) => {
  await start(page);
  // More stacks than a partial tree has sample points.
  const stacks = Array.from({ length: 60_000 }, (_, i) => `app;main;group${i % 300};leaf${i} 1`);
  await open(page, upload('wide.folded', [...stacks, 'app;main;needle 1'].join('\n')));
  await selectBox(page, '^needle$');
  for (const key of ['r', 'u']) {
    await repaintAfter(page, key);
    await expect.poll(async () => (await focusedBox(page)).label).toBe('needle');
    await expect(details(page)).toContainText('needle');
  }
});

test('p collapses the package of the selected function to one box', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await repaintAfter(page, '5');
  await selectBox(page, 'numpy/_core/_methods');
  await repaintAfter(page, 'p');
  await expect(chips(page)).toHaveText(['Collapse: package numpy']);
  const matches = /\/dist-packages\/numpy\//;
  const lines = filteredLines(goldenText('jit-numeric', 'python'), [
    { action: 'collapse', matches, replacement: 'numpy' },
  ]);
  await comparePath(page, treeOfLines(lines), 2_004_008, 0);
  await comparePath(page, treeOfLines(lines), 2_004_008, 1);
  await page.getByRole('searchbox').fill('^numpy$');
  await expect(searchResult(page)).toContainText('1 function');
});

/** Uses the search to select the first box that matches. */
async function selectBox(page: Page, query: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await graph(page).focus();
  await page.keyboard.press('Home');
  await field.fill(query);
  await expect(searchResult(page)).toContainText(/[1-9]\d* function/);
  await field.press('Enter');
  await field.fill('');
  await graph(page).focus();
  expect((await focusedBox(page)).name).toMatch(new RegExp(query, 'i'));
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await boundsOf(from), await boundsOf(to)];
  await repaintAfter(page, async () => {
    await page.mouse.move(start.x + 20, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 4, { steps: 3 });
    await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  });
}

/** Compares the remaining share and the boxes at two levels, and leaves the page at “Python and C”. */
async function expectRemaining(page: Page, steps: readonly FilterStep[]): Promise<void> {
  for (const key of ['5', '3'] as const) {
    await repaintAfter(page, key);
    const text = goldenText(FOLDER, LEVEL_KEYS[key]);
    const lines = filteredLines(text, steps);
    const percent = (100 * weightOf(lines)) / weightOf(filteredLines(text, []));
    await expectShare(page, percent);
    await comparePath(page, treeOfLines(lines), PERIOD, key === '5' ? 1 : 0);
  }
}

async function expectShare(page: Page, percent: number): Promise<void> {
  const share = page.getByRole('region', { name: 'Filters' }).locator('strong');
  // Retries, because there is no paint to wait for in views without a canvas.
  await expect(async () => {
    const shown = ((await share.textContent()) ?? '').replace('%', '');
    expect(shown, 'remaining share').toBe(percent.toFixed(decimalsOf(shown)));
  }).toPass({ intervals: [20] });
}
