// Tests the essentials, also in Firefox: opening, navigating, switching levels, searching, zooming and closing; the page in one file;
// and that nothing except the page's Trusted Types policy (src/state/engine/worker-scripts.ts) can run text as code, parse it as markup or
// start a worker. All other tests show that the page works with this policy.

import { readFileSync } from 'node:fs';

import { comparePath, goldenTree } from './golden.ts';
import { expectLevel, currentCrumb, graph, problem, searchResult } from './locators.ts';
import { exportPage, openFromDisk, RECORDING } from './one-file.ts';
import { startWith } from './opened.ts';
import {
  choose,
  closeRecording,
  expect,
  focusedBox,
  open,
  openExample,
  picture,
  repaintAfter,
  start,
  test,
  upload,
} from './page.ts';

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a recording opens, and can be navigated, searched, zoomed and closed', async ({ page }) => {
    await start(page);
    await choose(page, upload('empty.perf', ''));
    await expect(problem(page)).toContainText('“empty.perf” is empty');

    await open(page, 'rules.perf');
    await comparePath(page, goldenTree());
    await repaintAfter(page, '5');
    await expectLevel(page, 'Python only');
    await comparePath(page, goldenTree('python'));

    // Types the text, because React does not notice fill() in Firefox over BiDi.
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('twice');
    await expect(searchResult(page)).toContainText('%');
    await page.getByRole('searchbox').press('Enter');
    expect((await focusedBox(page)).name).toContain('twice');
    await graph(page).focus();
    await page.keyboard.press('Enter');
    await expect(currentCrumb(page)).toHaveText('twice');
    await page.keyboard.press('Escape');
    await expect(currentCrumb(page)).toHaveText('all');
    await closeRecording(page);
    await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();

    // A compressed recording.
    await openExample(page, 'web-shop');
    expect((await focusedBox(page)).samples).toBe(2230);
  });
});

test('a page exported by the CLI shows the same pictures as the site', async ({ page }) => {
  const path = exportPage(RECORDING, 'workers.html', '--level', 'python-leaf-c');
  await startWith(page, upload('workers.perf.gz', readFileSync(RECORDING)));
  await repaintAfter(page, '4');
  const graph = await picture(page);
  await repaintAfter(page, 't');
  const timeOrder = await picture(page);

  const requests = await openFromDisk(page, path);
  expect(await picture(page)).toBe(graph);
  await repaintAfter(page, 't');
  expect(await picture(page)).toBe(timeOrder);
  // The URL records the view, and a reload restores it.
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=2&view=time&level=python-leaf-c');
  await page.reload();
  await expect.poll(() => picture(page).catch(() => 0)).toBe(timeOrder);
  expect(requests()).toEqual([]);
});

test.describe('Trusted Types', () => {
  test.use({
    expectedErrors: /Trusted|content security policy: (?:require-trusted-types-for|trusted-types)/i,
  });

  test('text is neither run nor parsed as HTML, and no second policy can be created', async ({ page }) => {
    await start(page);
    const outcomes = await page.evaluate(() => {
      const script = document.querySelector<HTMLScriptElement>('script[src]');
      const own = script?.src ?? '';
      const element = document.createElement('div');
      const attempts: Record<string, () => unknown> = {
        'a worker from a URL': () => new Worker(own, { type: 'module' }),
        'a worker from text': () =>
          new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))),
        'a script from a URL': () => (document.createElement('script').src = own),
        HTML: () => (element.innerHTML = '<b>text</b>'),
        'a different policy': () => createPolicy('another'),
        'a second copy of the policy': () => createPolicy('pyrograph'),
      };
      function createPolicy(name: string): unknown {
        const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
        return Reflect.apply(Reflect.get(Object(factory), 'createPolicy'), factory, [name, {}]);
      }
      return Object.entries(attempts).map(([action, attempt]) => {
        try {
          attempt();
          return `${action} is allowed`;
        } catch (error) {
          return error instanceof TypeError ? `${action} is refused` : `${action}: ${String(error)}`;
        }
      });
    });
    expect(outcomes).toEqual([
      'a worker from a URL is refused',
      'a worker from text is refused',
      'a script from a URL is refused',
      'HTML is refused',
      'a different policy is refused',
      'a second copy of the policy is refused',
    ]);
  });
});
