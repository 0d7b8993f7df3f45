// Opens the recordings that a link contains or leads to, with code loaded on demand.

import { writeAddress } from '../../sharing/address.ts';
import { download } from '../opening/shown.ts';
import { readLink, type Example, type Link } from '../opening/linked-recordings.ts';
import { store } from '../store.ts';

/** Shown when code that is loaded on demand cannot be loaded. */
export const NOT_LOADED =
  'This part of the page could not be loaded: check the network, then reload the page.';

/** Opens the recordings of a link, if any; may ask the user first. Shows a problem if the link is invalid. */
export async function followLink(link: Link): Promise<void> {
  if (link.source === '') return;
  const isStillWanted = download.untilStopped();
  try {
    const { openLink } = await import('../opening/open-link.ts');
    if (isStillWanted()) await openLink(link);
  } catch {
    if (isStillWanted()) store.setState({ problem: { text: NOT_LOADED } });
  }
}

/** Opens an example in the view that the URL describes. */
export function openExample(name: Example): void {
  const view = writeAddress(readLink(location.hash).address);
  void followLink(readLink([`example=${name}`, view].filter((part) => part !== '').join('&')));
}
