// Filters: from keys, from the menu of a box and from the search. What is left of a real recording is
// what an independent count of its golden leaves, at two levels.

import type { Locator, Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import type { FilterAction } from '../src/model/filter.ts';
import { filteredLines, weightOf, type Step } from './filtered.ts';
import { compareOnTheWay, goldenText, linesOf, placesOf, treeOfLines } from './golden.ts';
import { chips, item, menu, openMenuByKey } from './menus.ts';
import { compareDown, focusRows } from './rows.ts';
import { expect, focusedBox, graph, open, picture, pictureAfter, start, test, upload } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

const FOLDER = 'fp-workers';
const PERIOD = 200_040;
const LEVEL_KEYS = { '3': 'python-c', '5': 'python' } as const;

const FIB = /^py::fib:/;
const OWN = /:\/src\/workers\.py$/;

test.describe(`a real recording${WITHOUT}`, () => {
  test.skip(!HAS_PROFILES, WITHOUT);

  test.beforeEach(async ({ page }) => {
    await start(page);
    await open(page, upload('workers.perf.gz', bytesAt(FOLDER, 'expected.perf.gz')));
  });

  const KEYS: Record<string, FilterAction> = {
    o: 'focus',
    k: 'callers',
    h: 'hide',
    d: 'drop',
    m: 'only',
    r: 'recursion',
  };
  test('a key on a function is each filter', async ({ page }) => {
    for (const [key, action] of Object.entries(KEYS)) {
      await selectBox(page, '^py::fib:');
      await pictureAfter(page, () => page.keyboard.press(key));
      await expect(chips(page)).toHaveCount(1);
      await expect(chips(page)).toContainText('fib');
      await expectLeft(page, [{ action, matches: FIB }]);
      await pictureAfter(page, () => page.keyboard.press('x'));
      await expect(chips(page)).toHaveCount(0);
    }
  });

  test('the menu of a box does the same to its file, and to all code of its kind', async ({ page }) => {
    const cases: [string, string, Step][] = [
      ['All of file workers.py', 'Focus on its callers', { action: 'callers', matches: OWN }],
      [
        'All of file workers.py',
        'Collapse to one box',
        { action: 'collapse', matches: OWN, standIn: 'py::workers.py:/src/workers.py' },
      ],
      ['All of kind own code', 'Drop samples with it', { action: 'drop', matches: OWN }],
    ];
    for (const [of, does, step] of cases) {
      await selectBox(page, '^py::fib:');
      await openMenuByKey(page);
      await item(page, of).click();
      await pictureAfter(page, () =>
        menu(page, of).getByRole('menuitem', { name: does, exact: true }).click(),
      );
      await expectLeft(page, [step]);
      await pictureAfter(page, () => page.getByRole('button', { name: 'Clear all' }).click());
      await expect(chips(page)).toHaveCount(0);
    }
  });

  test('the search turned into each filter', async ({ page }) => {
    const cases: [string, FilterAction][] = [
      ['Only stacks that match', 'only'],
      ['Hide matching functions', 'hide'],
      ['Collapse matching neighbours', 'collapse'],
    ];
    for (const [name, action] of cases) {
      await page.getByRole('searchbox').fill('^py::(fib|_find_and_load)');
      await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
      await pictureAfter(page, () => item(page, name).click());
      await expect(page.getByRole('searchbox'), 'the search is cleared').toHaveValue('');
      await expect(chips(page)).toContainText('/^py::(fib|_find_and_load)/');
      await expectLeft(page, [{ action, matches: /^py::(?:fib|_find_and_load)/ }]);
      await pictureAfter(page, () => page.keyboard.press('x'));
    }
  });

  test('filters are applied one after the other; each can be switched off, moved and removed', async ({
    page,
  }) => {
    await selectBox(page, '^py::_find_and_load:');
    await pictureAfter(page, () => page.keyboard.press('m'));
    await selectBox(page, '^py::<module>.*workers');
    await pictureAfter(page, () => page.keyboard.press('h'));
    await selectBox(page, '^py::_find_and_load:');
    await pictureAfter(page, () => page.keyboard.press('k'));
    const only: Step = { action: 'only', matches: /^py::_find_and_load:/ };
    const hide: Step = { action: 'hide', matches: /^py::<module>:\/src\/workers/ };
    const callers: Step = { action: 'callers', matches: /^py::_find_and_load:/ };
    await expect(chips(page)).toHaveText([
      'Only: _find_and_load',
      'Hide: <module> in workers.py',
      'Callers of: _find_and_load',
    ]);
    await expectLeft(page, [only, hide, callers]);

    const middle = chips(page).nth(1).getByRole('button').first();
    await pictureAfter(page, () => middle.click());
    await expect(middle).toHaveAttribute('aria-pressed', 'false');
    await expectLeft(page, [only, callers]);
    await pictureAfter(page, () => middle.click());
    await expect(middle).toHaveAttribute('aria-pressed', 'true');

    await middle.focus();
    await pictureAfter(page, () => page.keyboard.press('Alt+ArrowRight'));
    await expect(chips(page)).toHaveText([
      'Only: _find_and_load',
      'Callers of: _find_and_load',
      'Hide: <module> in workers.py',
    ]);
    await expect(chips(page).nth(2).getByRole('button').first(), 'the focus goes with it').toBeFocused();
    await expectLeft(page, [only, callers, hide]);

    await dragTo(page, chips(page).nth(2), chips(page).nth(0));
    await expect(chips(page)).toHaveText([
      'Hide: <module> in workers.py',
      'Only: _find_and_load',
      'Callers of: _find_and_load',
    ]);
    await pictureAfter(page, () => page.getByRole('button', { name: 'Undo' }).click());
    await expect(chips(page)).toHaveText([
      'Only: _find_and_load',
      'Callers of: _find_and_load',
      'Hide: <module> in workers.py',
    ]);

    await pictureAfter(page, () => page.getByRole('button', { name: 'Remove Callers of' }).click());
    await expect(chips(page).nth(1).getByRole('button').first(), 'the focus is not lost').toBeFocused();
    await expectLeft(page, [only, hide]);
  });

  test('a key that takes the focused chip away does not lose the focus', async ({ page }) => {
    await selectBox(page, '^py::fib:');
    await pictureAfter(page, () => page.keyboard.press('m'));
    await pictureAfter(page, () => page.keyboard.press('r'));
    await chips(page).nth(1).getByRole('button').first().focus();
    await pictureAfter(page, () => page.keyboard.press('u'));
    await expect(chips(page)).toHaveCount(1);
    await expect(chips(page).first().getByRole('button').first()).toBeFocused();
    await pictureAfter(page, () => page.keyboard.press('x'));
    await expect(graph(page), 'without any chip the focus is in the view').toBeFocused();
  });

  test('what is hidden first cannot be focused on later: order matters, and nothing left says so', async ({
    page,
  }) => {
    await selectBox(page, '^py::fib:');
    await pictureAfter(page, () => page.keyboard.press('m'));
    await pictureAfter(page, () => page.keyboard.press('h'));
    await expectLeft(page, [
      { action: 'only', matches: FIB },
      { action: 'hide', matches: FIB },
    ]);
    await chips(page).nth(0).getByRole('button').first().focus();
    await pictureAfter(page, () => page.keyboard.press('Alt+ArrowRight'));
    const nothing = page.getByRole('group', { name: 'Nothing is left' });
    await expect(nothing).toBeVisible();
    await expect(page.getByRole('region', { name: 'Filters' })).toContainText('0% of all samples');
    await page.keyboard.press('b');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1');
    await expect(page.getByText('No row has these words.'), 'there were no words').toHaveCount(0);
    await pictureAfter(page, () => page.keyboard.press('f'));
    await pictureAfter(page, () => nothing.getByRole('button', { name: 'Undo' }).click());
    await expect(nothing).toBeHidden();
    await expect(graph(page), 'the keyboard is in the view').toBeFocused();
  });

  test('undo and redo show the same pictures, with the keyboard at the same boxes', async ({ page }) => {
    await pictureAfter(page, () => page.keyboard.press('5'));
    const pictures: number[] = [];
    const boxes: unknown[] = [];
    for (const [query, key] of [
      ['^py::thread_main', 'o'],
      ['^py::fib:', 'r'],
      ['^py::parsing', 'd'],
      ['^py::sorting', 'k'],
    ]) {
      await selectBox(page, query);
      // As it is seen when one comes to it: not where the way there led.
      await page.keyboard.press('0');
      await expect.poll(() => page.url()).not.toContain('seen=');
      await page.keyboard.press('+');
      await expect.poll(() => page.url()).toContain('seen=');
      pictures.push(await picture(page));
      boxes.push(await focusedBox(page));
      await pictureAfter(page, () => page.keyboard.press(key));
    }
    pictures.push(await picture(page));
    expect(new Set(pictures).size, 'each is another').toBe(5);
    for (let at = 3; at >= 0; at--) {
      await pictureAfter(page, () => page.keyboard.press('u'));
      expect(await picture(page), `after undo ${at}`).toBe(pictures[at]);
      expect(await focusedBox(page)).toEqual(boxes[at]);
    }
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    for (let at = 1; at <= 4; at++) await pictureAfter(page, () => page.keyboard.press('U'));
    expect(await picture(page), 'after all redos').toBe(pictures[4]);
    await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('patterns hold beside a table too, which is asked for at the same time', async ({ page }) => {
    const lines = goldenText(FOLDER, 'python');
    const left = (steps: readonly Step[]) =>
      (100 * weightOf(filteredLines(lines, steps))) / weightOf(filteredLines(lines, []));
    const steps: Step[] = [
      { action: 'drop', matches: /squares/ },
      { action: 'drop', matches: /sorting/ },
    ];
    await page.evaluate(() => {
      location.hash = '#view=table&level=python&filter=drop~pattern~squares&filter=drop~pattern~sorting';
    });
    await expectShare(page, left(steps));
    await chips(page)
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await expectShare(page, left(steps.slice(0, 1)));
  });

  test('what remains is said aloud', async ({ page }) => {
    const said = page.getByRole('status', { name: 'What remains' });
    await expect(said).toHaveText('');
    await selectBox(page, '^py::fib:');
    await pictureAfter(page, () => page.keyboard.press('m'));
    await expect(said).toHaveText(/^1 filter: [\d.]+% of the samples remain$/);
  });

  test('filters hold in every view', async ({ page }) => {
    await selectBox(page, '^py::fib:');
    await pictureAfter(page, () => page.keyboard.press('m'));
    const lines = filteredLines(goldenText(FOLDER, 'python-c'), [{ action: 'only', matches: FIB }]);
    const samples = weightOf(lines) / PERIOD;
    for (const view of ['Icicle', 'Inverted']) {
      await pictureAfter(page, () => page.getByRole('tab', { name: view, exact: true }).click());
      const tree = page.getByRole('tree');
      await tree.focus();
      await page.keyboard.press('Home');
      await expect.poll(async () => (await focusedBox(page)).samples, { message: view }).toBe(samples);
    }
    await page.keyboard.press('c');
    await focusRows(page);
    await page.keyboard.press('e');
    expect(await compareDown(page, treeOfLines(lines), PERIOD), 'rows of the call tree').toBeGreaterThan(3);

    await page.keyboard.press('s');
    // Every sample that is left has it, and few were taken in it.
    const self = weightOf(lines.filter(({ frames }) => FIB.test(frames.at(-1) ?? ''))) / PERIOD;
    await expect(page.locator('.middle')).toContainText(/fib.*Total.*100\.0%/s);
    await expect(page.locator('.amounts .of-all').last()).toHaveText(
      `${((100 * self) / samples).toFixed(1)}%`,
    );

    await pictureAfter(page, () => page.keyboard.press('t'));
    const tree = page.getByRole('tree', { name: 'Time order' });
    const lane = tree.getByRole('treeitem');
    await expect(lane, 'on the same stack as before').toContainText('fib (workers.py)');
    await tree.focus();
    for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(lane, 'two threads have it').toHaveAttribute('aria-setsize', '2');
    let inLanes = 0;
    for (const place of ['1', '2']) {
      await expect(lane).toHaveAttribute('aria-posinset', place);
      inLanes += Number(/([\d,]+) samples$/.exec((await lane.textContent()) ?? '')?.[1].replaceAll(',', ''));
      await page.keyboard.press('ArrowRight');
    }
    expect(inLanes).toBe(samples);
  });

  test('only one thread, from its row in the table', async ({ page }) => {
    await page.keyboard.press('b');
    await page.getByRole('radio', { name: 'Thread' }).check();
    const threads = page.getByRole('grid', { name: 'Self and total by thread' });
    await threads.getByRole('row', { name: 'fib worker' }).click({ button: 'right' });
    await item(page, 'Only this thread').click();
    const text = goldenText(FOLDER, 'python-c');
    const ofThread = text.split('\n').filter((line) => line.startsWith('fib worker;'));
    const percent = (100 * weightOf(linesOf(ofThread.join('\n')))) / weightOf(linesOf(text));
    await expect(chips(page)).toHaveText([/^1 of 8 threads: fib worker \d+$/]);
    await expectShare(page, percent);
    await page.keyboard.press('f');
    await pictureAfter(page, () => page.getByRole('button', { name: /^Remove 1 of 8/ }).click());
    await expect(chips(page)).toHaveCount(0);
    await expect(graph(page), 'without any chip the focus is in the view').toBeFocused();
  });
});

test('a box too small for the first picture of a large recording is the selected one in the whole', async ({
  page,
}) => {
  await start(page);
  // More stacks than are drawn at once, each below the width of a place that a picture looks at.
  const stacks = Array.from({ length: 60_000 }, (_, i) => `app;main;group${i % 300};leaf${i} 1`);
  await open(page, upload('wide.folded', [...stacks, 'app;main;needle 1'].join('\n')));
  await selectBox(page, '^needle$');
  for (const key of ['r', 'u']) {
    await pictureAfter(page, () => page.keyboard.press(key));
    await expect.poll(async () => (await focusedBox(page)).label).toBe('needle');
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('needle');
  }
});

test(`p on a function: its package is one box${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await start(page);
  await open(page, upload('numeric.perf.gz', bytesAt('jit-numeric', 'expected.perf.gz')));
  await pictureAfter(page, () => page.keyboard.press('5'));
  await selectBox(page, 'numpy/_core/_methods');
  await pictureAfter(page, () => page.keyboard.press('p'));
  await expect(chips(page)).toHaveText(['Collapse: package numpy']);
  const matches = /\/dist-packages\/numpy\//;
  const lines = filteredLines(goldenText('jit-numeric', 'python'), [
    { action: 'collapse', matches, standIn: 'numpy' },
  ]);
  await compareOnTheWay(page, treeOfLines(lines), 2_004_008, 0);
  await compareOnTheWay(page, treeOfLines(lines), 2_004_008, 1);
  await page.getByRole('searchbox').fill('^numpy$');
  await expect(page.getByRole('status', { name: 'Search result' })).toContainText('1 function');
});

/** Puts the keyboard on the first box of a function, by way of the search. */
async function selectBox(page: Page, query: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await graph(page).focus();
  await page.keyboard.press('Home');
  await field.fill(query);
  await expect(page.getByRole('status', { name: 'Search result' })).toContainText(/[1-9]\d* function/);
  await field.press('Enter');
  await field.press('Escape');
  await graph(page).focus();
  expect((await focusedBox(page)).name).toMatch(new RegExp(query, 'i'));
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('there is no chip');
  await pictureAfter(page, async () => {
    await page.mouse.move(start.x + 20, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 4, { steps: 3 });
    await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  });
}

/** Weight, boxes and the share of what is left, at two levels; ends at Python and C. */
async function expectLeft(page: Page, steps: readonly Step[]): Promise<void> {
  for (const key of ['5', '3'] as const) {
    await pictureAfter(page, () => page.keyboard.press(key));
    const text = goldenText(FOLDER, LEVEL_KEYS[key]);
    const lines = filteredLines(text, steps);
    const percent = (100 * weightOf(lines)) / weightOf(filteredLines(text, []));
    await expectShare(page, percent);
    await compareOnTheWay(page, treeOfLines(lines), PERIOD, key === '5' ? 1 : 0);
  }
}

async function expectShare(page: Page, percent: number): Promise<void> {
  const share = page.getByRole('region', { name: 'Filters' }).locator('strong');
  // In a view without a picture nothing tells when the numbers are there.
  await expect(async () => {
    const shown = ((await share.textContent()) ?? '').replace('%', '');
    expect(shown, 'what remains').toBe(percent.toFixed(placesOf(shown)));
  }).toPass({ intervals: [20] });
}
