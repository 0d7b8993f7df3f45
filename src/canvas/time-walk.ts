// From box to box of the time order by key: the lanes stand beside each other, their boxes below them, the earliest first.

import { NONE } from '../model/profile.ts';
import type { TimeLane } from '../model/session.ts';
import { boxAt, parentOf, runOf, type CallTree } from '../model/tree.ts';
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

/** The earliest box with this path, the outermost function first; undefined when there is none, and for no path. */
export function firstWithPath(lanes: readonly TimeLane[], path: readonly number[]): Place | undefined {
  let first: Place | undefined;
  let earliest = Infinity;
  for (const [lane, { tree }] of lanes.entries()) {
    const box = firstIn(tree, path);
    const start = box === undefined ? Infinity : tree.start[runOf(tree, box)];
    if (box === undefined || start >= earliest) continue;
    earliest = start;
    first = { lane, box };
  }
  return first;
}

/** Looks into what a run calls only while all of it is on the path: a lane may have millions of boxes. */
function firstIn({ runs, first, end, depth, func }: CallTree, path: readonly number[]): number | undefined {
  for (let run = 0; run < runs;) {
    let box = Math.max(1, first[run]);
    let at = depth[run] + box - first[run] - 1;
    while (box < first[run + 1] && func[box] === path[at]) {
      if (at === path.length - 1) return box;
      box++;
      at++;
    }
    run = box < first[run + 1] ? end[run] : run + 1;
  }
  return undefined;
}

/** A box wherever else it may stand: in these lanes, or in those that filters made of them. */
export interface Spot {
  readonly pid: number;
  readonly tid: number;
  /** In the middle of it, on the recording's clock. */
  readonly time: number;
  /** The functions from it to the outermost; none for a lane. */
  readonly path: readonly number[];
}

/** `from` is the time at the beginning of all lanes. */
export function spotOf(lanes: readonly TimeLane[], from: number, { lane, box }: Place): Spot {
  const { pid, tid, tree } = lanes[lane];
  const run = runOf(tree, box);
  const path: number[] = [];
  for (let at = box; at > 0; at = parentOf(tree, at, runOf(tree, at))) path.push(tree.func[at]);
  return { pid, tid, time: from + tree.start[run] + tree.total[run] / 2, path };
}

/**
 * The box of the same function at the same time, also where it stands higher or lower; else that of its nearest caller
 * which is there, else its lane, else the first.
 */
export function placeOfSpot({ pid, tid, time, path }: Spot, lanes: readonly TimeLane[], from: number): Place {
  const lane = lanes.findIndex((each) => each.pid === pid && each.tid === tid);
  if (lane < 0) return { lane: 0, box: 0 };
  const { tree } = lanes[lane];
  const there = stackAt(tree, time - from);
  // From the outermost on: of a function that calls itself, the same call.
  let box = 0;
  let depth = 0;
  for (const func of [...path].reverse()) {
    const found = there.findIndex((each, row) => row >= depth && tree.func[each] === func);
    if (found < 0) continue;
    box = there[found];
    depth = found + 1;
  }
  return { lane, box };
}

/** What stands one below the other at a time, the outermost first. */
function stackAt(tree: CallTree, time: number): number[] {
  const boxes: number[] = [];
  for (let depth = 1; depth < tree.rows; depth++) {
    const box = boxAt(tree, time, depth);
    if (box <= 0) break;
    boxes.push(box);
  }
  return boxes;
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
