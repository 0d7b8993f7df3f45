// The expression of a filter that takes too long: what is shown would be wrong without it. Thrown in the worker, told by
// the page; an error keeps its name and its message on the way.

import type { Filter } from './filter.ts';

const NAME = 'TooSlow';

export function tooSlow(query: string): Error {
  const text = `The expression “${query}” of a filter takes too long, and is not applied: make it simpler, or remove the filter.`;
  return Object.assign(new Error(text), { name: NAME });
}

/** Its message is a sentence by itself. */
export function isTooSlow(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

/** The filters with the one switched off that the error is about; undefined where it is about none that is on. */
export function withoutSlow(filters: readonly Filter[], error: unknown): readonly Filter[] | undefined {
  const isSlow = ({ target, isOn }: Filter) =>
    isOn && target?.by === 'pattern' && isTooSlow(error) && error.message.includes(`“${target.query}”`);
  if (!filters.some(isSlow)) return undefined;
  return filters.map((each) => (isSlow(each) ? { ...each, isOn: false } : each));
}
