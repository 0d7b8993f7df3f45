// When a worker cannot be started, or breaks down: then no answer comes, and whoever waits for one has to be told.

/** Rejected then. Nobody needs to wait for it. */
export function brokenWorker(worker: Worker): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) =>
      reject(new Error(event.message || 'a worker could not be started')),
    );
  });
  broken.catch(() => {});
  return broken;
}
