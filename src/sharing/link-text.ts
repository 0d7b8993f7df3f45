// Encodes a profile as text for a link, and decodes it: `VERSION.LENGTH.DATA`. The data is base64url, since programs that
// detect links in text accept all of its characters. The length reveals a truncated link, the zlib checksum a modified one. The
// first bytes of the compact format are the same in every link and are left out.

import type { Outcome } from '../model/session.ts';
import { encodeBase64, decodeBase64 } from './base64.ts';

const VERSION = '1';
/** The first bytes of a compact file with summed samples (formats/compact/layout.ts), which links leave out. */
export const LINK_HEAD: readonly number[] = [0x8f, 0x50, 0x79, 0x72, 1, 0];
/** In bytes. Real links decompress to far less; anything larger is an attack. */
const MAX_SIZE = 1 << 24;

/** `rest` is the part of the file after LINK_HEAD. */
export async function encodeLink(rest: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Blob([rest]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return `${VERSION}.${data.length}.${data}`;
}

/** Returns the complete file, or a Problem. */
export async function decodeLink(text: string): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  const [, version, length, rest] = /^(\d{1,9})(?:\.(\d{0,9})(?:\.([^]*))?)?$/.exec(text) ?? [];
  if (version === undefined) return text === '' ? truncatedLink('') : modifiedLink();
  if (version !== VERSION)
    return linkProblem(
      'it was created by a newer version of Pyrograph, so reload this page or open the link where it was created',
    );
  if (rest === undefined) return truncatedLink('');
  const data = rest.slice(0, Number(length));
  if (data.length < Number(length)) return truncatedLink(`: ${data.length} of ${length} characters are left`);
  try {
    const bytes = await inflate(fromBase64url(data));
    if (!bytes)
      return linkProblem(`it decompresses to more than ${MAX_SIZE >> 20} MB, which no valid link does`);
    return { ok: true, value: bytes };
  } catch {
    return modifiedLink();
  }
}

/** Returns undefined if the data is too large; throws if it is damaged. */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
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

function truncatedLink(count: string): Outcome<never> {
  return linkProblem(`it is truncated${count}, so ask for the complete link or a file`);
}

function modifiedLink(): Outcome<never> {
  return linkProblem('it was modified in transit, so ask for it again or for a file');
}

function linkProblem(why: string): Outcome<never> {
  return { ok: false, problem: { text: `The profile in this link cannot be opened: ${why}.` } };
}

function base64url(bytes: Uint8Array): string {
  return encodeBase64(bytes).join('').replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return decodeBase64(text.replace(/-/g, '+').replace(/_/g, '/'));
}
