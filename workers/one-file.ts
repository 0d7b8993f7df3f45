// A recording in a page of its own: the page in one file (scripts/one-file.ts), and in it the recording as it was read, so
// that all levels, events and threads are there. Loaded when somebody asks for it.

import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { BUDGET } from '../src/model/budget.ts';
import { baseName } from '../src/model/labels.ts';
import { RECORDING_ID, RECORDING_PLACE } from '../src/model/one-file.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { DIFFERENT, readBack, weightsOf } from './read-back.ts';

/** Bytes that are written as base64 at a time: in groups of three, and no more than a function takes arguments. */
const PIECE = 3 << 13;

/** `address` is what is looked at first, as it stands behind `#`. Throws when the recording is too large. */
export async function oneFile(open: OpenProfile, address: string): Promise<Blob> {
  // Where it lay is nobody's business.
  const name = baseName(open.recording.name);
  const plain = writeCompact(shownProfile(open, 'raw'), { form: Form.each, level: undefined, least: 0 });
  if (plain.length > BUDGET.wholeBytes)
    throw new Error(
      `all samples of the recording are ${plain.length >> 20} MB, and a page opens ${BUDGET.wholeBytes >> 20} MB`,
    );
  const { profile, isSame } = readBack('Pyrograph', plain, weightsOf(open.classified.profile));
  if (!isSame || profile.samples.length !== open.recording.samples) throw new Error(DIFFERENT);
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
  if (!response.ok) throw new Error(`the page for it cannot be fetched (${response.status})`);
  return response.text();
}

function base64(bytes: Uint8Array): string[] {
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
