// Manages the session workers: one for each open recording and what it is compared with, and one for a recording that is being
// opened. Terminating a worker cancels its work and frees all its memory.

import * as Comlink from 'comlink';
import { canceledError } from '../../async/answers.ts';
import type { RecordingId } from '../../model/comparison.ts';
import {
  COMPARISON,
  MAIN_RECORDING,
  type Answer,
  type OpenedRecording,
  type QueryMethods,
  type QueryName,
  type Question,
} from '../../model/queries.ts';
import type {
  FoundRecording,
  InputFile,
  Outcome,
  OpeningListener,
  Preview,
  Progress,
  Recording,
} from '../../model/session.ts';
import { SessionWorker } from './session-worker.ts';

/** A worker that opens a recording and then answers queries about it. */
class RecordingWorker {
  private readonly worker: SessionWorker;
  /** All slots used so far. */
  private readonly slots = new Set<string>();
  /** What requests are about. */
  private shown: RecordingId = MAIN_RECORDING;
  /** Recordings that were opened to be compared with the first one. */
  private readonly beside = new Set<RecordingId>();

  constructor(worker: SessionWorker) {
    this.worker = worker;
  }

  open(
    files: readonly InputFile[],
    before: readonly InputFile[],
    listener: OpeningListener,
    first: Question<'tree'> | undefined,
  ): Promise<Outcome<OpenedRecording>> {
    const { session, answers } = this.worker;
    return answers.wait(session.open(MAIN_RECORDING, files, before, Comlink.proxy(listener), first));
  }

  /** Rejects when `cancelOpeningBeside` is called. */
  async openBeside(
    id: RecordingId,
    files: readonly InputFile[],
    listener: OpeningListener,
  ): Promise<Outcome<OpenedRecording>> {
    const { session, answers } = this.worker;
    const opened = session.open(id, files, [], Comlink.proxy(listener));
    try {
      const outcome = await answers.wait(opened, OPENING_BESIDE);
      this.beside.add(id);
      return outcome;
    } catch (error) {
      // The worker cannot stop reading.
      void opened.then(() => session.close(id));
      throw error;
    }
  }

  async compare(a: readonly RecordingId[], b: readonly RecordingId[]): Promise<Outcome<Recording>> {
    const { session, answers } = this.worker;
    const outcome = await answers.wait(session.compare(a, b), OPENING_BESIDE);
    if (outcome.ok) this.show(COMPARISON);
    return outcome;
  }

  cancelOpeningBeside(): void {
    this.worker.answers.reject(OPENING_BESIDE, canceledError());
  }

  closeBeside(ids: readonly RecordingId[]): void {
    for (const id of ids) {
      this.worker.session.close(id);
      this.beside.delete(id);
    }
  }

  /** Frees the recordings beside the first one. */
  stopComparing(): void {
    this.show(MAIN_RECORDING);
    this.closeBeside([...this.beside]);
  }

  addSources(files: readonly InputFile[]): Promise<boolean> {
    return this.worker.answers.wait(this.worker.session.addSources(files));
  }

  recordingsIn(files: readonly InputFile[]): Promise<readonly FoundRecording[]> {
    return this.worker.answers.wait(this.worker.session.recordingsIn(files));
  }

  private show(shown: RecordingId): void {
    this.cancelAll();
    this.shown = shown;
  }

  ask<Q extends QueryName>(
    slot: string,
    name: Q,
    question: Question<Q>,
    about = this.shown,
  ): Promise<Answer<Q>> {
    const { answers } = this.worker;
    const methods: QueryMethods = this.worker.session;
    this.slots.add(slot);
    answers.reject(slot, canceledError());
    return answers.wait(methods[name](about, slot, question), slot);
  }

  cancel(slot: string): void {
    const { session, answers } = this.worker;
    if (!answers.isPending(slot)) return;
    session.cancel(this.shown, slot);
    answers.reject(slot, canceledError());
  }

  cancelAll(): void {
    for (const slot of this.slots) this.cancel(slot);
  }

  end(): void {
    this.worker.end();
    this.worker.answers.fail(canceledError());
  }
}

const OPENING_BESIDE = 'opening beside';

export class Engine {
  private readonly listener: OpeningListener;
  /** The workers of open recordings, by number. */
  private readonly workers = new Map<number, RecordingWorker>();
  /** The worker of the recording that was shown last. */
  private opened: RecordingWorker | undefined;
  private opening: RecordingWorker | undefined;
  /** Started in advance, because starting a worker takes 100 ms. */
  private spare: SessionWorker | undefined;

  constructor(listener: OpeningListener) {
    this.listener = listener;
  }

