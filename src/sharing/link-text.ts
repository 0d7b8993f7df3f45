// Encodes a profile as text for a link, and decodes it: `VERSION.LENGTH.DATA`. The data is base64url, since programs that
// detect links in text accept all of its characters. The length reveals a truncated link, the zlib checksum a modified one. The
// first bytes of the compact format are the same in every link and are left out.

import type { Outcome } from '../model/session.ts';

const VERSION = '1';
/** The first bytes of a compact file with summed samples (formats/compact/layout.ts), which links leave out. */
export const LINK_HEAD: readonly number[] = [0x8f, 0x50, 0x79, 0x72, 1, 0];
/** In bytes. Real links decompress to far less; anything larger is an attack. */
const MAX_SIZE = 1 << 24;

/** `rest` is the file after LINK_HEAD. */
export async function linkText(rest: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Blob([rest]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return `${VERSION}.${data.length}.${data}`;
}

/** Returns the complete file, or the problem with the link. */
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
    if (!bytes) return problem(`it decompresses to more than ${MAX_SIZE >> 20} MB, which no valid link does`);
    return { ok: true, value: bytes };
  } catch {
    return damaged();
  }
}

/** Undefined if it is too large; throws if it is damaged. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [Uint8Array.from(LINK_HEAD)];
  for (let size = 0; ;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MAX_SIZE) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
}

function cut(count: string): Outcome<never> {
  return problem(`it is truncated${count}, so ask for the complete link or a file`);
}

function damaged(): Outcome<never> {
  return problem('it was modified in transit, so ask for it again or for a file');
}

function problem(why: string): Outcome<never> {
  return { ok: false, problem: { text: `The profile in this link cannot be opened: ${why}.` } };
}

/** Bytes per call of String.fromCharCode, which takes one argument per byte. */
const AT_ONCE = 1 << 13;

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
