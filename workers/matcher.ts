// Matches the functions of one recording in a worker, one query at a time. Terminating the worker cancels a superseded search
// or a query that takes too long. Filter queries are never superseded.

import { inSlices, nextTask, runNow, runSliced, type TimeSliced } from '../src/async/time-slices.ts';
import { matchNames } from '../src/calltree/match.ts';
import { nameWithoutFile, pathOf } from '../src/model/function-names.ts';
import { moduleNameOf } from '../src/model/paths.ts';
import type { FunctionNames } from '../src/model/profile.ts';
import type { Matches } from '../src/model/session.ts';
import { LruCache } from './lru-cache.ts';
import { startSubworker } from './subworker.ts';

/** In milliseconds. Only expressions with exponential run time take longer. */
const TIMEOUT = 2000;
/** Maximum number of cached answers. Each view requests the answers for its filters again. */
const MAX_CACHED = 32;

/** One text of each kind per function. */
export interface SearchTexts {
  /** Recorded names; those of Python functions contain their files. */
  readonly names: readonly string[];
  /** The name after that of its module of a library, such as `json.loads`; empty for other code. */
  readonly dotted: readonly string[];
  /** The file or module, unless the name contains it; otherwise empty. */
  readonly paths: readonly string[];
}

export type SearchedNames = Pick<FunctionNames, 'strings' | 'funcs' | 'modules'>;

/** Finds functions by name, in bounded time. */
export type MatchNames = (query: string) => Promise<Matches>;

/** Finds functions by name: for a filter, or for the search box, where a newer query cancels the older one. */
export type NameMatcher = Readonly<Record<'match' | 'search', MatchNames>>;

/** The methods of match.worker.ts. */
export interface MatchEndpoint {
  setTexts(texts: SearchTexts): void;
  match(query: string): Matches;
}

export interface Searcher {
  /** Resolves when the worker has started, which takes long on a busy machine and is not the fault of a query. */
  readonly ready: Promise<void>;
  match(query: string): Promise<Matches>;
  end(): void;
}

interface Job {
  readonly query: string;
  /** True if only the search box needs the answer, so that a newer search supersedes this one. */
  isSearch: boolean;
  readonly found: Promise<Matches>;
  readonly resolve: (found: Matches) => void;
  readonly reject: (error: unknown) => void;
}

export class Matcher {
  private readonly count: number;
  private readonly start: () => Searcher;
  private searcher: Searcher | undefined;
  private readonly cache = new LruCache<Matches>(MAX_CACHED, () => 1);
  /** Pending queries; the first one is running. */
  private readonly jobs: Job[] = [];
  private cancelCurrent = () => {};

  /** `count` is the number of functions; `start` starts the worker. */
  constructor(count: number, start: () => Searcher) {
    this.count = count;
    this.start = start;
  }

  /** Returns the matching functions for a filter. Throws when the worker fails. */
  match(query: string): Promise<Matches> {
    return this.enqueue(query, false);
  }

  /** Like `match`, but for the search box: cancels earlier searches, which then match nothing. */
  search(query: string): Promise<Matches> {
    for (const job of this.jobs.filter((each) => each.isSearch && each.query !== query)) this.cancel(job);
    return this.enqueue(query, true);
  }

  private enqueue(query: string, isSearch: boolean): Promise<Matches> {
    const known = this.cache.get(query);
    if (known) return Promise.resolve(known);
    const same = this.jobs.find((job) => job.query === query);
    if (same) {
      same.isSearch &&= isSearch;
      return same.found;
    }
    const job = jobFor(query, isSearch);
    this.jobs.push(job);
    if (this.jobs.length === 1) void this.processJobs();
    return job.found;
  }

  private async processJobs(): Promise<void> {
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
    const searcher = (this.searcher ??= this.start());
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const canceled = new Promise<Matches>((resolve) => {
      this.cancelCurrent = () => {
        this.end();
        resolve(this.noMatches());
      };
    });
    const answered = searcher.ready.then(() => {
      if (isOver) return this.noMatches();
      timer = setTimeout(this.cancelCurrent, TIMEOUT);
      return searcher.match(query);
    });
    try {
      const found = await Promise.race([answered, canceled]);
      if (found.mode !== 'timeout') this.cache.set(query, found);
      return found;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  private cancel(job: Job): void {
    if (job === this.jobs[0]) return this.cancelCurrent();
    this.jobs.splice(this.jobs.indexOf(job), 1);
    return job.resolve(this.noMatches());
  }

  private noMatches(): Matches {
    return { matches: new Uint8Array(this.count), mode: 'timeout' };
  }

  /** Terminates the worker; the next query starts another. */
  end(): void {
    this.searcher?.end();
    this.searcher = undefined;
  }
}

/** Matches a single query in a temporary worker. */
export async function matchOnce(names: readonly string[], query: string): Promise<Matches> {
  const matcher = new Matcher(names.length, () => startSearcher({ names, dotted: [], paths: [] }));
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

export function matcherOfNames(recording: SearchedNames): NameMatcher {
  return new Matcher(recording.funcs.length, () =>
    startSearcher(runSliced(searchTextsOf(recording), nextTask)),
  );
}

function startSearcher(texts: SearchTexts | Promise<SearchTexts>): Searcher {
  const { remote, answers, end } = startSubworker<MatchEndpoint>('match');
  const ready = Promise.resolve(texts).then((found) => answers.wait(remote.setTexts(found)));
  return { ready, match: (query) => answers.wait(remote.match(query)), end };
}

/** Searches without a worker. For the command line, where the user can stop a pattern that takes too long. */
export function localMatcher(recording: SearchedNames): NameMatcher {
  let texts: SearchTexts | undefined;
  const match = async (query: string) => {
    texts ??= runNow(searchTextsOf(recording));
    return matchNames(texts.names, query, texts.dotted, texts.paths);
  };
  return { match, search: match };
}

/** Functions per slice: a few milliseconds. */
const FUNCTIONS_PER_SLICE = 1 << 10;

/** The texts in which a search finds the functions of a recording. */
export function* searchTextsOf(recording: SearchedNames): TimeSliced<SearchTexts> {
  const { strings, funcs } = recording;
  const texts = { names: Array.from(funcs.name, (name) => strings[name]), dotted: [''], paths: [''] };
  const modules = new Map<string, string | undefined>();
  const moduleOf = (path: string) => {
    if (!modules.has(path)) modules.set(path, moduleNameOf(path));
    return modules.get(path);
  };
  const addTextsOf = (func: number) => {
    const path = pathOf(recording, func) ?? '';
    const module = moduleOf(path);
    texts.dotted[func] = module === undefined ? '' : `${module}.${nameWithoutFile(recording, func)}`;
    texts.paths[func] = texts.names[func].includes(path) ? '' : path;
  };
  const addTexts = (from: number, to: number) => {
    for (let func = from; func < to; func++) addTextsOf(func);
  };
  yield* inSlices(funcs.length, addTexts, FUNCTIONS_PER_SLICE);
  return texts;
}
