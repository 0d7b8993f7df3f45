// From box to box of the time order by key: the lanes stand beside each other, their boxes below them, the earliest first.

import { NONE } from '../model/profile.ts';
import type { TimeLane } from '../model/session.ts';
import { boxAt, depthOf, parentOf, runOf, type CallTree } from '../model/tree.ts';
import type { Place } from './time-rows.ts';

export type TimeStep = 'parent' | 'child' | 'next' | 'previous' | 'root' | 'end';

/** Stays where there is nothing to go to. */
export function stepFrom(lanes: readonly TimeLane[], { lane, box }: Place, step: TimeStep): Place {
  const { tree } = lanes[lane];
  if (step === 'root') return { lane, box: 0 };
  if (step === 'end') return { lane, box: endOf(tree, box) };
  if (step === 'child') return { lane, box: firstChild(tree, box) ?? box };
  if (step === 'parent') return { lane, box: Math.max(0, parentOf(tree, box)) };
  if (box === 0) {
    const to = lane + (step === 'next' ? 1 : -1);
    return { lane: Math.max(0, Math.min(lanes.length - 1, to)), box: 0 };
  }
  return { lane, box: (step === 'next' ? nextOf(tree, box) : previousOf(tree, box)) ?? box };
}

/** The how manieth child of its caller a box is, from 1 on, and how many there are. */
export function positionOf(tree: CallTree, box: number): { position: number; siblings: number } {
  const run = runOf(tree, box);
  const parent = tree.parent[run];
  if (box > tree.first[run] || parent === NONE) return { position: 1, siblings: 1 };
  let position = 0;
  let siblings = 0;
  for (let each = parent + 1; each < tree.end[parent]; each = tree.end[each]) {
    siblings++;
    if (each === run) position = siblings;
  }
  return { position, siblings };
}

/** The next box of these functions in the order of the picture, round at the ends; undefined when there is none. */
export function nextMatch(
  lanes: readonly TimeLane[],
  { lane, box }: Place,
  matches: Uint8Array,
  direction: 1 | -1,
): Place | undefined {
  let at = box;
  // The lane it begins in is come back to.
  for (let passed = 0; passed <= lanes.length; passed++) {
    const each = (((lane + passed * direction) % lanes.length) + lanes.length) % lanes.length;
    const { func, length } = lanes[each].tree;
    if (passed > 0) at = direction > 0 ? 0 : length;
    for (at += direction; at > 0 && at < length; at += direction)
      if (matches[func[at]] === 1) return { lane: each, box: at };
  }
  return undefined;
}

/** The same function at the same time and depth in other lanes, where it is there; else its lane, else the first. */
export function sameIn(
  from: readonly TimeLane[],
  { lane, box }: Place,
  by: number,
  to: readonly TimeLane[],
): Place {
  const before = from[lane];
  const other = to.findIndex(({ pid, tid }) => pid === before.pid && tid === before.tid);
  if (other < 0 || box === 0) return { lane: Math.max(0, other), box: 0 };
  const { tree } = before;
  const run = runOf(tree, box);
  const middle = tree.start[run] + tree.total[run] / 2 + by;
  const found = boxAt(to[other].tree, middle, depthOf(tree, box, run));
  const isSame = found > 0 && to[other].tree.func[found] === tree.func[box];
  return { lane: other, box: isSame ? found : 0 };
}

function firstChild(tree: CallTree, box: number): number | undefined {
  const run = runOf(tree, box);
  if (box + 1 < tree.first[run + 1]) return box + 1;
  return run + 1 < tree.end[run] ? tree.first[run + 1] : undefined;
}

function nextOf(tree: CallTree, box: number): number | undefined {
  const run = runOf(tree, box);
  const parent = tree.parent[run];
  if (box > tree.first[run] || parent === NONE) return undefined;
  return tree.end[run] < tree.end[parent] ? tree.first[tree.end[run]] : undefined;
}

function previousOf(tree: CallTree, box: number): number | undefined {
  const run = runOf(tree, box);
  const parent = tree.parent[run];
  if (box > tree.first[run] || run - 1 <= parent) return undefined;
  // The run before lies in the brother before, perhaps far in.
  let brother = run - 1;
  while (tree.parent[brother] !== parent) brother = tree.parent[brother];
  return tree.first[brother];
}

/** Along the longest callees. */
function endOf(tree: CallTree, box: number): number {
  let run = runOf(tree, box);
  while (run + 1 < tree.end[run]) {
    let longest = run + 1;
    for (let each = longest; each < tree.end[run]; each = tree.end[each])
      if (tree.total[each] > tree.total[longest]) longest = each;
    run = longest;
  }
  return tree.first[run + 1] - 1;
}
