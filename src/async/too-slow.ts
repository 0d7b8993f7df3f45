// The error for a filter whose regular expression takes too long. The worker throws it, because results without the filter
// would be wrong, and the page reports it. Posting an error preserves its name and message.

import type { Filter } from '../model/filter.ts';

const NAME = 'TooSlow';

export function tooSlowError(query: string): Error {
  const text = `The filter expression “${query}” takes too long and is not applied: simplify it or remove the filter.`;
  return Object.assign(new Error(text), { name: NAME });
}

/** The message of such an error is a complete sentence. */
export function isTooSlow(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

/** Turns off the filter that the error names. Returns undefined if no active filter has that expression. */
export function disableSlowFilter(filters: readonly Filter[], error: unknown): readonly Filter[] | undefined {
  const isSlow = ({ target, isOn }: Filter) =>
    isOn && target?.by === 'pattern' && isTooSlow(error) && error.message.includes(`“${target.query}”`);
  if (!filters.some(isSlow)) return undefined;
  return filters.map((each) => (isSlow(each) ? { ...each, isOn: false } : each));
}
