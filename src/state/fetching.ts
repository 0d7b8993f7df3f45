// The one file that is fetched, so that whoever opens something else can stop it.

let controller: AbortController | undefined;

/** Stops what was being fetched; the signal is for the next. */
export function beginFetching(): AbortSignal {
  stopFetching();
  controller = new AbortController();
  return controller.signal;
}

export function stopFetching(): void {
  controller?.abort();
  controller = undefined;
}
