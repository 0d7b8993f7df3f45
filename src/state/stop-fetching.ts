// One recording is fetched at a time, so that opening something else stops it.

let controller = new AbortController();

/** Stops what was being fetched; the signal is for the next. */
export function beginFetching(): AbortSignal {
  stopFetching();
  return controller.signal;
}

export function stopFetching(): void {
  controller.abort();
  controller = new AbortController();
}

/** For what has to be loaded before it fetches: false once something else was opened, or everything stopped. */
export function untilStopped(): () => boolean {
  const { signal } = controller;
  return () => !signal.aborted;
}
