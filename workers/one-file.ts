// Embeds a recording in the one-file page (scripts/one-file.ts), with all levels, events and threads. Loaded on
// demand.

import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { BUDGET } from '../src/model/budget.ts';
import { baseName } from '../src/text/base-name.ts';
import { encodeBase64 } from '../src/sharing/base64.ts';
import { RECORDING_ID, RECORDING_PLACEHOLDER } from '../src/sharing/one-file.ts';
import { recordedProfile, type OpenProfile } from './pipeline.ts';
import { MISMATCH, readBack, weightsOf } from './read-back.ts';

/** `address` is the initial view, as in the URL fragment. Throws when the recording is too large. */
export async function oneFile(open: OpenProfile, address: string): Promise<Blob> {
  // The recording's folder is private.
  const name = baseName(open.recording.name);
  const plain = writeCompact(recordedProfile(open), {
    form: Form.individual,
    level: undefined,
    minShare: 0,
  });
  if (plain.length > BUDGET.wholeBytes)
    throw new Error(
      `its samples take ${plain.length >> 20} MB, which exceeds the limit of ${BUDGET.wholeBytes >> 20} MB`,
    );
  const { profile, isSame } = readBack('Pyrograph', plain, weightsOf(open.classified.profile));
  if (!isSame || profile.samples.length !== open.recording.samples) throw new Error(MISMATCH);
  const gzip = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(gzip).arrayBuffer());
  const [before, after] = (await emptyPage()).split(RECORDING_PLACEHOLDER);
  const data = `data-name="${escapeAttribute(name)}" data-address="${escapeAttribute(address)}"`;
  const start = `<script type="application/octet-stream" id="${RECORDING_ID}" ${data}>`;
  return new Blob([before, start, ...encodeBase64(packed), '</script>', after], { type: 'text/html' });
}

async function emptyPage(): Promise<string> {
  const { default: url } = await import('virtual:one-file');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not fetch the page template (${response.status})`);
  return response.text();
}

/** Escapes a double-quoted attribute value; characters that HTML parsers would change become U+FFFD. */
function escapeAttribute(text: string): string {
  return text
    .replace(/[\0\r]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
