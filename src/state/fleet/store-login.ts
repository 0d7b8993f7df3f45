// The password that a store asks for. It is kept in memory only.

import { store, type State } from '../store.ts';

type Answer = (password: string) => void;

/** Who waits for the password that the user is asked for. */
const WAITING = new Map<Answer, (reason: Error) => void>();

/** Rejects if the user gives none. */
export function askPassword(asked: NonNullable<State['askedLogin']>): Promise<string> {
  givePassword(undefined);
  store.setState({ askedLogin: asked });
  return new Promise((resolve, reject) => WAITING.set(resolve, reject));
}

/** Undefined if the user cancels. */
export function givePassword(password: string | undefined): void {
  store.setState({ askedLogin: undefined });
  for (const [resolve, reject] of WAITING) {
    if (password === undefined) reject(new Error('The store needs a password: try again to give it.'));
    else resolve(password);
  }
  WAITING.clear();
}
