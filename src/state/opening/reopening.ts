// Opens recordings and comparisons of the browser's history again.

import type { Address } from '../../sharing/address.ts';
import type { ComparisonRequest } from './comparing.ts';
import { NOT_LOADED } from '../links/follow-link.ts';
import { openFiles } from './opening.ts';
import type { Opened, OpenedByNumber } from './recordings.ts';
import { showAgain } from './shown.ts';
import { keptRecording, openingOf, store } from '../store.ts';
import type { ViewState } from '../view/view-state.ts';

const { getState, setState } = store;

/** Returns false if the files of the recording are no longer known. `address` is its URL's, `view` its view when it was last shown. */
export function openAgain(recordingNumber: number, address: Address, view: ViewState | undefined): boolean {
  const { opened } = getState();
  const entry = opened.get(recordingNumber);
  if (!entry) return false;
  const { files, notes, source, compared } = entry;
  // Without a view, its URL describes it.
  const again = { link: { source, address }, recordingNumber, view: view && { ...entry.view, ...view } };
  if (compared) {
    const [first, ...b] = compared.flatMap((number) => entriesOf(opened, number));
    void compareAgain(first, { ...again, added: { b } });
    return true;
  }
  if (files.length > 0) void openFiles(files, { ...again, notes });
  return files.length > 0;
}

type Numbered = Opened & { readonly number: number };

function entriesOf(opened: OpenedByNumber, number: number): Numbered[] {
  const entry = opened.get(number);
  return entry ? [{ ...entry, number }] : [];
}

/** Opens what is not open of a comparison. Its first recording keeps its number. */
async function compareAgain(
  { number, files, notes, source, view }: Numbered,
  compared: ComparisonRequest,
): Promise<void> {
  if (getState().opened.get(number)?.kept) return compareOpen(number, compared);
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
