// Filter queries are answered even while the user searches for something else.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { matchNames } from '../src/calltree/match.ts';
import type { Matches } from '../src/model/session.ts';
import { Matcher, type Searcher } from './matcher.ts';

const NAMES = ['read', 'parse', 'write'];
/** Duration of a query in milliseconds; the query `?` never ends. */
const QUERY_TIME = 100;

let started = 0;
let startedQueries: string[] = [];

function slowSearcher(names = NAMES, ready = Promise.resolve()): Searcher {
  started++;
  let hasEnded = false;
  return {
    ready,
    match: (query) =>
      new Promise((resolve) => {
        startedQueries.push(query);
        if (query === '?') return;
        setTimeout(() => {
          if (!hasEnded) resolve(matchNames(names, query));
        }, QUERY_TIME);
      }),
    end: () => {
      hasEnded = true;
    },
  };
}

const textOfMatches = ({ matches, mode }: Matches) =>
  `${NAMES.filter((_, func) => matches[func] === 1).join(',')} ${mode}`;

describe('concurrent queries', () => {
  let matcher: Matcher;
  beforeEach(() => {
    vi.useFakeTimers();
    started = 0;
    startedQueries = [];
    matcher = new Matcher(NAMES.length, () => slowSearcher());
  });
  afterEach(() => vi.useRealTimers());

  const all = async (...each: Promise<Matches>[]) => {
    const settled = Promise.all(each);
    await vi.runAllTimersAsync();
    return (await settled).map(textOfMatches);
  };

  test('filter queries are all answered, identical ones by a single search', async () => {
    const answers = all(matcher.match('parse'), matcher.match('r'), matcher.match('parse'));
    expect(await answers).toEqual(['parse regex', 'read,parse,write regex', 'parse regex']);
    expect(await all(matcher.match('r'))).toEqual(['read,parse,write regex']);
    expect(startedQueries).toEqual(['parse', 'r']);
    expect(started).toBe(1);
  });

  test('queries of the search box supersede each other, but not filter queries', async () => {
    const answers = all(
      matcher.match('parse'),
      matcher.search('w'),
      matcher.search('wr'),
      matcher.match('rea'),
      matcher.search('wri'),
    );
    expect(await answers).toEqual(['parse regex', ' timeout', ' timeout', 'read regex', 'write regex']);
    expect(started).toBe(1);
  });

  test('a superseded search is canceled immediately', async () => {
    const first = matcher.search('?');
    const second = matcher.search('read');
    expect(textOfMatches(await first)).toBe(' timeout');
    expect(await all(second)).toEqual(['read regex']);
    expect(started).toBe(2);
  });

  test('a search that a filter also needs is not canceled', async () => {
    const answers = all(matcher.search('parse'), matcher.match('parse'), matcher.search('read'));
    expect(await answers).toEqual(['parse regex', 'parse regex', 'read regex']);
  });

  test('an endless query is canceled and can be retried, and others are answered', async () => {
    expect(await all(matcher.match('?'), matcher.match('read'))).toEqual([' timeout', 'read regex']);
    expect(await all(matcher.match('?'))).toEqual([' timeout']);
    expect(startedQueries).toEqual(['?', 'read', '?']);
  });

  test('a worker failure is reported, and the next query starts another worker', async () => {
    let isBroken = true;
    const broken = new Matcher(NAMES.length, () =>
      isBroken
        ? { ready: Promise.resolve(), match: () => Promise.reject(new Error('gone')), end: () => {} }
        : slowSearcher(),
    );
    await expect(broken.match('read')).rejects.toThrow('gone');
    isBroken = false;
    expect(await all(broken.match('read'))).toEqual(['read regex']);
  });

  test('a query is not canceled while its worker starts, however long that takes', async () => {
    const start = new Promise<void>((resolve) => {
      setTimeout(resolve, 60_000);
    });
    const late = new Matcher(NAMES.length, () => slowSearcher(NAMES, start));
    expect(await all(late.match('read'), late.match('?'))).toEqual(['read regex', ' timeout']);
  });

  test('a search is superseded while its worker starts', async () => {
    const never = new Matcher(NAMES.length, () =>
      slowSearcher(NAMES, started === 0 ? new Promise<void>(() => {}) : undefined),
    );
    const first = never.search('rea');
    const second = never.search('read');
    expect(textOfMatches(await first)).toBe(' timeout');
    expect(await all(second)).toEqual(['read regex']);
  });
});
