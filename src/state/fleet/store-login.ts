// The password that a store asks for. It is kept in memory only.

import { store, type AskedLogin } from '../store.ts';

const CANCELED = 'The store needs a password: reload the page to give it.';

/** Rejects if the user gives none. A password for one store must not reach another. */
export function askPassword(asked: Pick<AskedLogin, 'user' | 'host' | 'reason'>): Promise<string> {
  store.getState().askedLogin?.refuse(new Error(CANCELED));
  return new Promise((give, refuse) => store.setState({ askedLogin: { ...asked, give, refuse } }));
}

export function givePassword(password: string): void {
  const { askedLogin } = store.getState();
  store.setState({ askedLogin: undefined });
  askedLogin?.give(password);
}

/** Leaves the Store screen, which would ask again. The URL stays, so that a reload does. */
export function cancelLogin(): void {
  const { askedLogin } = store.getState();
  if (!askedLogin) return;
  store.setState({ askedLogin: undefined, fleetLink: undefined, problem: { text: CANCELED } });
  askedLogin.refuse(new Error(CANCELED));
}
