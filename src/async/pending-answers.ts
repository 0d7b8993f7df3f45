// Promises for the answers of one worker, which reject when the worker fails. Promise.race against a single failure promise
// would keep every answer in memory as long as the worker lives.

export class PendingAnswers {
  private readonly rejects = new Map<unknown, (reason: Error) => void>();
  private failure: Error | undefined;

  /** Settles like `answer`, unless it is rejected first. */
  wait<T>(answer: Promise<T>, key: unknown = answer): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.failure) reject(this.failure);
      this.rejects.set(key, reject);
      const settled = () => {
        if (this.rejects.get(key) === reject) this.rejects.delete(key);
      };
      answer.finally(settled).then(resolve, reject);
    });
  }

  isPending(key: unknown): boolean {
    return this.rejects.has(key);
  }

  /** Rejects the pending answer with this key. */
  reject(key: unknown, reason: Error): void {
    this.rejects.get(key)?.(reason);
    this.rejects.delete(key);
  }

  /** Rejects all pending answers and all later ones. */
  fail(reason: Error): void {
    this.failure ??= reason;
    for (const key of this.rejects.keys()) this.reject(key, reason);
  }

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }
}
