import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Form, headOf } from '../formats/compact/layout.ts';
import { fileOfLink, LINK_HEAD, linkText } from './link-text.ts';

const REST = Uint8Array.from({ length: 3000 }, (_, i) => (i * i) % 251);

async function told(text: string): Promise<string | undefined> {
  const outcome = await fileOfLink(text);
  return outcome.ok ? undefined : outcome.problem.text;
}

test('what is read is the file that was written, and the head is that of the format', async () => {
  const outcome = await fileOfLink(await linkText(REST));
  expect(outcome).toEqual({ ok: true, value: Uint8Array.from([...LINK_HEAD, ...REST]) });
  expect(headOf(Form.summed)).toEqual(Uint8Array.from(LINK_HEAD));
});

test('every sign is one that stays in a link, whatever comes behind it', async () => {
  const text = await linkText(REST);
  expect(text).toMatch(/^1\.\d+\.[\w-]+$/);
  for (const behind of ['.', ')', '%20', '…']) expect((await fileOfLink(text + behind)).ok).toBe(true);
});

describe('a sentence says what is wrong with', () => {
  test('a link that was cut, anywhere', async () => {
    const text = await linkText(REST);
    const ends = [0, 1, 2, 4, 8, 100, text.length - 1];
    for (const end of ends)
      expect(await told(text.slice(0, end)), `${end}`).toMatch(/ was cut on its way[^.]*\.$/);
    expect(await told(text.slice(0, 200))).toMatch(/: 1\d\d of \d+ characters are left, so ask/);
  });

  test('one that was changed', async () => {
    const text = await linkText(REST);
    for (const at of [10, 100, text.length - 3]) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(await told(text.slice(0, at) + other + text.slice(at + 1))).toMatch(/ was changed on its way/);
    }
    for (const nonsense of ['x', '1x', '<img src=x>', '1.4.$$$$', '1.5.AAAAA', '-1.2.AA'])
      expect(await told(nonsense), nonsense).toMatch(/ was changed on its way/);
  });

  test('one that a newer version made', async () => {
    expect(await told('2.4.AAAA')).toMatch(/ a newer version of Pyrograph made it/);
  });

  test('one that unpacks to far more than a link holds', async () => {
    const data = deflateSync(new Uint8Array(64 << 20)).toString('base64url');
    expect(await told(`1.${data.length}.${data}`)).toMatch(/ unpacks to more than 16 MB/);
  });
});
