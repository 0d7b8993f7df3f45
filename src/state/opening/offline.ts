// Caches the site for offline use with a service worker (workers/service-worker.ts), if the build contains one.
// Browsers support service workers only over HTTPS and on localhost.

import { store } from '../store.ts';
import { registerServiceWorker } from '../engine/worker-scripts.ts';

/** Delay after page load, in milliseconds, so that caching does not slow down opening the first recording. */
const CACHING_DELAY = 1000;

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
