// The workers beside the session worker, which asks the page to start them. One that starts another worker by itself waits
// for that for ever now and then, in a Firefox that another program drives.

/** Reads files ahead, reads a chunk of a text, searches names: the workers of these names. */
export type SideWorkerName = 'ahead' | 'chunk' | 'match';

/** What the session worker sends to the page, beside its answers. */
export interface SideWorkerWanted {
  readonly sideWorker: SideWorkerName;
  /** Handed on to that worker, which answers there. */
  readonly door: MessagePort;
  /** The page says there why the worker broke down; any message from the other end ends it. */
  readonly life: MessagePort;
}

/** What every worker sends to the page once it holds a lock of this name, which the browser takes back when it ends. */
export interface WorkerAlive {
  readonly alive: string;
}
