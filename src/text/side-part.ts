// Names the part of its recordings that a side of a comparison consists of.

import { threadKey } from '../model/profile.ts';
import type { Recording, SampleSelection } from '../model/session.ts';
import { formatList } from './format.ts';
import { threadName } from './labels.ts';

/** Maximum numbers of threads, and of different parts of a side, that are listed. */
const MAX_LISTED = 3;

interface Part extends Partial<Pick<SampleSelection, 'range' | 'threads'>> {
  readonly recording: Pick<Recording, 'start' | 'threadList'>;
}

/** `0 to 10 s, threads worker and main 7`; empty for whole recordings. */
export function sidePart(parts: readonly Part[]): string {
  const texts = new Set(parts.map(partText).filter((text) => text !== ''));
  return formatList([...texts], MAX_LISTED);
}

function partText({ recording: { start, threadList }, range, threads }: Part): string {
  const seconds = (time: number) => Number(((time - start) / 1e9).toFixed(6));
  return [
    ...(range ? [`${seconds(range.from)} to ${seconds(range.to)} s`] : []),
    ...(threads ? [threadsText(threads, threadList)] : []),
  ].join(', ');
}

/** Threads have their ID unless all threads of the same name are selected. */
function threadsText(threads: readonly number[], list: Recording['threadList']): string {
  const selected = new Set(threads);
  const partly = new Set(list.filter((_, row) => !selected.has(row)).map(({ comm }) => comm));
  const names = threads.map((row) => {
    const { comm } = list[row];
    return comm === '' || partly.has(comm) ? threadName(list[row]) : comm;
  });
  const count = new Set(threads.map((row) => threadKey(list[row]))).size;
  return `${count === 1 ? 'thread' : 'threads'} ${formatList([...new Set(names)], MAX_LISTED)}`;
}
