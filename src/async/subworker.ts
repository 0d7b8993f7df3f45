// Helper workers of the session worker. The page starts them: in a Firefox under automation, a worker that starts another
// worker sometimes waits for it forever.

/** In this order: reads files ahead, parses a chunk of text, matches names. */
export type SubworkerName = 'ahead' | 'chunk' | 'match';

/** A message from the session worker to the page. */
export interface SubworkerRequest {
  readonly subworker: SubworkerName;
  /** Passed to the new worker, which answers on it. */
  readonly port: MessagePort;
  /** The page posts the reason here if the worker fails. Any message to the page ends the worker. */
  readonly lifeline: MessagePort;
}

/** A message from every worker to the page. `alive` is the name of a lock that the worker holds as long as it lives. */
export interface WorkerAlive {
  readonly alive: string;
}
