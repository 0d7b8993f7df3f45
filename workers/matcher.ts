// Searches the names of one recording in a worker of its own, one query after the other. An expression that takes too
// long is given up with its worker, and so is what a person no longer searches for; what a filter needs is not.

import type { Matches } from '../src/model/session.ts';
import { startSideWorker } from './side-worker.ts';
import type { MatchDoor } from './match.worker.ts';

/** In milliseconds. Any expression that is not exponential is done long before, on any recording. */
const TOO_LONG = 2000;
/** Queries whose answers are kept: a filter's is asked for with each view. */
const MOST_KNOWN = 32;

export interface Searcher {
  match(query: string): Promise<Matches>;
  end(): void;
}

interface Job {
  readonly query: string;
  /** Whether only a person waits for it, who may go on to another query. */
  isSearch: boolean;
  readonly found: Promise<Matches>;
  readonly resolve: (found: Matches) => void;
  readonly reject: (error: unknown) => void;
}

export class Matcher {
  private readonly namesOf: () => readonly string[];
  private readonly start: (names: readonly string[]) => Searcher;
  private searcher: Searcher | undefined;
  private readonly known = new Map<string, Matches>();
  /** The first is being answered. */
  private readonly jobs: Job[] = [];
  private giveUpFirst = () => {};

  /** `namesOf` gives one name a function, when something is searched. */
  constructor(namesOf: () => readonly string[], start = startWorker) {
    this.namesOf = namesOf;
    this.start = start;
  }

  /** The functions that match, for a filter. Throws when no worker can be started. */
  match(query: string): Promise<Matches> {
    return this.asked(query, false);
  }

  /** The same for a person, who no longer waits for what was searched before: that found nothing. */
  search(query: string): Promise<Matches> {
    for (const job of this.jobs.filter((each) => each.isSearch && each.query !== query)) this.giveUp(job);
    return this.asked(query, true);
  }

  private asked(query: string, isSearch: boolean): Promise<Matches> {
    const known = this.known.get(query);
    if (known) return Promise.resolve(known);
    const same = this.jobs.find((job) => job.query === query);
    if (same) {
      same.isSearch &&= isSearch;
      return same.found;
    }
    const job = jobFor(query, isSearch);
    this.jobs.push(job);
    if (this.jobs.length === 1) void this.work();
    return job.found;
  }

  private async work(): Promise<void> {
    for (let job = this.jobs[0]; job !== undefined; job = this.jobs[0]) {
      try {
        job.resolve(await this.answer(job.query));
      } catch (error) {
        this.end();
        job.reject(error);
      }
      this.jobs.shift();
    }
  }

  private async answer(query: string): Promise<Matches> {
    this.searcher ??= this.start(this.namesOf());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const givenUp = new Promise<Matches>((resolve) => {
      this.giveUpFirst = () => {
        this.end();
        resolve(this.nothing());
      };
      timer = setTimeout(this.giveUpFirst, TOO_LONG);
    });
    try {
      const found = await Promise.race([this.searcher.match(query), givenUp]);
      if (found.taken !== 'as too slow') this.keep(query, found);
      return found;
    } finally {
      clearTimeout(timer);
    }
  }

  private giveUp(job: Job): void {
    if (job === this.jobs[0]) return this.giveUpFirst();
    this.jobs.splice(this.jobs.indexOf(job), 1);
    return job.resolve(this.nothing());
  }

  private keep(query: string, found: Matches): void {
    this.known.set(query, found);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }

  private nothing(): Matches {
    return { matches: new Uint8Array(this.namesOf().length), taken: 'as too slow' };
  }

  /** Ends the worker; the next query has another. */
  end(): void {
    this.searcher?.end();
    this.searcher = undefined;
  }
}

/** Which of these names match, for one who asks once. */
export async function matchOnce(names: readonly string[], query: string): Promise<Matches> {
  const matcher = new Matcher(() => names);
  try {
    return await matcher.match(query);
  } finally {
    matcher.end();
  }
}

function jobFor(query: string, isSearch: boolean): Job {
  let resolve: Job['resolve'] = () => {};
  let reject: Job['reject'] = () => {};
  const found = new Promise<Matches>((onFound, onError) => {
    resolve = onFound;
    reject = onError;
  });
  return { query, isSearch, found, resolve, reject };
}

function startWorker(names: readonly string[]): Searcher {
  const { door, broken, end } = startSideWorker<MatchDoor>('match');
  // It answers in the order it is asked, so nobody waits for this.
  void door.know(names);
  return { match: (query) => Promise.race([door.match(query), broken]), end };
}
