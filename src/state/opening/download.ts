// Only one recording is downloaded at a time; opening anything else stops the download.

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
   * For code that must load before it can fetch. The returned function returns true until something else is opened or
   * the download is stopped.
   */
  untilStopped(): () => boolean {
    const { signal } = this.controller;
    return () => !signal.aborted;
  }
}

export const download = new Download();
