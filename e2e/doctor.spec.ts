// Tests the findings on recordings with exactly one fault each: banner, badge, panel, filters, marks and help.

import type { Page } from '@playwright/test';
import { expectedOf, filesOf, startWithBroken, type Expected } from './broken.ts';
import { idle } from './idle.ts';
import { expectStill, watchLayout } from './layout.ts';
import { boundsOf, canvas, details, problem } from './locators.ts';
import { loadingTest, test } from './opened.ts';
import {
  choose,
  expect,
  hashOf,
  open,
  PHONE,
  press,
  repaintAfter,
  requireSharedRecordings,
  setHash,
  start,
} from './page.ts';

const banner = (page: Page) => page.locator('.findings-banner');
const badge = (page: Page) => page.getByRole('button', { name: /^\d+ problems?$/ });
const panel = (page: Page) =>
  page.getByRole('region', { name: /with this recording$|^No problems found$|^Not fully checked$/ });
/** The findings in the panel. */
const findings = (page: Page) => panel(page).locator('[data-severity]');
const samplesButton = (page: Page) => findings(page).first().getByRole('button', { name: 'Show samples' });

/** Expects these findings in the panel, and that the banner and the badge are about the right ones of them. */
async function expectFindings(page: Page, expected: Expected['files']): Promise<void> {
  const has = (severity: string) => expected.some((each) => each.severity === severity);
  await expect(banner(page)).toHaveCount(has('misleading') ? 1 : 0);
  const count = expected.filter(({ severity }) => severity !== 'hint').length;
  if (count > 0) await expect(badge(page)).toHaveText(String(count));
  else await expect(badge(page)).toHaveCount(0);
  await page.keyboard.press('w');
  await expect(panel(page)).toBeVisible();
  await expect(findings(page)).toHaveCount(expected.length);
  for (const [i, { id, severity, share }] of expected.entries()) {
    const finding = findings(page).nth(i);
    await expect(finding).toHaveId(`finding-${id}`);
    await expect(finding).toContainText(new RegExp(severity, 'i'));
    if (share > 0) await expect(finding).toContainText(/affects [\d.]+%/);
  }
}

// state/view/findings.test.ts tests what the banner and the badge say, workers/recordings.test.ts the findings of all recordings.
test('the banner warns of misleading findings, and the badge counts no hints', async ({ page }) => {
  await startWithBroken(page, 'compiled-python');
  const { files } = expectedOf('compiled-python');
  expect(files.map(({ severity }) => severity)).toEqual(['misleading', 'incomplete', 'hint']);
  await expectFindings(page, files);
});

test('the banner opens the fix, which can be copied; “Show samples” shows only the affected samples, until undo or a second click', async ({
  page,
  context,
}) => {
  const name = 'stack-dump-too-small';
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startWithBroken(page, name);
  await banner(page).getByRole('button', { name: 'Fix' }).click();
  await expect(findings(page).first().getByRole('heading')).toBeFocused();
  await panel(page).getByRole('button', { name: 'Copy the command', exact: true }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^perf record .*--call-graph dwarf,65528 .*-X perf_jit/);
  await expect(findings(page).first()).toContainText('The command above fixes it.');
  await expect(panel(page)).toContainText('Replace app.py with your program.');

  await repaintAfter(page, () => samplesButton(page).click());
  await expect(samplesButton(page)).toHaveAttribute('aria-pressed', 'true');
  const chip = page.getByRole('button', { name: /^Only: problem “stack dump too small”/ });
  await expect(chip).toBeVisible();
  const remaining = page.getByRole('status', { name: 'Remaining samples' });
  const [, shown] = /: ([\d.]+)% of all samples remain/.exec((await remaining.textContent()) ?? '') ?? [];
  expect(Math.abs(Number(shown) / 100 - expectedOf(name).files[0].share)).toBeLessThan(0.03);
  await expect.poll(() => hashOf(page)).toContain('stack-dump-too-small');

  await repaintAfter(page, 'u');
  await expect(chip).toHaveCount(0);
  await expect(samplesButton(page)).toHaveAttribute('aria-pressed', 'false');
  await repaintAfter(page, () => samplesButton(page).click());
  await repaintAfter(page, () => samplesButton(page).click());
  await expect(chip).toHaveCount(0);
});

test('placeholder boxes explain themselves and link to the finding', async ({ page }) => {
  await startWithBroken(page, 'perf-support-off');
  await page.keyboard.press('/');
  await page.keyboard.insertText('untraced Python');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('[untraced Python]');
  await expect(details(page)).toContainText('perf could not see which function');
  await details(page).getByRole('button', { name: 'No Python functions were recorded' }).click();
  await expect(findings(page).first().getByRole('heading')).toBeFocused();
  await press(page, 'Escape');
  const bounds = await canvas(page).boundingBox();
  await canvas(page).hover({ position: { x: 30, y: (bounds?.height ?? 0) - 30 } });
  await expect(page.getByRole('tooltip')).toContainText('Cause: No Python functions were recorded');
});

