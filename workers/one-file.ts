// Embeds a recording in the one-file page (scripts/one-file.ts), with all its levels, events and threads. Loaded on
// demand.

import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { BUDGET } from '../src/model/budget.ts';
import { baseName } from '../src/text/labels.ts';
import { RECORDING_ID, RECORDING_PLACE } from '../src/sharing/one-file.ts';
import { profileAtLevel, type OpenProfile } from './pipeline.ts';
import { MISMATCH, readBack, weightsOf } from './read-back.ts';

/** Bytes per base64 chunk: divisible by three, and below the maximum number of arguments. */
const PIECE = 3 << 13;

/** `address` is the initial view, as in the URL fragment. Throws when the recording is too large. */
export async function oneFile(open: OpenProfile, address: string): Promise<Blob> {
  // The recording's folder is private.
  const name = baseName(open.recording.name);
  const plain = writeCompact(profileAtLevel(open, 'raw'), { form: Form.each, level: undefined, minShare: 0 });
  if (plain.length > BUDGET.wholeBytes)
    throw new Error(
      `its samples take ${plain.length >> 20} MB, more than the ${BUDGET.wholeBytes >> 20} MB that a page can hold`,
    );
  const { profile, isSame } = readBack('Pyrograph', plain, weightsOf(open.classified.profile));
  if (!isSame || profile.samples.length !== open.recording.samples) throw new Error(MISMATCH);
  const gzip = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(gzip).arrayBuffer());
  const [before, after] = (await emptyPage()).split(RECORDING_PLACE);
  const data = `data-name="${escaped(name)}" data-address="${escaped(address)}"`;
  const start = `<script type="application/octet-stream" id="${RECORDING_ID}" ${data}>`;
  return new Blob([before, start, ...base64(packed), '</script>', after], { type: 'text/html' });
}

async function emptyPage(): Promise<string> {
  const { default: url } = await import('virtual:one-file');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not fetch the page template (${response.status})`);
  return response.text();
}

function base64(bytes: Uint8Array): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces;
}

/** Escapes a double-quoted attribute value; characters that HTML parsers would change become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[\0\r]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
