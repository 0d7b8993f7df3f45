// Decides what a pattern means in a comparison: text that is found in one of the recordings is text in all of them, even in those
// where it would be a regular expression.

import { escapePattern } from '../src/calltree/match.ts';
import type { Filter } from '../src/model/filter.ts';
import type { RecordingTrees } from './compared-recording.ts';

export async function withDecidedPatterns(
  filters: readonly Filter[],
  recordings: readonly RecordingTrees[],
): Promise<Filter[]> {
  return Promise.all(filters.map((filter) => withDecidedPattern(filter, recordings)));
}

async function withDecidedPattern(filter: Filter, recordings: readonly RecordingTrees[]): Promise<Filter> {
  const { target } = filter;
  if (target?.by !== 'pattern') return filter;
  for (const { trees } of recordings) {
    const { text } = await trees.match(target.query);
    if (text !== undefined) return { ...filter, target: { by: 'pattern', query: escapePattern(text) } };
  }
  return filter;
}
