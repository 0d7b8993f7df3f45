// Opens recordings and comparisons of the browser's history again.

import type { Address } from '../sharing/address.ts';
import type { ComparisonRequest } from './comparing.ts';
import { NOT_LOADED } from './follow-link.ts';
import { openFiles } from './opening.ts';
import { firstOf, type Opened } from './recordings.ts';
import { showAgain } from './shown.ts';
import { keptRecording, openingOf, store } from './store.ts';
import type { ViewState } from './view-state.ts';

const { getState, setState } = store;

/** Returns false if the files of the recording are no longer known. `address` is its URL's, `view` its view when it was last shown. */
export function openAgain(recordingNumber: number, address: Address, view: ViewState | undefined): boolean {
  const { opened } = getState();
  const { files, notes, source, compared } = opened.get(recordingNumber) ?? NOTHING;
  // Without a view, its URL describes it.
  const link = { source, address };
  if (!compared) {
    if (files.length > 0) void openFiles(files, { link, notes, recordingNumber, view });
    return files.length > 0;
  }
  const [first, ...b] = compared.map((number) => ({ ...(opened.get(number) ?? NOTHING), number }));
  void compareAgain(first, { added: { b }, recordingNumber, view, link });
  return true;
}

const NOTHING: Opened = { files: [], notes: [], source: '' };

/** Opens what is not open of a comparison. Its first recording keeps its number. */
async function compareAgain(
  { number, files, notes, source, view }: Opened & { readonly number: number },
  compared: ComparisonRequest,
): Promise<void> {
  const { opened, recordingNumber, suspended } = getState();
  if (number === firstOf(opened, recordingNumber || suspended)) return compareOpen(number, compared);
  const link = { source, address: {} };
  await openFiles(files, { link, notes, recordingNumber: number, view, compared });
}

async function compareOpen(number: number, request: ComparisonRequest): Promise<void> {
  // Set immediately, so that the URL of the recording still on screen does not replace that of the comparison.
  const opening = openingOf([getState().opened.get(number)?.kept?.recording.name ?? '']);
  setState({ opening });
  try {
    const { compareOpened } = await import('./comparing.ts');
    // The user may have canceled it.
    if (getState().opening !== opening) return;
    showAgain(number);
    const shown = keptRecording(getState());
    if (shown) await compareOpened(shown, request);
  } catch {
    setState({ opening: undefined, problem: { text: NOT_LOADED } });
  }
}
