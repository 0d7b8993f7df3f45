// Checks pages with axe.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/** Checks all rules in light mode and only color contrast in dark mode. */
export async function expectNoViolations(page: Page): Promise<void> {
  await expectNoViolationsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolationsOf(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoViolationsOf(page: Page, rules: readonly string[] = []): Promise<void> {
  // Legacy mode and reporting only violations make the analysis twice as fast.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 150)}`);
  expect(found, rules.length > 0 ? 'in dark mode' : 'in light mode').toEqual([]);
}
