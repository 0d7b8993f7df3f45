// A recording in a page of its own: the page in one file (scripts/one-file.ts), and in it the recording as it was read, so
// that all levels, events and threads are there. Loaded when somebody asks for it.

import { baseName } from '../src/model/labels.ts';
import { RECORDING_ID, RECORDING_PLACE } from '../src/model/one-file.ts';
import { NONE } from '../src/model/profile.ts';
import { exportFile } from './export.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';

/** Bytes of gzip that a page can hold: as base64 they are one string, and the browser has two copies of it. */
const MOST = 128 << 20;
/** Bytes that are written as base64 at a time: in groups of three, and no more than a function takes arguments. */
const PIECE = 3 << 13;

/** `address` is what is looked at first, as it stands behind `#`. Throws when the recording is too large. */
export async function oneFile(open: OpenProfile, address: string): Promise<Blob> {
  // Where it lay is nobody's business.
  const name = baseName(open.recording.name);
  const packed = await exportFile('pprof', shownProfile(open, 'raw'), 'raw', NONE, name);
  if (packed.size > MOST)
    throw new Error(`it has ${packed.size >> 20} MB packed, and a page can hold ${MOST >> 20} MB`);
  const [before, after] = (await emptyPage()).split(RECORDING_PLACE);
  const data = `data-name="${escaped(name)}" data-address="${escaped(address)}"`;
  const start = `<script type="application/octet-stream" id="${RECORDING_ID}" ${data}>`;
  return new Blob([before, start, ...(await base64(packed)), '</script>', after], { type: 'text/html' });
}

async function emptyPage(): Promise<string> {
  const { default: url } = await import('virtual:one-file');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the page for it cannot be fetched (${response.status})`);
  return response.text();
}

async function base64(blob: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces;
}

/** For the value of an attribute in double quotes; what a parser of HTML would change is a replacement character. */
function escaped(text: string): string {
  return text
    .replace(/[\0\r]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
