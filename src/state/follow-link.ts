// Opens what a link leads to, by code that is loaded with the first such link.

import { readAddress, writeAddress } from './address.ts';
import { leadsToRecording, type Example } from './remote.ts';
import { untilStopped } from './stop-fetching.ts';
import { store } from './store.ts';

const NOT_LOADED = 'This part of the page could not be loaded: check the network, then reload the page.';

/** Opens what a link names, if it names anything, or asks before; what is wrong with it is said. */
export async function followLink(hash: string): Promise<void> {
  if (!leadsToRecording(hash)) return;
  const isStillWanted = untilStopped();
  try {
    const { offerRemote } = await import('./open-remote.ts');
    if (isStillWanted()) offerRemote(hash);
  } catch {
    if (isStillWanted()) store.setState({ problem: { text: NOT_LOADED } });
  }
}

/** Shows an example as the address bar says. */
export function openExample(name: Example): void {
  const look = writeAddress(readAddress(location.hash));
  void followLink([`example=${name}`, look].filter((part) => part !== '').join('&'));
}