test('panel, filter and help work with the keyboard; selecting a box replaces the panel', async ({
  page,
}) => {
  await startWithBroken(page, 'perf-support-off');
  const graph = page.getByRole('tree', { name: 'Flame graph' });
  await graph.focus();
  await press(page, 'w');
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await samplesButton(page).focus();
  await repaintAfter(page, 'Enter');
  await expect(samplesButton(page)).toBeFocused();
  await press(page, 'Tab', 'Enter');
  const help = page.getByRole('dialog', { name: 'No Python functions were recorded' });
  await expect(help).toContainText('Why it happens');
  await press(page, 'Escape');
  await expect(help).toHaveCount(0);
  await press(page, 'Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(graph).toBeFocused();

  await press(page, 'w');
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await graph.focus();
  await press(page, 'ArrowUp');
  await expect(panel(page)).toHaveCount(0);
  await expect(details(page)).toBeVisible();
});

loadingTest(
  'nothing moves when the banner arrives, above a graph that starts high, also on phones; once dismissed, it stays hidden',
  async ({ page }) => {
    requireSharedRecordings();
    await start(page);
    await expectStillBanner(page, 135);
    await dismissBanner(page);
    await page.setViewportSize(PHONE);
    await expectStillBanner(page, 151);

    // A recording without samples says why, and how to record again.
    await choose(page, filesOf('no-samples'));
    await expect(problem(page)).toContainText('The recording has no samples');
    await expect(problem(page)).toContainText(/perf record .*-e cpu-clock/);
    await expect(problem(page).getByRole('button', { name: 'Copy the command' })).toBeVisible();
  },
);

/** Opens a recording with a banner, and expects that the graph then starts at most this far from the top. */
async function expectStillBanner(page: Page, top: number): Promise<void> {
  await idle(page);
  await watchLayout(page);
  await repaintAfter(page, () => choose(page, filesOf('perf-support-off')));
  await expect(banner(page)).toBeInViewport({ ratio: 1 });
  await expectStill(page, `opening at ${JSON.stringify(page.viewportSize())}`);
  expect((await boundsOf(page.locator('#view'))).y).toBeLessThanOrEqual(top);
}

/** Stays hidden even after Back. */
async function dismissBanner(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(badge(page)).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(badge(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
}

loadingTest(
  'the start screen shows the commands that record a program, and help that a link names',
  async ({ page }) => {
    await start(page);
    const first = page.getByRole('main').locator('section').first();
    await expect(first.locator('pre'), 'the command that does everything').toHaveText(
      'pyrograph record -- python3 app.py',
    );
    const commands = page.getByRole('region', { name: 'How to record' }).locator('pre');
    await expect(commands.first()).toContainText('--call-graph dwarf,65528 -- python3 -X perf app.py');
    await page.getByRole('radio', { name: '3.12+' }).focus();
    await press(page, 'ArrowRight');
    await expect(page.getByRole('radio', { name: 'with frame pointers' })).toBeChecked();
    await expect(commands.first()).toHaveText('perf record -F 999 -g -- python3.15 -X perf app.py');
    await press(page, 'Tab', 'ArrowRight', 'Tab', 'ArrowRight');
    await expect(commands).toContainText(['perf record -p PID -F 999 -g']);
    await expect(commands.last()).toContainText('/proc/PID/root/tmp/');

    // offline.spec.ts loads the page with such a link.
    await setHash(page, '#help=gc');
    await expect(page.getByRole('dialog', { name: 'Garbage collection' })).toContainText('gc.freeze()');
    await press(page, 'Escape');
    await setHash(page, '#help=stack-depth-limit');
    const help = page.getByRole('dialog', { name: 'Stacks are cut at the depth limit' });
    await expect(help).toContainText('127 frames');
    await press(page, 'Escape');
    await open(page, 'jit.perf');
    await expect(help).toHaveCount(0);
  },
);

loadingTest(
  'if the interpreter’s functions have no names, the recording is not called sound',
  async ({ page }) => {
    requireSharedRecordings();
    await start(page);
    const files = filesOf('sound-fp');
    const isSymbols = ({ name }: { name: string }) => name === 'set.tar.gz';
    await repaintAfter(page, () =>
      choose(
        page,
        files.filter((file) => !isSymbols(file)),
      ),
    );
    await expect(banner(page)).toContainText(/The interpreter’s functions have no names in \d/);
    await banner(page).getByRole('button', { name: 'Fix' }).click();
    await expect(panel(page)).toHaveAccessibleName('Not fully checked');
    await panel(page).locator('input[type=file]').setInputFiles(files.filter(isSymbols));
    await expect(banner(page)).toHaveCount(0);
    await idle(page);
    await expectFindings(page, []);
    await expect(panel(page)).toHaveAccessibleName('No problems found');
  },
);
