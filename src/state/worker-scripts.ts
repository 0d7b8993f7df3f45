// Starts workers. The page's content security policy requires Trusted Types (https://www.w3.org/TR/trusted-types/): the
// browser runs a script as a worker only if the one policy below allows its address, and takes no other text as code or
// markup. A browser without Trusted Types takes the plain address.

import ahead from '../../workers/ahead.worker.ts?worker&url';
import chunk from '../../workers/chunk.worker.ts?worker&url';
import match from '../../workers/match.worker.ts?worker&url';
import session from '../../workers/session.worker.ts?worker&url';
import type { SideWorkerName } from '../model/side-worker.ts';

/** What the platform's own types leave out. To them a TrustedScriptURL is the string that it stands for. */
interface WithTrustedTypes {
  readonly trustedTypes: { createPolicy(name: string, rules: Policy): Policy };
}

interface Policy {
  createScriptURL(url: string): string;
}

const WORKERS: Readonly<Record<SideWorkerName | 'session', string>> = { session, ahead, chunk, match };

/** The same in every build: scripts/offline.ts. */
const SERVICE_WORKER = 'service-worker.js';

/** The browser lets nobody create a second policy, nor one of another name. */
const policy = createPolicy({
  createScriptURL: (url) => {
    if (Object.values(WORKERS).includes(url) || url === new URL(SERVICE_WORKER, document.baseURI).href)
      return url;
    throw new TypeError(`${url} is no script of a worker of this page.`);
  },
});

export function startWorker(name: SideWorkerName | 'session'): Worker {
  const url = WORKERS[name];
  // The page in one file holds its workers as text (scripts/one-file.ts); a page from a disk starts no modules.
  const type = url.startsWith('blob:') ? 'classic' : 'module';
  return new Worker(policy.createScriptURL(url), { type, name });
}

/** Throws what the browser throws when it keeps nothing. */
export async function registerServiceWorker(url: string): Promise<void> {
  await navigator.serviceWorker.register(policy.createScriptURL(url));
}

function createPolicy(rules: Policy): Policy {
  const global: object = globalThis;
  return hasTrustedTypes(global) ? global.trustedTypes.createPolicy('pyrograph', rules) : rules;
}

function hasTrustedTypes(global: object): global is WithTrustedTypes {
  return 'trustedTypes' in global;
}
