// A store that is opened when it is needed, and closed when it has not been used for a while: other processes can then add to it.

interface Closable {
  close(): Promise<void>;
}

/** One use at a time, in the order of the calls. */
export class OnDemandStore<S extends Closable> {
  private readonly open: () => Promise<S>;
  /** In milliseconds. */
  private readonly idleTime: number;
  private store: S | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => Promise<S>, idleTime: number) {
    this.open = open;
    this.idleTime = idleTime;
  }

  use<T>(work: (store: S) => Promise<T>): Promise<T> {
    return this.next(() => this.run(work));
  }

  /** After the uses before this call. */
  close(): Promise<void> {
    clearTimeout(this.timer);
    return this.next(async () => {
      const { store } = this;
      this.store = undefined;
      await store?.close();
    });
  }

  private next<T>(step: () => Promise<T>): Promise<T> {
    const result = this.last.then(step);
    this.last = result.catch(() => {});
    return result;
  }

  private async run<T>(work: (store: S) => Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.store ??= await this.open();
    try {
      return await work(this.store);
    } finally {
      this.timer = setTimeout(() => void this.close().catch(() => {}), this.idleTime).unref();
    }
  }
}
