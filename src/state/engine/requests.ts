// Sends the page's requests to the session worker, in named slots. Each slot derives its question from the state, and
// a request is sent whenever the question changes. A newer question replaces the older one in its slot.

import type { StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import { isCanceled } from '../../async/answers.ts';
import type { Answer, QueryName, Question } from '../../model/queries.ts';
import type { DetailLimit } from '../../model/tree.ts';
import type { Engine } from './engine.ts';
import type { Recording } from '../../model/session.ts';
import { openRecording, type State } from '../store.ts';

interface Slot<Q extends QueryName> {
  /** The question in this state, compared field by field with the last one; undefined for none. */
  question(state: State): Question<Q> | undefined;
  /** Tells whether the state already has an answer; undefined if not. */
  known?(state: State, question: Question<Q>): 'complete' | 'approximate' | undefined;
  /** Limit for a quick approximate answer, after which the complete one is requested; undefined for none. */
  limit?(state: State): DetailLimit | undefined;
  /** True if a comparison answers the query, too. */
  readonly isForComparisons?: boolean;
  /** True if the view itself shows the answer. While such an answer is not painted, other slots ask nothing. */
  readonly isInView?: boolean;
  /** State changes when there is no question. */
  readonly empty?: Partial<State>;
  /** True if the answer to the question before is shown until the new one arrives; otherwise, `empty` also applies meanwhile. */
  readonly isKeptWhilePending?: boolean;
  /** State changes for an answer, approximate or complete. */
  answered(state: State, answer: Answer<Q>, question: Question<Q>): Partial<State>;
}

export type Slots = { readonly [Q in QueryName]?: Slot<Q> };

interface SlotRequest {
  readonly recording: Recording | undefined;
  readonly question: object;
}

export class Requests {
  private readonly store: StoreApi<State>;
  private readonly engine: Pick<Engine, 'ask' | 'cancel'>;
  private readonly slots: Slots;
  private readonly names: readonly QueryName[];
  private readonly fail: (error: unknown) => void;
  private readonly afterPaint: (run: () => void) => void;
  private readonly asked = new Map<QueryName, SlotRequest>();
  /** Slots of the view whose answers are not complete yet. */
  private readonly pendingInView = new Set<QueryName>();
  /** False from a new question about the view until its complete answer has been painted. */
  private isPainted = true;
  private isPainting = false;

  /** `fail` is called if the worker cannot answer the newest question of a slot. */
  constructor(
    store: StoreApi<State>,
    engine: Pick<Engine, 'ask' | 'cancel'>,
    slots: Slots,
    fail: (error: unknown) => void,
    afterPaint: (run: () => void) => void,
  ) {
    this.store = store;
    this.engine = engine;
    this.slots = slots;
    this.names = Object.keys(slots).filter((name) => isName(name, slots));
    this.fail = fail;
    this.afterPaint = afterPaint;
  }

  /** Asks what the state needs now. */
  update(): void {
    // Each slot reads the latest state, because updating a slot may change it.
    for (const name of this.names) {
      // What surrounds the view has nothing to ask or to cancel before the first picture.
      if (this.isPainted || this.slots[name]?.isInView || this.asked.has(name)) this.updateSlot(name);
    }
    if (this.isPainted || this.isPainting || this.pendingInView.size > 0) return;
    this.isPainting = true;
    this.afterPaint(() => {
      this.isPainting = false;
      this.isPainted = this.pendingInView.size === 0;
      this.update();
    });
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it correlates the slot with its query
  private updateSlot<Q extends QueryName>(name: Q): void {
    const slot = this.slots[name];
    const state = this.store.getState();
    const recording = openRecording(state);
    const isAnswered = state.comparing === undefined || slot?.isForComparisons === true;
    const question = recording && isAnswered ? slot?.question(state) : undefined;
    const before = this.asked.get(name);
    const isSame = before?.recording === (question && recording) && shallow(before?.question, question);
    if (!slot || isSame) return;
    this.pendingInView.delete(name);
    const waits = !slot.isInView && !this.isPainted;
    if (question === undefined || waits) {
      if (!this.asked.delete(name)) return;
      this.engine.cancel(name);
      // Closing a recording has already cleared its answers.
      if (slot.empty && recording && !(question && slot.isKeptWhilePending)) this.store.setState(slot.empty);
      return;
    }
    const asked = { recording, question };
    this.asked.set(name, asked);
    if (slot.isInView) this.isPainted = false;
    const known = slot.known?.(state, question);
    if (known === 'complete') return;
    if (slot.isInView) this.pendingInView.add(name);
    if (slot.empty && !slot.isKeptWhilePending) this.store.setState(slot.empty);
    this.ask(name, slot, question, known ? undefined : slot.limit?.(state), asked);
  }

  private ask<Q extends QueryName>(
    name: Q,
    slot: Slot<Q>,
    question: Question<Q>,
    limit: DetailLimit | undefined,
    asked: SlotRequest,
  ): void {
    this.engine.ask(name, name, limit ? { ...question, limit } : question).then(
      (answer) => {
        if (this.asked.get(name) === asked) this.applyAnswer(name, slot, question, answer, asked);
      },
      (error: unknown) => {
        if (this.asked.get(name) !== asked) return;
        this.pendingInView.delete(name);
        if (isCanceled(error)) this.update();
        else this.fail(error);
      },
    );
  }

  private applyAnswer<Q extends QueryName>(
    name: Q,
    slot: Slot<Q>,
    question: Question<Q>,
    answer: Answer<Q>,
    asked: SlotRequest,
  ): void {
    if (answer.isComplete) this.pendingInView.delete(name);
    this.store.setState(slot.answered(this.store.getState(), answer, question));
    if (!answer.isComplete && this.asked.get(name) === asked)
      this.ask(name, slot, question, undefined, asked);
  }
}

function isName(name: string, slots: Slots): name is QueryName {
  return name in slots;
}
