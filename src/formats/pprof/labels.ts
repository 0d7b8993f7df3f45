// Which thread and event the labels of a pprof sample speak of. The format names no labels; these are what profilers write:
// perf_to_profile, py-spy's and Pyroscope's agents, Datadog's, Pyrograph itself.

import { NONE, type Thread } from '../../model/profile.ts';
import { LONGEST_LABEL } from '../bounded-builder.ts';

/** What a label says, by its key in lower case. As a number and as a name it may say different things. */
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

/** The labels of one sample at a time. The first of a kind counts. */
export class Labels {
  private readonly names = new Map<Meaning['name'], string>();
  private readonly numbers = new Map<'tid' | 'pid', number>();

  /** `name` is empty where the label is a number. */
  add(key: string, name: string, number: number): void {
    const meaning = MEANINGS.get(key.toLowerCase().replaceAll(' ', '_'));
    if (!meaning) return;
    const isId = meaning.name === 'threadId' || meaning.name === 'processId';
    const id = name === '' ? number : isId && DIGITS.test(name) ? Number(name) : undefined;
    if (id === undefined) {
      // Cut here, where it is one piece: it may be long, and there may be as many as samples.
      if (!this.names.has(meaning.name)) this.names.set(meaning.name, name.slice(0, LONGEST_LABEL));
    } else if (meaning.number && !this.numbers.has(meaning.number)) this.numbers.set(meaning.number, id);
  }

  /** For the next sample. */
  clear(): void {
    if (this.names.size > 0) this.names.clear();
    if (this.numbers.size > 0) this.numbers.clear();
  }

  /** Undefined when no label names it. */
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
