// Describes what a link shows, for a user who has not opened its recording yet.

import { formatNumberOf } from '../../text/format.ts';
import { DEFAULT_LEVEL, labelOfLevel } from '../../model/levels.ts';
import { comparedNames } from '../../text/labels.ts';
import { namesOnSides, type Address } from '../../sharing/address.ts';
import { shortText } from '../../sharing/escape-text.ts';
import { filterLabel, rangeLabel, targetLabel } from '../filters/filter-labels.ts';
import type { ViewName } from '../../model/view-names.ts';

const VIEW_NOUNS: Readonly<Record<ViewName, string>> = {
  flame: 'flame graph',
  icicle: 'icicle graph',
  time: 'stacks in time order',
  sandwich: 'sandwich view',
  inverted: 'inverted graph',
  table: 'table',
  tree: 'call tree',
};

/** Maximum number of filters listed by name; the others are counted. */
const MAX_FILTERS = 3;

/** Returns one sentence, such as `This link shows the flame graph of “a.perf”, at the level “Python only”.` */
export function describeLink(address: Address): string {
  const { recording, level, imports, sandwiched, zoomedName, zoomed, range, threads, event, search } =
    address;
  const owner = recording ? quoted(recording.name) : 'an unnamed recording';
  const subject = sandwiched && targetLabel({ by: 'function', ...sandwiched });
  const parts = [
    subject !== undefined && `for ${quoted(subject)}`,
    level !== undefined && level !== DEFAULT_LEVEL && `at the level “${labelOfLevel(level)}”`,
    imports === 'all' && 'with unfolded imports',
    zoomedName !== undefined ? `zoomed to ${quoted(zoomedName)}` : zoomed !== undefined && 'zoomed in',
    event !== undefined && `for the event ${quoted(event)}`,
    threads !== undefined && threads.length > 0 && `for ${formatNumberOf(threads.length, 'thread')}`,
    range && `for the ${rangeLabel(range, { from: 0, to: range.to }).replace('Range: ', 'range ')}`,
    ...filterPhrases(address),
    search !== undefined && search !== '' && `with a search for ${quoted(search)}`,
  ].filter((part) => typeof part === 'string');
  const noun = VIEW_NOUNS[address.view ?? 'flame'];
  const what = comparedIn(address) ?? `shows the ${noun} of ${owner}`;
  return [`This link ${what}`, ...parts].join(', ') + '.';
}

/** Undefined unless the link names the recordings that it compares. */
function comparedIn({ comparison }: Address): string | undefined {
  const { a, b } = comparison ? namesOnSides(comparison) : { a: [], b: [] };
  return a.length > 0 && b.length > 0 ? `compares ${comparedNames(a, b)}` : undefined;
}

function filterPhrases({ filters = [], skippedFilters = 0 }: Address): string[] {
  const applied = filters.filter(({ isOn }) => isOn);
  const count = applied.length + skippedFilters;
  if (count === 0) return [];
  const named = applied.slice(0, MAX_FILTERS).map((filter) => shortText(filterLabel(filter)));
  const more = count > named.length ? `; ${formatNumberOf(count - named.length, 'more', 'more')}` : '';
  return [`with ${formatNumberOf(count, 'filter')} (${named.join('; ')}${more})`];
}

function quoted(text: string): string {
  return `“${shortText(text)}”`;
}
