// The password that a store asks for. It is kept in memory only.

import { store, type State } from '../store.ts';

const CANCELED = 'The store needs a password: reload the page to give it.';

/** Who waits for the password that the user is asked for; at most one. */
const WAITING = new Map<(password: string) => void, (reason: Error) => void>();

/** Rejects if the user gives none. A password for one store must not reach another. */
export function askPassword(asked: NonNullable<State['askedLogin']>): Promise<string> {
  stopWaiting();
  store.setState({ askedLogin: asked });
  return new Promise((resolve, reject) => WAITING.set(resolve, reject));
}

export function givePassword(password: string): void {
  store.setState({ askedLogin: undefined });
  for (const resolve of WAITING.keys()) resolve(password);
  WAITING.clear();
}

/** Leaves the Store screen, which would ask again. The URL stays, so that a reload does. */
export function cancelLogin(): void {
  if (WAITING.size === 0) return;
  store.setState({ askedLogin: undefined, fleetLink: undefined, problem: { text: CANCELED } });
  stopWaiting();
}

function stopWaiting(): void {
  for (const reject of WAITING.values()) reject(new Error(CANCELED));
  WAITING.clear();
}
