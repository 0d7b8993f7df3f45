// Opens recordings and comparisons of the browser's history again.

import type { Address } from '../sharing/address.ts';
import type { ComparisonRequest } from './comparing.ts';
import { NOT_LOADED } from './follow-link.ts';
import { openFiles } from './opening.ts';
import { keptRecording, openingOf, store, type KeptRecording, type OpenedFiles } from './store.ts';
import type { ViewState } from './view-state.ts';

const { getState, setState } = store;

/** Returns false if the files of the recording are no longer known. `address` is its URL's, `view` its view when it was last shown. */
export function openAgain(recordingNumber: number, address: Address, view: ViewState | undefined): boolean {
  const from = getState().openedFiles.get(recordingNumber);
  if (!from) return false;
  const { files, notes, source } = from;
  const link = { source, address };
  // Without a view, its URL describes it.
  if (from.compared)
    void compareAgain(from, from.compared, {
      added: { b: from.compared.beside },
      recordingNumber,
      view,
      link,
    });
  else void openFiles(files, { link, notes, recordingNumber, view });
  return true;
}

/** Opens what is not open of a comparison. Its first recording keeps its number. */
async function compareAgain(
  { files, notes }: OpenedFiles,
  { alone }: NonNullable<OpenedFiles['compared']>,
  compared: ComparisonRequest,
): Promise<void> {
  const { suspended } = getState();
  const open = keptRecording(getState()) ?? suspended;
  if (open && (open.comparing?.alone ?? open).recordingNumber === alone.recordingNumber)
    return compareOpen(open, compared);
  // More files may have been given since.
  const first = getState().openedFiles.get(alone.recordingNumber) ?? { files, notes };
  const { recordingNumber, view } = alone;
  const link = { source: alone.source, address: {} };
  await openFiles(first.files, { link, notes: first.notes, recordingNumber, view, compared });
}

async function compareOpen(open: KeptRecording, request: ComparisonRequest): Promise<void> {
  // Set immediately, so that the URL of the recording still on screen does not replace that of the comparison.
  const opening = openingOf([open.recording.name]);
  setState({ opening });
  try {
    const { compareAloneWith } = await import('./comparing.ts');
    // The user may have canceled it.
    if (getState().opening === opening) await compareAloneWith(open, request);
  } catch {
    setState({ opening: undefined, problem: { text: NOT_LOADED } });
  }
}
