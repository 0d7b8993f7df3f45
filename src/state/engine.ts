// The page's end of the session workers: of what is open, and of what is being opened in its place. Cancelling is ending
// the worker: everything it held is freed at once, and what it was asked is answered by Cancelled. Comlink stays behind
// this door.

import * as Comlink from 'comlink';
import { newAlarm } from '../model/alarm.ts';
import type { ProfileExport, SavedExport } from '../model/exports.ts';
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
import { SessionWorker } from './session-worker.ts';

/** What a question is answered with when the worker was ended meanwhile. */
export class Cancelled extends Error {}

/** A worker that opens a recording, and then owns it. */
class Running {
  readonly session: Comlink.Remote<Session>;
  private readonly worker: SessionWorker;
  private interruption = newAlarm();

  constructor(worker: SessionWorker) {
    this.worker = worker;
    this.session = worker.session;
  }

  answered<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.interruption.raised, this.worker.broken]);
  }

  /** What it was asked so far is answered by Cancelled. */
  interrupt(): void {
    this.interruption.raise(new Cancelled());
    this.interruption = newAlarm();
  }

  end(): void {
    this.worker.end();
    this.interrupt();
  }
}

export class Engine {
  private readonly listener: OpeningListener;
  /** Whose recording is open; while another is being opened it waits. */
  private opened: Running | undefined;
  private opening: Running | undefined;
  /** Started ahead: a worker takes a tenth of a second until it can do anything. */
  private spare: SessionWorker | undefined;

  constructor(listener: OpeningListener) {
    this.listener = listener;
  }

  /**
   * Opens these files in a fresh worker, which from now on is asked; what was being opened before is gone. What is open
   * waits until `keep` or `goBack` says which of the two it is to be.
   */
  open(files: readonly GivenFile[], before: readonly GivenFile[]): Promise<Outcome<Recording>> {
    this.opening?.end();
    this.interrupt();
    const opening = new Running(this.spare ?? new SessionWorker());
    this.spare = undefined;
    this.opening = opening;
    return opening.answered(this.ask(opening, files, before));
  }

  /** Starts the worker for the next recording. */
  getReady(): void {
    if (this.spare) return;
    const spare = new SessionWorker();
    this.spare = spare;
    spare.broken.catch(() => {
      if (this.spare === spare) this.spare = undefined;
    });
  }

  private async ask(
    opening: Running,
    files: readonly GivenFile[],
    before: readonly GivenFile[],
  ): Promise<Outcome<Recording>> {
    // What an ended worker said last may arrive after it; then it is about files nobody opens any more.
    const isCurrent = () => this.opening === opening;
    const listener: OpeningListener = {
      progress: (progress) => isCurrent() && this.listener.progress(progress),
      preview: (preview) => isCurrent() && this.listener.preview(preview),
    };
    await opening.session.listen(Comlink.proxy(listener));
    return await opening.session.open(files, before);
  }

  /** What was being opened is what is open from now on; the recording before it is freed. */
  keep(): void {
    this.opened?.end();
    this.opened = this.opening;
    this.opening = undefined;
  }

  /** What was asked so far of what is open is answered by Cancelled. */
  interrupt(): void {
    this.opened?.interrupt();
  }

  /** Ends what is being opened; what is open is asked again. */
  goBack(): void {
    this.opening?.end();
    this.opening = undefined;
  }

  /** Ends all workers and all they hold. */
  close(): void {
    this.goBack();
    this.keep();
  }

  view(options: ViewOptions, shape: Shape, cut?: Cut): Promise<FlameView> {
    return this.answered((session) => session.view(options, shape, cut));
  }

  search(options: ViewOptions, query: string): Promise<SearchResult> {
    return this.answered((session) => session.search(options, query));
  }

  details(options: ViewOptions, box: number): Promise<Details> {
    return this.answered((session) => session.details(options, box));
  }

  functionDetails(options: ViewOptions, func: number): Promise<Details> {
    return this.answered((session) => session.functionDetails(options, func));
  }

  sandwich(options: ViewOptions, func: number, places?: number): Promise<Sandwich> {
    return this.answered((session) => session.sandwich(options, func, places));
  }

  exported(options: ViewOptions, to: ProfileExport, name: string): Promise<SavedExport> {
    return this.answered((session) => session.exported(options, to, name));
  }

  oneFile(address: string): Promise<Blob> {
    return this.answered((session) => session.oneFile(address));
  }

  shared(options: ViewOptions, choice: ShareChoice, patterns: readonly string[]): Promise<Shared> {
    return this.answered((session) => session.shared(options, choice, patterns));
  }

  levelWith(options: ViewOptions, func: number): Promise<Level | undefined> {
    return this.answered((session) => session.levelWith(options, func));
  }

  table(options: ViewOptions, by: Grouping): Promise<Table> {
    return this.answered((session) => session.table(options, by));
  }

  timeline(event: number, columns: number): Promise<Timeline | undefined> {
    return this.answered((session) => session.timeline(event, columns));
  }

  timeOrder(options: ViewOptions, places?: number): Promise<TimeOrder | undefined> {
    return this.answered((session) => session.timeOrder(options, places));
  }

  private answered<T>(ask: (session: Comlink.Remote<Session>) => Promise<T>): Promise<T> {
    const running = this.opening ?? this.opened;
    return running ? running.answered(ask(running.session)) : Promise.reject(new Cancelled());
  }
}
