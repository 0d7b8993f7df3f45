// Answers of workers: which are pending, which were canceled, and what workers say about themselves.

/**
 * Promises for the answers of one worker, which reject when the worker fails. Promise.race against a single failure promise
 * would keep every answer in memory as long as the worker lives.
 */
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

const CANCELED = 'Canceled';

/**
 * Error for a request that was canceled, or replaced by a newer one in its slot. Recognized by name, because a posted error loses
 * its class.
 */
export function canceledError(): Error {
  return Object.assign(new Error('The request was canceled'), { name: CANCELED });
}

export function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === CANCELED;
}

// Helper workers of the session worker. The page starts them, because in Firefox under automation, a worker that starts
// another worker sometimes waits for it forever.

/** These workers read files ahead, parse a chunk of text, and match names, respectively. */
export type SubworkerName = 'read-ahead' | 'chunk' | 'match';

/** A message from the session worker to the page. */
export interface SubworkerRequest {
  readonly subworker: SubworkerName;
  /** The page passes it to the new worker, which receives calls on it. */
  readonly port: MessagePort;
  /** The page posts the reason here if the worker fails. Any message sent to the page on this port makes it terminate the worker. */
  readonly lifeline: MessagePort;
}

/** A message from every worker to the page. `alive` names a lock that the worker holds for its lifetime. */
export interface WorkerAlive {
  readonly alive: string;
}
