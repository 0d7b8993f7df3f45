import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Form, headerOf } from '../formats/compact/layout.ts';
import { decodeLink, LINK_HEAD, encodeLink } from './link-text.ts';

const REST = Uint8Array.from({ length: 3000 }, (_, i) => (i * i) % 251);

async function errorIn(text: string): Promise<string | undefined> {
  const outcome = await decodeLink(text);
  return outcome.ok ? undefined : outcome.problem.text;
}

test('a link restores the file, and LINK_HEAD is the head of the compact format', async () => {
  const outcome = await decodeLink(await encodeLink(REST));
  expect(outcome).toEqual({ ok: true, value: Uint8Array.from([...LINK_HEAD, ...REST]) });
  expect(headerOf(Form.summed)).toEqual(Uint8Array.from(LINK_HEAD));
});

test('a link contains only characters that link detection accepts, and ignores characters after it', async () => {
  const text = await encodeLink(REST);
  expect(text).toMatch(/^1\.\d+\.[\w-]+$/);
  for (const suffix of ['.', ')', '%20', '…']) expect((await decodeLink(text + suffix)).ok).toBe(true);
});

describe('an error message describes', () => {
  test('a link truncated at any position', async () => {
    const text = await encodeLink(REST);
    const ends = [0, 1, 2, 4, 8, 100, text.length - 1];
    for (const end of ends)
      expect(await errorIn(text.slice(0, end)), `${end}`).toMatch(/ is truncated[^.]*\.$/);
    expect(await errorIn(text.slice(0, 200))).toMatch(/: 1\d\d of \d+ characters are left, so ask/);
  });

  test('a modified link', async () => {
    const text = await encodeLink(REST);
    for (const at of [10, 100, text.length - 3]) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(await errorIn(text.slice(0, at) + other + text.slice(at + 1))).toMatch(
        / was modified in transit/,
      );
    }
    for (const nonsense of ['x', '1x', '<img src=x>', '1.4.$$$$', '1.5.AAAAA', '-1.2.AA'])
      expect(await errorIn(nonsense), nonsense).toMatch(/ was modified in transit/);
  });

  test('a link from a newer version', async () => {
    expect(await errorIn('2.4.AAAA')).toMatch(/ created by a newer version of Pyrograph/);
  });

  test('a link whose decompressed data is too large', async () => {
    const data = deflateSync(new Uint8Array(64 << 20)).toString('base64url');
    expect(await errorIn(`1.${data.length}.${data}`)).toMatch(/ decompresses to more than 16 MB/);
  });
});
