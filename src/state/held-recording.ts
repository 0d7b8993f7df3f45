// The recording that a page in one file holds (model/one-file.ts): opened when the page is, as if it was dropped.

import { RECORDING_ID } from '../model/one-file.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from './store.ts';

const { setState } = store;

/** Is this page one file? Then it can fetch nothing. */
export const IS_ONE_FILE = import.meta.env.MODE === 'one-file';

/** Letters of base64 taken at a time: a multiple of four, and few enough that nobody waits. */
const SLICE = 1 << 18;

/** What the recording in this page is called; undefined when it holds none. */
export function heldName(): string | undefined {
  return IS_ONE_FILE ? document.getElementById(RECORDING_ID)?.dataset.name : undefined;
}

/** Opens it, as the address says or, without one, as it was looked at when it was saved. */
export async function openHeld(): Promise<void> {
  const element = document.getElementById(RECORDING_ID);
  if (!element) return;
  const { name = '', address = '' } = element.dataset;
  setState({ opening: openingOf([name]) });
  try {
    const content = await decoded(element.textContent);
    const link = { source: '', hash: location.hash || address };
    await openFiles([new File([content], name)], { link });
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
    const text = atob(base64.slice(at, at + SLICE));
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    parts.push(bytes);
    await new Promise((done) => setTimeout(done));
  }
  return new Blob(parts);
}
