// The page's end of the session worker. Cancelling is ending the worker: everything it held is freed at once, and
// what it was asked is answered by Cancelled. Comlink stays behind this door.

import * as Comlink from 'comlink';
import { brokenWorker } from '../model/broken-worker.ts';
import type { ProfileExport } from '../model/exports.ts';
import type { Level } from '../model/levels.ts';
import type { Shared, ShareChoice } from '../model/sharing.ts';
import type {
  Details,
  FlameView,
  GivenFile,
  Grouping,
  Outcome,
  OpeningListener,
  Recording,
  Sandwich,
  SearchResult,
  Session,
  Shape,
  Table,
  Timeline,
  TimeOrder,
  ViewOptions,
} from '../model/session.ts';
import type { Cut } from '../model/tree.ts';

/** What a question is answered with when the worker was ended meanwhile. */
export class Cancelled extends Error {}

interface StartedWorker {
  readonly worker: Worker;
  /** Rejected when it cannot be started, or breaks down. */
  readonly broken: Promise<never>;
}

function startWorker(): StartedWorker {
  const worker = new Worker(new URL('../../workers/session.worker.ts', import.meta.url), {
    type: 'module',
    name: 'session',
  });
  return { worker, broken: brokenWorker(worker) };
}

export class Engine {
  private readonly listener: OpeningListener;
  private worker: Worker | undefined;
  /** Started ahead: a worker takes a tenth of a second until it can do anything. */
  private spare: StartedWorker | undefined;
  private session: Comlink.Remote<Session> | undefined;
  private cancelled: Promise<never> = new Promise(() => {});
  private rejectAll: (reason: Cancelled) => void = () => {};

  constructor(listener: OpeningListener) {
    this.listener = listener;
  }

  /** Opens these files in a fresh worker; whatever was open or being opened before is gone. */
  open(files: readonly GivenFile[], before: readonly GivenFile[]): Promise<Outcome<Recording>> {
    this.cancel();
    const { worker, broken } = this.spare ?? startWorker();
    this.spare = undefined;
    const session = Comlink.wrap<Session>(worker);
    this.worker = worker;
    this.session = session;
    this.cancelled = new Promise((_, reject) => {
      this.rejectAll = reject;
      broken.catch(reject);
    });
    // Nobody may be waiting when it is rejected.
    this.cancelled.catch(() => {});
    return this.answered(this.ask(session, files, before));
  }

  /** Starts the worker for the next recording. */
  getReady(): void {
    this.spare ??= startWorker();
  }

  private async ask(
    session: Comlink.Remote<Session>,
    files: readonly GivenFile[],
    before: readonly GivenFile[],
  ): Promise<Outcome<Recording>> {
    // What an ended worker said last may arrive after it; then it is about files nobody opens any more.
    const isCurrent = () => this.session === session;
    const listener: OpeningListener = {
      progress: (progress) => isCurrent() && this.listener.progress(progress),
      preview: (preview) => isCurrent() && this.listener.preview(preview),
    };
    await session.listen(Comlink.proxy(listener));
    return await session.open(files, before);
  }

  /** Ends the worker and all it holds. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.session = undefined;
    this.rejectAll(new Cancelled());
  }

  view(options: ViewOptions, shape: Shape, cut?: Cut): Promise<FlameView> {
    return this.answered(this.current().view(options, shape, cut));
  }

  search(options: ViewOptions, query: string): Promise<SearchResult> {
    return this.answered(this.current().search(options, query));
  }

  details(options: ViewOptions, box: number): Promise<Details> {
    return this.answered(this.current().details(options, box));
  }

  functionDetails(options: ViewOptions, func: number): Promise<Details> {
    return this.answered(this.current().functionDetails(options, func));
  }

  sandwich(options: ViewOptions, func: number, places?: number): Promise<Sandwich> {
    return this.answered(this.current().sandwich(options, func, places));
  }

  exported(options: ViewOptions, to: ProfileExport, name: string): Promise<Blob> {
    return this.answered(this.current().exported(options, to, name));
  }

  oneFile(address: string): Promise<Blob> {
    return this.answered(this.current().oneFile(address));
  }

  shared(options: ViewOptions, choice: ShareChoice): Promise<Shared> {
    return this.answered(this.current().shared(options, choice));
  }

  levelWith(options: ViewOptions, func: number): Promise<Level | undefined> {
    return this.answered(this.current().levelWith(options, func));
  }

  table(options: ViewOptions, by: Grouping): Promise<Table> {
    return this.answered(this.current().table(options, by));
  }

  timeline(event: number, columns: number): Promise<Timeline | undefined> {
    return this.answered(this.current().timeline(event, columns));
  }

  timeOrder(options: ViewOptions, places?: number): Promise<TimeOrder | undefined> {
    return this.answered(this.current().timeOrder(options, places));
  }

  private current(): Comlink.Remote<Session> {
    if (!this.session) throw new Cancelled();
    return this.session;
  }

  private answered<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.cancelled]);
  }
}
