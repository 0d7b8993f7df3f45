// Recordings with exactly one fault each, and their expected findings.

import type { Page } from '@playwright/test';
import { bytesAt, filesIn } from '../fixtures/profiles.ts';
import { idle } from './idle.ts';
import { startOpened } from './opened.ts';
import { choose, repaintAfter, requireSharedRecordings, upload, type Upload } from './page.ts';

export interface Expected {
  readonly files: readonly { readonly id: string; readonly severity: string; readonly share: number }[];
  readonly symbols?: string;
}

export function expectedOf(name: string): Expected {
  const text = Buffer.from(bytesAt(`doctor/${name}`, 'expected-findings.json')).toString();
  const expected: Expected = JSON.parse(text);
  return expected;
}

/** The recording with its symbol files. */
export function filesOf(name: string): Upload[] {
  const folder = `doctor/${name}`;
  const all = filesIn(folder).filter((file) => !/^COMMAND|^expected/.test(file));
  const own = all.filter((file) => file !== 'perf.data.gz' || !all.includes('perf.jit.data.gz'));
  const { symbols } = expectedOf(name);
  const set = symbols === undefined ? [] : [upload('set.tar.gz', bytesAt(folder, symbols))];
  return [...own.map((file) => upload(file, bytesAt(folder, file))), ...set];
}

export async function startWithBroken(page: Page, name: string): Promise<void> {
  requireSharedRecordings();
  await startOpened(page, name, () => repaintAfter(page, () => choose(page, filesOf(name))));
  // The doctor runs last.
  await idle(page);
}
