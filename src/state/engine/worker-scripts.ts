// Starts workers. The page's content security policy requires Trusted Types (https://www.w3.org/TR/trusted-types/):
// the browser runs a worker script only if the policy below allows its URL, and accepts no other text as code or
// markup. Browsers without Trusted Types accept the plain URL.

import readAhead from '../../../workers/read-ahead.worker.ts?worker&url';
import chunk from '../../../workers/chunk.worker.ts?worker&url';
import match from '../../../workers/match.worker.ts?worker&url';
import session from '../../../workers/session.worker.ts?worker&url';
import type { SubworkerName } from '../../async/answers.ts';
import { store } from '../store.ts';

/** Missing in TypeScript's DOM types, which represent a TrustedScriptURL as a string. */
interface WithTrustedTypes {
  readonly trustedTypes: { createPolicy(name: string, rules: Policy): Policy };
}

interface Policy {
  createScriptURL(url: string): string;
}

const WORKERS: Readonly<Record<SubworkerName | 'session', string>> = {
  session,
  'read-ahead': readAhead,
  chunk,
  match,
};

/** The same name in every build; see scripts/offline.ts. */
const SERVICE_WORKER = 'service-worker.js';

/** The content security policy allows only one Trusted Types policy, with this name. */
const policy = createPolicy({
  createScriptURL: (url) => {
    if (Object.values(WORKERS).includes(url) || url === new URL(SERVICE_WORKER, document.baseURI).href)
      return url;
    throw new TypeError(`${url} is not a worker script of this page.`);
  },
});

export function startWorker(name: SubworkerName | 'session'): Worker {
  const url = WORKERS[name];
  // The one-file page contains its workers as text (scripts/one-file.ts); pages opened from disk cannot start module
  // workers.
  const type = url.startsWith('blob:') ? 'classic' : 'module';
  return new Worker(policy.createScriptURL(url), { type, name });
}

/** Throws the browser's error if it does not allow service workers. */
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

/** Delay after page load, in milliseconds, so that caching does not slow down opening the first recording. */
const CACHING_DELAY = 1000;

/**
 * Caches the site for offline use with a service worker (workers/service-worker.ts), if the build contains one. Browsers support
 * service workers only over HTTPS and on localhost.
 */
export function cacheForOffline(): void {
  const script = document.querySelector<HTMLLinkElement>('link[rel="service-worker"]')?.href;
  const serviceWorker = serviceWorkers();
  if (!script || !serviceWorker) return;
  // The service worker controls the page once all files are cached; on later visits, from the start. The scriptURL is
  // compared, because a site in a parent folder may have its own service worker.
  const update = () => store.setState({ worksOffline: serviceWorker.controller?.scriptURL === script });
  serviceWorker.addEventListener('controllerchange', update);
  update();
  addEventListener('load', () => setTimeout(() => void register(script), CACHING_DELAY));
}

/** Undefined if the browser has none, or does not allow them here: in a frame without an origin of its own, reading them throws. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}

async function register(script: string): Promise<void> {
  try {
    await registerServiceWorker(script);
  } catch {
    // The browser does not allow service workers: the page only works online.
  }
}
