// One recording is fetched at a time: opening something else stops it.

class Download {
  private controller = new AbortController();

  /** Stops the current download and returns the signal for the next one. */
  begin(): AbortSignal {
    this.stop();
    return this.controller.signal;
  }

  stop(): void {
    this.controller.abort();
    this.controller = new AbortController();
  }

  /**
   * For code that must load before it fetches. The returned function returns false once something else was opened or
   * fetching was stopped.
   */
  untilStopped(): () => boolean {
    const { signal } = this.controller;
    return () => !signal.aborted;
  }
}

export const download = new Download();
