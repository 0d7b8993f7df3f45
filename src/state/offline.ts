// The site is kept for use without a network, by a service worker (workers/service-worker.ts). Only where the build brings
// one, and the browser has them: over https, and on this machine.

import { store } from './store.ts';
import { registerServiceWorker } from './worker-scripts.ts';

/** In milliseconds after the page has loaded: what opens the first recording comes before. */
const LATER = 1000;

export function keepForOffline(): void {
  const script = document.querySelector<HTMLLinkElement>('link[rel="service-worker"]')?.href;
  if (!script || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // It takes the page over once all files are kept, and answers for it from the start on later visits. A site around this one
  // may have a service worker too.
  const say = () => store.setState({ worksOffline: serviceWorker.controller?.scriptURL === script });
  serviceWorker.addEventListener('controllerchange', say);
  say();
  addEventListener('load', () => setTimeout(() => void keep(script), LATER));
}

async function keep(script: string): Promise<void> {
  try {
    await registerServiceWorker(script);
  } catch {
    // A browser that keeps nothing: the page works as long as there is a network, and claims no more.
  }
}
