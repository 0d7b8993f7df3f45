// Opens the recordings that a one-file page contains (sharing/one-file.ts) when the page loads.

import { isSideDiagnosis, type SideDiagnosis } from '../../model/findings.ts';
import { readAddress } from '../../sharing/address.ts';
import { decodeBase64 } from '../../sharing/base64.ts';
import { recordingElement, sourcesElement } from '../../sharing/one-file.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from '../store.ts';

const { setState } = store;

/** True for a one-file page, which cannot fetch anything. */
export const IS_ONE_FILE = import.meta.env.MODE === 'one-file';

/** Base64 characters decoded at a time: a multiple of four, and few enough to keep the page responsive. */
const SLICE = 1 << 18;

/** Names of the recordings in this page; undefined if there is none. */
export function embeddedName(): string | undefined {
  const names = IS_ONE_FILE ? elements().map(({ dataset }) => dataset.name ?? '') : [];
  return names.length > 0 ? names.join(' → ') : undefined;
}

/** Opens the recordings in this page, in the view that the URL describes or else in the view in which they were saved. */
export async function openEmbedded(): Promise<void> {
  const [element, ...others] = elements();
  if (!element) return;
  const hash = location.hash || (element.dataset.address ?? '');
  setState({ opening: openingOf([element.dataset.name ?? '']) });
  try {
    const first = await filesIn(element, 0);
    const b: { files: File[] }[] = [];
    for (const [i, other] of others.entries()) b.push({ files: await filesIn(other, i + 1) });
    const link = { source: '', address: readAddress(hash) };
    const compared = b.length > 0 ? { added: { b }, link } : undefined;
    await openFiles(first, { link, compared });
  } catch {
    setState({
      opening: undefined,
      problem: { text: 'The recording in this page is damaged: ask for the file again.' },
    });
  }
}

/** What was found in the recording when the page was written; undefined if nothing is known, or for another recording. */
export function embeddedDiagnosis(number: number, name: string): SideDiagnosis | undefined {
  if (!IS_ONE_FILE) return undefined;
  const dataset = elements()[number]?.dataset;
  if (dataset?.findings === undefined || dataset.name !== name) return undefined;
  const value: unknown = JSON.parse(dataset.findings);
  return isSideDiagnosis(value) ? value : undefined;
}

function elements(): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (;;) {
    const element = document.getElementById(recordingElement(found.length));
    if (!element) return found;
    found.push(element);
  }
}

/** The recording, and its sources if they were embedded. */
async function filesIn(recording: HTMLElement, number: number): Promise<File[]> {
  const sources = document.getElementById(sourcesElement(number));
  return [await fileIn(recording), ...(sources ? [await fileIn(sources)] : [])];
}

async function fileIn({ dataset: { name = '' }, textContent }: HTMLElement): Promise<File> {
  return new File([await decoded(textContent)], name, { lastModified: 0 });
}

async function decoded(base64: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < base64.length; at += SLICE) {
    parts.push(decodeBase64(base64.slice(at, at + SLICE)));
    await new Promise((done) => setTimeout(done));
  }
  return new Blob(parts);
}
