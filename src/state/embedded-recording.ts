// Opens the recording that a one-file page contains (sharing/one-file.ts) when the page loads.

import { decodeBase64 } from '../sharing/base64.ts';
import { RECORDING_ID } from '../sharing/one-file.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from './store.ts';

const { setState } = store;

/** True for a one-file page, which cannot fetch anything. */
export const IS_ONE_FILE = import.meta.env.MODE === 'one-file';

/** Base64 characters decoded at a time: a multiple of four, and few enough to keep the page responsive. */
const SLICE = 1 << 18;

/** Name of the recording in this page; undefined if there is none. */
export function embeddedName(): string | undefined {
  return IS_ONE_FILE ? document.getElementById(RECORDING_ID)?.dataset.name : undefined;
}

/** Opens the recording in this page, in the view that the URL describes or else in the view in which it was saved. */
export async function openEmbedded(): Promise<void> {
  const element = document.getElementById(RECORDING_ID);
  if (!element) return;
  const { name = '', address = '' } = element.dataset;
  setState({ opening: openingOf([name]) });
  try {
    const content = await decoded(element.textContent);
    const link = { source: '', hash: location.hash || address };
    await openFiles([new File([content], name, { lastModified: 0 })], { link });
  } catch {
    setState({
      opening: undefined,
      problem: { text: 'The recording in this page is damaged: ask for the file again.' },
    });
  }
}

async function decoded(base64: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < base64.length; at += SLICE) {
    parts.push(decodeBase64(base64.slice(at, at + SLICE)));
    await new Promise((done) => setTimeout(done));
  }
  return new Blob(parts);
}
