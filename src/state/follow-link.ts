// Opens the recording that a link names, with code loaded on demand.

import { readAddress, writeAddress } from './address.ts';
import { store } from './store.ts';
import { leadsToRecording, type Example } from './remote.ts';
import { download } from './download.ts';

/** Shown when code that is loaded on demand cannot be loaded. */
export const NOT_LOADED =
  'This part of the page could not be loaded: check the network, then reload the page.';

/** Opens the recording that a link names, if any; may ask the user first. Shows a problem if the link is invalid. */
export async function followLink(hash: string): Promise<void> {
  if (!leadsToRecording(hash)) return;
  const isStillWanted = download.untilStopped();
  try {
    const { offerRemote } = await import('./open-remote.ts');
    if (isStillWanted()) offerRemote(hash);
  } catch {
    if (isStillWanted()) store.setState({ problem: { text: NOT_LOADED } });
  }
}

/** Opens an example in the view that the URL describes. */
export function openExample(name: Example): void {
  const view = writeAddress(readAddress(location.hash));
  void followLink([`example=${name}`, view].filter((part) => part !== '').join('&'));
}
