// What a link to a view shows, in words: for the user who has not opened its recording yet.

import { formatNumberOf } from '../model/format.ts';
import { DEFAULT_LEVEL, labelOfLevel } from '../model/levels.ts';
import type { Address } from '../state/address.ts';
import { shortText } from '../state/address-text.ts';
import type { ViewName } from '../state/store.ts';
import { wordsOfFilter, wordsOfRange, wordsOfTarget } from './filter-words.ts';

const VIEW_WORDS: Readonly<Record<ViewName, string>> = {
  flame: 'the flame graph',
  icicle: 'the icicle graph',
  time: 'the stacks in time order',
  sandwich: 'the sandwich view',
  inverted: 'the inverted graph',
  table: 'the table',
  tree: 'the call tree',
};

/** Filters that are named; the others are counted. */
const MOST_FILTERS = 3;

/** One sentence, as in `This link shows the flame graph of “a.perf” at the level “Python only”.` */
export function wordsOfLink(address: Address): string {
  const { recording, view, level, sandwiched, zoomedName, zoomed, range, threads, event, search } = address;
  const whose = recording ? quoted(recording.name) : 'a recording that it does not name';
  const subject = sandwiched && wordsOfTarget({ by: 'function', ...sandwiched });
  const parts = [
    subject !== undefined && `for ${quoted(subject)}`,
    level !== undefined && level !== DEFAULT_LEVEL && `at the level “${labelOfLevel(level)}”`,
    zoomedName !== undefined
      ? `zoomed to ${quoted(zoomedName)}`
      : zoomed !== undefined && zoomed > 0 && 'zoomed in',
    event !== undefined && `for the event ${quoted(event)}`,
    threads !== undefined && threads.length > 0 && `for ${formatNumberOf(threads.length, 'thread')}`,
    range && `for the ${wordsOfRange(range, { from: 0, to: range.to }).replace('Range: ', 'range ')}`,
    ...filterWords(address),
    search !== undefined && search !== '' && `with a search for ${quoted(search)}`,
  ].filter((part) => typeof part === 'string');
  return [`This link shows ${VIEW_WORDS[view ?? 'flame']} of ${whose}`, ...parts].join(', ') + '.';
}

function filterWords({ filters = [], leftOut = 0 }: Address): string[] {
  const applied = filters.filter(({ isOn }) => isOn);
  const count = applied.length + leftOut;
  if (count === 0) return [];
  const named = applied.slice(0, MOST_FILTERS).map((filter) => shortText(wordsOfFilter(filter)));
  const more = count > named.length ? `; ${formatNumberOf(count - named.length, 'more', 'more')}` : '';
  return [`with ${formatNumberOf(count, 'filter')} (${named.join('; ')}${more})`];
}

function quoted(text: string): string {
  return `“${shortText(text)}”`;
}
