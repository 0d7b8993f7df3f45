// Checks pages with axe.

import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { idle } from './idle.ts';
import { expect, test } from './page.ts';

declare global {
  interface Window {
    axe: typeof axe;
    /** The texts whose contrast need not be checked again. */
    checkedTexts: Set<string>;
  }
}

/** The same for the next page. */
const checkedTexts: string[] = [];

/** Checks all rules, and color contrast in light and in dark mode. The page stays in the last mode: each change repaints all of it. */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await test.step(`axe: ${state}`, async () => {
    await idle(page);
    if (!(await page.evaluate(() => 'axe' in window))) {
      await page.evaluate(axe.source);
      await page.evaluate((texts) => (window.checkedTexts = new Set(texts)), checkedTexts);
    }
    expect.soft(await page.evaluate(checkOtherRules), state).toEqual([]);
    // Axe takes the page for something in front of a modal dialog, and then cannot judge the contrast in the dialog.
    await page.evaluate(hideBehindDialog, true);
    const texts = await page.evaluateHandle(findTexts);
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme });
      const { violations, checked } = await page.evaluate(checkContrast, texts);
      expect.soft(violations, `${state}, in ${colorScheme} mode`).toEqual([]);
      checkedTexts.push(...checked);
    }
    await page.evaluate(hideBehindDialog, false);
    await texts.dispose();
  });
}

/** Runs in the page. */
async function checkOtherRules(): Promise<string[]> {
  const { violations } = await window.axe.run({
    reporter: 'no-passes',
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 150)}`);
}

/** Runs in the page. Hides the page behind a modal dialog, or shows it again. */
function hideBehindDialog(isHidden: boolean): void {
  const root = document.getElementById('root');
  if (root && document.querySelector('dialog:modal')) root.style.visibility = isHidden ? 'hidden' : '';
}

/** The elements that contain text, each with the elements at its center, from front to back. */
type Texts = ReadonlyMap<Element, readonly Element[]>;

/** Runs in the page. */
function findTexts(): Texts {
  const ancestorsOf = (element: Element): Element[] => [
    element,
    ...(element.parentElement ? ancestorsOf(element.parentElement) : []),
  ];
  const layersOf = (element: Element, { x, y, width, height }: DOMRect) => {
    const layers = document.elementsFromPoint(x + width / 2, y + height / 2);
    // Texts outside the visible part are not among them.
    return layers.includes(element) ? layers : ancestorsOf(element);
  };
  // Otherwise, elements that let the pointer through would be missing.
  const style = new CSSStyleSheet();
  style.replaceSync('* { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(style);
  const found = new Map<Element, readonly Element[]>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true }) || !text.nodeValue?.trim()) continue;
    if (element.closest('.visually-hidden')) continue;
    range.selectNode(text);
    found.set(element, layersOf(element, range.getBoundingClientRect()));
  }
  for (const field of document.querySelectorAll('input:not([type=radio], [type=checkbox], [type=file])'))
    if (field.checkVisibility()) found.set(field, layersOf(field, field.getBoundingClientRect()));
  document.adoptedStyleSheets.pop();
  return found;
}

/**
 * Runs in the page. Contrast takes most of axe's time but depends only on a few colors and sizes, so texts that look like one that
 * has passed are not checked again. If axe cannot judge a text, only the same text is not checked again.
 */
async function checkContrast(texts: Texts): Promise<{ violations: string[]; checked: string[] }> {
  // Some colors follow the theme one frame later.
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  const layers = new Map<Element, string>();
  const layerOf = (element: Element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const layer = `${backgroundColor} ${backgroundImage} ${opacity}`;
    return layer === 'rgba(0, 0, 0, 0) none 1' ? '' : `; ${layer}`;
  };
  const unknown = new Map<Element, { looks: string; name: string }>();
  for (const [element, behind] of texts) {
    for (const each of behind) if (!layers.has(each)) layers.set(each, layerOf(each));
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const background = behind.map((each) => layers.get(each)).join('');
    const looks = `${color} ${fontSize} ${fontWeight} ${textShadow}${background}`;
    const name = `${element.textContent}: ${looks}`;
    if (!window.checkedTexts.has(looks) && !window.checkedTexts.has(name))
      unknown.set(element, { looks, name });
  }
  if (unknown.size === 0) return { violations: [], checked: [] };
  const results = await window.axe.run(
    { include: [...unknown.keys()] },
    {
      runOnly: ['color-contrast'],
      resultTypes: ['violations', 'passes'],
      selectors: false,
      elementRef: true,
    },
  );
  const nodesOf = (group: 'violations' | 'passes') => results[group].flatMap(({ nodes }) => nodes);
  const violations = nodesOf('violations').map(({ failureSummary, html }) => `${failureSummary} in ${html}`);
  if (violations.length > 0) return { violations, checked: [] };
  const passed = new Set<Element | undefined>(nodesOf('passes').map(({ element }) => element));
  const checked = [...unknown].map(([element, { looks, name }]) => (passed.has(element) ? looks : name));
  for (const text of checked) window.checkedTexts.add(text);
  return { violations: [], checked };
}
