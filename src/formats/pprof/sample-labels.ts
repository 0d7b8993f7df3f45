// Derives the thread and event of a pprof sample from its labels. The format defines no labels; those supported here are written
// by Pyrograph, perf_to_profile, and the agents of py-spy, Pyroscope and Datadog.

import { NONE, type Thread } from '../../model/profile.ts';
import { MAX_LABEL } from '../../model/budget.ts';

/** The meaning of a label's value, by lowercase key: `number` applies to numeric values, `name` to strings. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['thread', { number: 'tid', name: 'thread' }],
  ['thread_name', { number: 'tid', name: 'thread' }],
  ['thread_id', { number: 'tid', name: 'threadId' }],
  ['tid', { number: 'tid', name: 'threadId' }],
  ['process', { number: 'pid', name: 'process' }],
  ['process_name', { number: 'pid', name: 'process' }],
  ['process_id', { number: 'pid', name: 'processId' }],
  ['pid', { number: 'pid', name: 'processId' }],
  ['comm', { number: 'tid', name: 'comm' }],
  ['event', { number: undefined, name: 'event' }],
]);
const DIGITS = /^\d{1,15}$/;

interface Meaning {
  readonly number: 'tid' | 'pid' | undefined;
  readonly name: 'thread' | 'threadId' | 'process' | 'processId' | 'comm' | 'event';
}

/** The labels of the current sample. If several have the same meaning, the first one wins. */
export class SampleLabels {
  private readonly names = new Map<Meaning['name'], string>();
  private readonly numbers = new Map<'tid' | 'pid', number>();

  /** `name` must be empty for a numeric label. */
  add(key: string, name: string, number: number): void {
    const meaning = MEANINGS.get(key.toLowerCase().replaceAll(' ', '_'));
    if (!meaning) return;
    const isId = meaning.name === 'threadId' || meaning.name === 'processId';
    const id = name === '' ? number : isId && DIGITS.test(name) ? Number(name) : undefined;
    if (id === undefined) {
      // Truncate immediately, because each sample may have a different long name.
      if (!this.names.has(meaning.name)) this.names.set(meaning.name, name.slice(0, MAX_LABEL));
    } else if (meaning.number && !this.numbers.has(meaning.number)) this.numbers.set(meaning.number, id);
  }

  clear(): void {
    if (this.names.size > 0) this.names.clear();
    if (this.numbers.size > 0) this.numbers.clear();
  }

  /** Undefined if no label names the event. */
  get event(): string | undefined {
    return this.names.get('event');
  }

  get thread(): Thread {
    const { names, numbers } = this;
    const comm =
      names.get('thread') ?? names.get('comm') ?? names.get('threadId') ?? names.get('process') ?? '';
    return { pid: numbers.get('pid') ?? NONE, tid: numbers.get('tid') ?? NONE, comm };
  }
}
