// Keeps the site itself, for use without a network. It is given the list of its files when it is built (scripts/offline.ts),
// fetches all of them or none, and never keeps anything else: no recording, no answer of another host.
//
// The page is asked for anew each time. A script is named by what is in it, so any kept one is the right one; those of an
// older version go when its last page is closed, since only then the browser lets a new service worker take over.

declare const self: ServiceWorkerGlobalScope;

/** By path from here, a hash of the file's bytes: while a site is being put up, some of its files are of another version. */
declare const SITE: { readonly version: string; readonly files: Readonly<Record<string, string>> };

/** Another site may lie on the same host. */
const OURS = `pyrograph:${self.registration.scope}:`;
const CURRENT = OURS + SITE.version;
/** How long a network that does not answer is waited for, in milliseconds. */
const PATIENCE = 3000;

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

async function keepAll(): Promise<void> {
  const requests = Object.entries(SITE.files).map(([path, integrity]) => {
    // The browser may have it from the page; what has no hash in its name may have changed.
    const cache = isNamedByHash(path) ? 'default' : 'no-cache';
    return new Request(path, { integrity, cache });
  });
  const kept = await caches.open(CURRENT);
  await kept.addAll(requests);
}

async function takeOver(): Promise<void> {
  const others = (await ourCaches()).filter((name) => name !== CURRENT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Undefined for what is none of the site's own files: the browser then does as it would without us. */
function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  const { scope } = self.registration;
  const place = origin + pathname;
  if (request.method !== 'GET' || !place.startsWith(scope)) return undefined;
  const path = place.slice(scope.length).replace(/^(?:index\.html)?$/, './');
  if (isNamedByHash(path)) return keptFirst(path, request);
  return Object.hasOwn(SITE.files, path) ? newestFirst(path, request) : undefined;
}

async function keptFirst(path: string, request: Request): Promise<Response> {
  return (await kept(path)) ?? (await fetch(request));
}

async function newestFirst(path: string, { url, redirect }: Request): Promise<Response> {
  const answer = fetch(url, { cache: 'no-cache', redirect });
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE, undefined);
  });
  const inTime = await Promise.race([answer.catch(() => undefined), late]);
  return inTime ?? (await kept(path)) ?? (await answer);
}

/** The newest one that is kept; that of a new version is there before this script makes way for its own. */
async function kept(path: string): Promise<Response | undefined> {
  for (const name of (await ourCaches()).reverse()) {
    const cache = await caches.open(name);
    const response = await cache.match(path, { ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

/** The newest last. */
async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

function isNamedByHash(path: string): boolean {
  return path.startsWith('assets/');
}
