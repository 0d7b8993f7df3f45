// Caches the site for offline use. The build provides the list of its files (scripts/offline.ts). Either all of them are
// cached or none. Nothing else is cached: no recordings, no responses from other hosts.
//
// The page itself is always requested from the network first. Scripts have a content hash in their name, so any
// cached copy is valid; old versions are deleted when their last page is closed and the browser activates the new
// service worker.

declare const self: ServiceWorkerGlobalScope;

/** `files` maps relative paths to hashes, which detect files of another version during a deployment. */
declare const SITE: { readonly version: string; readonly files: Readonly<Record<string, string>> };

/** Includes the scope, since other sites may share the host. */
const CACHE_PREFIX = `pyrograph:${self.registration.scope}:`;
const CURRENT_CACHE = CACHE_PREFIX + SITE.version;
/** In milliseconds; a slower network is treated as offline. */
const NETWORK_TIMEOUT = 3000;

self.addEventListener('install', (event) => event.waitUntil(cacheSite()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

async function cacheSite(): Promise<void> {
  const requests = Object.entries(SITE.files).map(([path, integrity]) => {
    // Files with a hash in their name may come from the HTTP cache; others may have changed.
    const cache = isNamedByHash(path) ? 'default' : 'no-cache';
    return new Request(path, { integrity, cache });
  });
  const cached = await caches.open(CURRENT_CACHE);
  await cached.addAll(requests);
}

async function activate(): Promise<void> {
  const others = (await ourCaches()).filter((name) => name !== CURRENT_CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Undefined for requests that are not for the site's files; the browser handles those. */
function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  const { scope } = self.registration;
  const url = origin + pathname;
  if (request.method !== 'GET' || !url.startsWith(scope)) return undefined;
  const path = url.slice(scope.length).replace(/^(?:index\.html)?$/, './');
  if (isNamedByHash(path)) return cacheFirst(path, request);
  return Object.hasOwn(SITE.files, path) ? networkFirst(path, request) : undefined;
}

async function cacheFirst(path: string, request: Request): Promise<Response> {
  return (await cachedResponse(path)) ?? (await fetch(request));
}

async function networkFirst(path: string, { url, redirect }: Request): Promise<Response> {
  const answer = fetch(url, { cache: 'no-cache', redirect });
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, NETWORK_TIMEOUT, undefined);
  });
  const fresh = await Promise.race([answer.catch(() => undefined), timeout]);
  return fresh ?? (await cachedResponse(path)) ?? (await answer);
}

/** The most recent cached copy. A new version is cached before this service worker is replaced. */
async function cachedResponse(path: string): Promise<Response | undefined> {
  for (const name of (await ourCaches()).reverse()) {
    const cache = await caches.open(name);
    const response = await cache.match(path, { ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

/** In order of creation. */
async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

function isNamedByHash(path: string): boolean {
  return path.startsWith('assets/');
}