  /**
   * Opens these files in another worker, which answers all queries from then on. Afterwards, call `keep`, or `abandon` to end the
   * new worker. The answer contains the tree that `first` asks for, of the default event.
   */
  open(
    files: readonly InputFile[],
    before: readonly InputFile[],
    first?: Question<'tree'>,
  ): Promise<Outcome<OpenedRecording>> {
    this.opening?.end();
    this.interrupt();
    const opening = new RecordingWorker(this.takeSpare() ?? new SessionWorker());
    this.opening = opening;
    // Messages may still arrive from a terminated worker.
    const isCurrent = () => this.opening === opening;
    const listener = {
      progress: (progress: Progress) => isCurrent() && this.listener.progress(progress),
      preview: (preview: Preview) => isCurrent() && this.listener.preview?.(preview),
    };
    return opening.open(files, before, listener, first);
  }

  /**
   * Opens these files beside the recording that is being opened, or else beside the open one, in its worker. Rejects with
   * `canceledError` when `abandon` is called.
   */
  openBeside(id: RecordingId, files: readonly InputFile[]): Promise<Outcome<OpenedRecording>> {
    this.interrupt();
    const listener = {
      progress: (progress: Progress) => this.listener.progress(progress),
      preview: () => {},
    };
    return this.current?.openBeside(id, files, listener) ?? Promise.reject(canceledError());
  }

  /** Requests are about the comparison from now on. */
  compare(a: readonly RecordingId[], b: readonly RecordingId[]): Promise<Outcome<Recording>> {
    return this.current?.compare(a, b) ?? Promise.reject(canceledError());
  }

  /** Requests are about this open recording from now on, or about the comparison in its worker. */
  show(number: number, isComparison: boolean): void {
    this.interrupt();
    this.opened = this.workers.get(number);
    if (!isComparison) this.opened?.stopComparing();
  }

  /** Frees recordings beside the first one. */
  closeBeside(ids: readonly RecordingId[]): void {
    this.current?.closeBeside(ids);
  }

  /** Adds source files to the open recording. False if the files are no source files. */
  addSources(files: readonly InputFile[]): Promise<boolean> {
    return this.opened?.addSources(files) ?? Promise.resolve(false);
  }

  /** The recordings among these files. Call it while a recording is open. */
  recordingsIn(files: readonly InputFile[]): Promise<readonly FoundRecording[]> {
    return this.opened?.recordingsIn(files) ?? Promise.resolve([]);
  }

  /** Starts the worker for the next recording; if the user is choosing it, also those that read text. */
  prestartWorker(isChoosing: boolean): void {
    this.spare = this.takeSpare() ?? new SessionWorker();
    if (isChoosing) this.spare.session.prepare();
  }

  private takeSpare(): SessionWorker | undefined {
    const { spare } = this;
    this.spare = undefined;
    return spare?.answers.hasFailed ? undefined : spare;
  }

  /** The recording that was being opened has this number, and replaces one with the same number. */
  keep(number: number): void {
    if (!this.opening) return;
    this.end([number]);
    this.workers.set(number, this.opening);
    this.opened = this.opening;
    this.opening = undefined;
  }

  /** Frees these recordings, and what is compared with them. */
  end(numbers: readonly number[]): void {
    for (const number of numbers) {
      const worker = this.workers.get(number);
      worker?.end();
      this.workers.delete(number);
      if (this.opened === worker) this.opened = undefined;
    }
  }

  /** Frees what this recording was compared with. */
  endComparison(number: number): void {
    this.workers.get(number)?.stopComparing();
  }

  /** The numbers of the open recordings. */
  get numbers(): number[] {
    return [...this.workers.keys()];
  }

  interrupt(): void {
    this.opened?.cancelAll();
  }

  /** Cancels opening; requests go to the open recording again. */
  abandon(): void {
    this.opened?.cancelOpeningBeside();
    this.opening?.end();
    this.opening = undefined;
  }

  /**
   * Sends a request about the recording that is being opened, or else about the open one. Rejects with `canceledError`
   * when a newer request in the same slot replaces it. `about` is one of the compared recordings, if not all of them.
   */
  ask<Q extends QueryName>(
    slot: string,
    name: Q,
    question: Question<Q>,
    about?: RecordingId,
  ): Promise<Answer<Q>> {
    return this.current?.ask(slot, name, question, about) ?? Promise.reject(canceledError());
  }

  cancel(slot: string): void {
    this.current?.cancel(slot);
  }

  private get current(): RecordingWorker | undefined {
    return this.opening ?? this.opened;
  }
}
