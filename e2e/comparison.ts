// Recordings to compare, and the comparison of two of them.

import type { Locator, Page } from '@playwright/test';
import { drop } from './drop.ts';
import { heading } from './locators.ts';
import { nameOf, startOpened } from './opened.ts';
import { expect, open, repaintAfter, upload, type Upload } from './page.ts';

interface Program {
  /** Number of samples, one each five milliseconds. */
  readonly samples?: number;
  readonly event?: string;
  readonly tid?: number;
}

/** A program whose function `slow` has this share of the samples. */
export function program(
  name: string,
  share: number,
  { samples = 2000, event = 'cpu-clock', tid = 1 }: Program = {},
): Upload {
  const lines: string[] = [];
  for (let i = 0; i < samples; i++) {
    const leaf = (i * 7919) % 1000 < share * 1000 ? 'slow' : `f${i % 20}`;
    lines.push(
      `python ${tid} ${(100 + i / 200).toFixed(6)}:    5000000 ${event}: `,
      `\t7f0000001000 py::${leaf}:/app/work.py (/tmp/perf-1.map)`,
      `\t7f0000002000 py::main:/app/work.py (/tmp/perf-1.map)`,
      '',
    );
  }
  return upload(name, lines.join('\n'));
}

/** A program that runs for ten seconds. `leaves` are the number of its 2,000 samples in each function; `f0` to `f19` get the rest. */
export function recordingOf(name: string, leaves: Readonly<Record<string, number>>): Upload {
  const chosen = Object.entries(leaves).flatMap(([leaf, count]) => Array.from({ length: count }, () => leaf));
  const lines: string[] = [];
  for (let i = 0; i < 2000; i++) {
    // 1777 has no factor in common with 2000, so the functions are spread evenly.
    const stack = chosen[(i * 1777) % 2000] ?? `f${i % 20}`;
    const frames = [...stack.split(';').reverse(), 'main'];
    const time = (100 + i / 200).toFixed(6);
    lines.push(
      `python 1 ${time}:    5000000 cpu-clock: `,
      ...frames.map((frame, row) => `\t7f000000${row}000 ${symbolOf(frame)}`),
      '',
    );
  }
  return upload(name, lines.join('\n'));
}

/** Names in capitals are those of C functions. */
function symbolOf(frame: string): string {
  return frame === frame.toUpperCase()
    ? `${frame} (/usr/lib/libm.so)`
    : `py::${frame}:/app/work.py (/tmp/perf-1.map)`;
}

export const BEFORE = program('before.perf', 0.2);
export const AFTER = program('after.perf', 0.5);

/** Opens a recording and compares it with another one. */
export async function compare(page: Page, a = BEFORE, b = AFTER): Promise<void> {
  await startOpened(page, `${nameOf(a)} → ${nameOf(b)}`, async () => {
    await open(page, a);
    await expect(heading(page)).toHaveText(a.name);
    await drop(page, [b]);
    await repaintAfter(page, () => page.getByRole('button', { name: 'Compare with it' }).click());
  });
}

/** Chooses files by an entry of the menu “Compare”. */
export async function chooseInMenu(page: Page, entry: string, files: readonly Upload[]): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: entry }).click();
  await (await chooser).setFiles([...files]);
}

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' }).first();

/** What changed, in a few words. */
export const sentence = (page: Page): Locator => bar(page).getByRole('status').first();
