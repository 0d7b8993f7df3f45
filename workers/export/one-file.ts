// Embeds recordings in the one-file page (scripts/one-file.ts), with all levels, events and threads. Loaded on demand.

import { Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import { BUDGET } from '../../src/model/budget.ts';
import { baseName } from '../../src/model/paths.ts';
import { encodeBase64 } from '../../src/sharing/base64.ts';
import { recordingElement, RECORDING_PLACEHOLDER, sourcesElement } from '../../src/sharing/one-file.ts';
import { writeTar, type TarMember } from '../../src/bytes/tar-writer.ts';
import { sideDiagnosisOf } from '../diagnosis.ts';
import { hottestFiles } from '../hottest-files.ts';
import { recordedProfileWithLines } from '../line-profiles.ts';
import type { OpenProfile } from '../pipeline.ts';

/**
 * A page with these recordings, which it compares if there are several. `address` is the initial view, as in the URL fragment.
 * `hasSources` embeds the given sources of the hottest functions. `template` is the page without recordings. Throws when the
 * recordings are too large.
 */
export async function oneFile(
  recordings: readonly OpenProfile[],
  address: string,
  { hasSources = false, template = emptyPage }: PageOptions = {},
): Promise<Blob> {
  const contents = recordings.map(contentOf);
  const size = contents.reduce((sum, { length }) => sum + length, 0);
  if (size > BUDGET.wholeBytes)
    throw new Error(
      `its samples take ${size >> 20} MB, which exceeds the limit of ${BUDGET.wholeBytes >> 20} MB`,
    );
  const [before, after] = (await template()).split(RECORDING_PLACEHOLDER);
  const elements: BlobPart[] = [];
  for (const [i, content] of contents.entries()) {
    // The recording's folder is private.
    const name = baseName(recordings[i].recording.name);
    const attributes = {
      name,
      ...(i === 0 && { address }),
      ...(recordings.length > 1 && findingsOf(recordings[i])),
    };
    elements.push(...elementOf(recordingElement(i), attributes, await packed(new Blob([content]))));
    const sources = hasSources ? await archivedSources(recordings[i]) : undefined;
    if (sources)
      elements.push(...elementOf(sourcesElement(i), { name: SOURCES_NAME }, await packed(sources)));
  }
  return new Blob([before, ...elements, after], { type: 'text/html' });
}

interface PageOptions {
  readonly hasSources?: boolean;
  readonly template?: () => Promise<string>;
}

function elementOf(
  id: string,
  attributes: Readonly<Record<string, string>>,
  content: Uint8Array<ArrayBuffer>,
): BlobPart[] {
  const data = Object.entries(attributes).map(([key, text]) => `data-${key}="${escapeAttribute(text)}"`);
  const start = `<script type="application/octet-stream" id="${id}" ${data.join(' ')}>`;
  return [start, ...encodeBase64(content), '</script>'];
}

const SOURCES_NAME = 'sources.tar';

/** An archive, because that keeps the paths. They are the recorded ones, which the names of functions contain anyway. */
async function archivedSources(open: OpenProfile): Promise<Blob | undefined> {
  const members: TarMember[] = [];
  for (const path of hottestFiles(open)) {
    const content = open.sources?.fileOf(path)?.content;
    if (!content) continue;
    const { size } = content;
    members.push({
      path: path.replace(/^\/+/, ''),
      size,
      content: async function* () {
        yield await content.read(0, size);
      },
    });
  }
  if (members.length === 0) return undefined;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of writeTar(members)) pieces.push(new Uint8Array(piece));
  return new Blob(pieces);
}

/** What a comparison says about the recording: the samples alone do not tell how it was made. */
function findingsOf(open: OpenProfile): { findings?: string } {
  const diagnosis = sideDiagnosisOf(open);
  return diagnosis ? { findings: JSON.stringify(diagnosis) } : {};
}

export function contentOf(open: OpenProfile): Uint8Array<ArrayBuffer> {
  return writeCompact(recordedProfileWithLines(open), {
    form: Form.individual,
    level: undefined,
    minShare: 0,
  });
}

async function packed(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const gzip = content.stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(gzip).arrayBuffer());
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
