// A profile as the text that a link holds, and back: `VERSION.LENGTH.DATA`. The data is base64url, of which programs that
// find links in text take every sign for a part of the link. Its length tells a link that was cut on its way from one that was
// changed, which the checksum inside tells: it is deflated as zlib does, which ends in one.
//
// Who unpacks it knows Pyrograph's own form of a profile without its first bytes, which are the same in every link.

import type { Outcome } from './session.ts';

const VERSION = '1';
/** How the file begins of which the link has the rest (formats/compact/layout.ts): samples are summed up. */
export const LINK_HEAD: readonly number[] = [0x8f, 0x50, 0x79, 0x72, 1, 0];
/** In bytes: what fits a link unpacks to far less, so whatever has more was made to harm. */
const MOST = 1 << 24;

/** The text of what comes after LINK_HEAD. */
export async function linkText(rest: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Blob([rest]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return `${VERSION}.${data.length}.${data}`;
}

/** All of the file again; what is wrong with the link where it is no such text. */
export async function fileOfLink(text: string): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  const [, version, length, rest] = /^(\d{1,9})(?:\.(\d{0,9})(?:\.([^]*))?)?$/.exec(text) ?? [];
  if (version === undefined) return text === '' ? cut('') : damaged();
  if (version !== VERSION)
    return problem('a newer version of Pyrograph made it, so reload this page, or open it where it was made');
  if (rest === undefined) return cut('');
  const data = rest.slice(0, Number(length));
  if (data.length < Number(length)) return cut(`: ${data.length} of ${length} characters are left`);
  try {
    const bytes = await inflated(fromBase64url(data));
    if (!bytes) return problem(`it unpacks to more than ${MOST >> 20} MB, and no link of ours does`);
    return { ok: true, value: bytes };
  } catch {
    return damaged();
  }
}

/** Undefined when there is more than a link can hold; throws when it is damaged. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [Uint8Array.from(LINK_HEAD)];
  for (let size = 0; ;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
}

function cut(count: string): Outcome<never> {
  return problem(`it was cut on its way${count}, so ask for the whole link, or for a file`);
}

function damaged(): Outcome<never> {
  return problem('it was changed on its way, so ask for it again, or for a file');
}

function problem(why: string): Outcome<never> {
  return { ok: false, problem: { text: `The profile in this link cannot be opened: ${why}.` } };
}

/** Bytes that are handed to the platform at once: it takes each as an argument. */
const AT_ONCE = 1 << 13;

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
