// Says which functions of a comparison are in another file in B.

import type { ComparedRow, FunctionMove } from '../model/comparison.ts';
import { pathOf } from '../model/function-path.ts';
import type { FunctionNames } from '../model/profile.ts';
import { shortPath } from '../model/short-path.ts';
import { formatNumberOf } from './format.ts';
import { labelOf } from './labels.ts';

interface MoveFacts {
  readonly moves: readonly FunctionMove[];
  readonly totals: readonly Pick<ComparedRow, 'index'>[];
}

/**
 * `parse moved from a.py to b.py.`, `12 functions moved from a.py to b.py, and 2 others.` Empty if nothing moved. Names the two
 * files that most functions moved between, if one of these is large enough to be tested.
 */
export function movedText({ moves, totals }: MoveFacts, names: FunctionNames): string {
  const isTested = new Set(totals.map(({ index }) => index));
  const byFiles = new Map<string, FunctionMove[]>();
  for (const move of moves) {
    if (move.mark !== 'moved') continue;
    const files = filesOf(move, names);
    const group = byFiles.get(files);
    if (group) group.push(move);
    else byFiles.set(files, [move]);
  }
  const groups = [...byFiles].filter(([, group]) => group.some(({ to }) => isTested.has(to)));
  const [first, ...others] = groups.sort(([, x], [, y]) => y.length - x.length);
  if (!first) return '';
  const [files, [{ to }, ...rest]] = first;
  const what = rest.length === 0 ? labelOf(names, to).name : formatNumberOf(rest.length + 1, 'function');
  const more = others.reduce((count, [, group]) => count + group.length, 0);
  return `${what} moved ${files}${more > 0 ? `, and ${formatNumberOf(more, 'other')}` : ''}.`;
}

/** `from a.py to sub/b.py`, without the folders that both files are in. */
function filesOf({ from, to }: FunctionMove, names: FunctionNames): string {
  const [a, b] = [from, to].map((func) => shortPath(pathOf(names, func) ?? '').split('/'));
  let common = 0;
  while (common < Math.min(a.length, b.length) - 1 && a[common] === b[common]) common++;
  return `from ${a.slice(common).join('/')} to ${b.slice(common).join('/')}`;
}
