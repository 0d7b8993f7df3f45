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
