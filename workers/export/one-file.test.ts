// One-file pages contain source lines, and the sources of the hottest functions if asked.

import { expect, test } from 'vitest';
import { openOrThrow } from '../../fixtures/opened.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { textOf } from '../../fixtures/text.ts';
import { recordingElement, RECORDING_PLACEHOLDER, sourcesElement } from '../../src/sharing/one-file.ts';
import { profileWithLines } from '../line-profiles.ts';
import type { OpenProfile } from '../pipeline.ts';
import { oneFile } from './one-file.ts';

const template = () => Promise.resolve(`<body>${RECORDING_PLACEHOLDER}</body>`);
const FOLDED = `main (/srv/app/main.py:3);work (/srv/app/lib.py:7) 90
main (/srv/app/main.py:3);work (/srv/app/lib.py:8) 10
`;
const LIB = 'def work():\n    pass  # ä\n';

const open = () =>
  openOrThrow(
    sourceOf(FOLDED, 'a.txt'),
    sourceOf(LIB, 'app/lib.py'),
    sourceOf('def other(): pass\n', 'app/other.py'),
  );

/** The embedded files, as the page opens them. */
async function embeddedIn(page: Blob) {
  const text = await page.text();
  return [recordingElement(0), sourcesElement(0)].flatMap((id) => {
    const [, name = '', base64 = ''] =
      new RegExp(`id="${id}" data-name="([^"]*)"[^>]*>([^<]*)<`).exec(text) ?? [];
    return base64 === '' ? [] : [sourceOf(new Uint8Array(Buffer.from(base64, 'base64')), name)];
  });
}

const linesOf = (opened: OpenProfile) => textOf(profileWithLines(opened, 'python')).split('\n').sort();

test('lines and sources read back', async () => {
  const first = await open();
  const again = await openOrThrow(
    ...(await embeddedIn(await oneFile([first], '', { hasSources: true, template }))),
  );
  expect(linesOf(again)).toEqual(linesOf(first));
  expect(linesOf(again).join('\n')).toContain('L7');
  expect(await again.sources?.textOf('/srv/app/lib.py')).toEqual({ name: 'srv/app/lib.py', text: LIB });
  // No sampled function is in it.
  expect(again.sources?.fileOf('/srv/app/other.py')).toBeUndefined();
});

test('without being asked, a page contains no sources', async () => {
  const embedded = await embeddedIn(await oneFile([await open()], '', { template }));
  expect(embedded).toHaveLength(1);
  expect(linesOf(await openOrThrow(...embedded)).join('\n')).toContain('L7');
});
