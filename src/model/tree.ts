// A call tree in runs. Deep recordings are mostly unbranched chains, so a chain of boxes, each the only child of
// the one before and as heavy, is one run: the weights, the extent and the links are kept once a run, the functions once a box.
//
//   row 0   [0 root                             ]     run 0: box 0
//   row 1   [1 main                    ][6 other]     run 1: boxes 1, 2      run 4: box 6
//   row 2   [2 work                    ]
//   row 3   [3 parse     ][5 read ]                   run 2: boxes 3, 4      run 3: box 5
//   row 4   [4 scan      ]
//
// Boxes and runs are numbered depth first, the heaviest child first, so the subtree of run r is the runs [r, end[r])
// and `start` never falls from one run to the next: finding what lies at a place is a binary search.

export interface CallTree {
  /** Number of boxes. Box 0 is the root, the whole selection. */
  readonly length: number;
  /** Of each box: index into the functions; NONE for the root. */
  readonly func: Int32Array;
  /** Number of runs. */
  readonly runs: number;
  /** Of each run its first box; one entry more, `length`, behind the last. */
  readonly first: Int32Array;
  /** Of each run the run whose last box its first box stands on; NONE for run 0. */
  readonly parent: Int32Array;
  /** Of each run the run behind its subtree. */
  readonly end: Int32Array;
  /** Of each run the depth of its first box; 0 for the root. */
  readonly depth: Int32Array;
  /** Of each run the weight of every box in it. */
  readonly total: Float64Array;
  /** Of each run the self weight of its last box; the others have none. */
  readonly self: Float64Array;
  /** Of each run the number of samples in every box of it. */
  readonly samples: Int32Array;
  /** Of each run the number of samples that end in its last box. */
  readonly selfSamples: Int32Array;
  /** Of each run where it starts, as the weight of all that lies left of it. */
  readonly start: Float64Array;
  /** Rows of the graph, the root's included. */
  readonly rows: number;
}

/** The same in columns of its own, none longer than it has to be. */
export function copyOfTree(tree: CallTree): CallTree {
  return {
    ...tree,
    func: tree.func.slice(),
    first: tree.first.slice(),
    parent: tree.parent.slice(),
    end: tree.end.slice(),
    depth: tree.depth.slice(),
    total: tree.total.slice(),
    self: tree.self.slice(),
    samples: tree.samples.slice(),
    selfSamples: tree.selfSamples.slice(),
    start: tree.start.slice(),
  };
}

/**
 * A picture of all of a tree looks at no more places than these, evenly over its width. So it is the same when boxes that
 * cover none of them are not there yet.
 */
export const PLACES = 1 << 13;

/** What is enough of a tree for now. What is there lies where it lies in the whole. */
export interface Cut {
  /** So many rows, for a tree of callers: what would go on beyond is self weight of the last box. */
  readonly rows: number;
  /** Boxes that cover one of so many places, evenly over the whole; of a tree of callers also those on the root. */
  readonly places: number;
}

export const UNCUT: Cut = { rows: Infinity, places: Infinity };

/** Where a place lies in what is `total` wide. */
export function placeIn(total: number, place: number, places = PLACES): number {
  return (place / places) * total;
}

/** Whether what begins at `start`, `width` wide, covers one of the places of what is `total` wide. */
export function coversPlace(start: number, width: number, total: number, places: number): boolean {
  let place = Math.floor((start / total) * places);
  while (placeIn(total, place, places) < start) place++;
  return placeIn(total, place, places) < start + width;
}

/** Which part of a picture is seen. */
export interface Seen {
  /** Shares of its width, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** How many of its first rows are out of sight: where a flame graph stands on its root, the lowest. */
  readonly past: number;
}

/** Whether somebody who sees the one sees the other: undefined is what is seen first. */
export function isSameSeen(a: Seen | undefined, b: Seen | undefined): boolean {
  return a === b || (a?.from === b?.from && a?.to === b?.to && a?.past === b?.past);
}

/** How a tree is drawn: root below (flame) or above (icicle). */
export type Direction = 'flame' | 'icicle';

/** The last run that starts at or before `box`'s place in the order: the run the box is in. */
export function runOf(tree: CallTree, box: number): number {
  return lastAtMost(tree.first, tree.runs, box);
}

export function depthOf(tree: CallTree, box: number, run = runOf(tree, box)): number {
  return tree.depth[run] + box - tree.first[run];
}

/** The box this one stands on; NONE for the root. */
export function parentOf(tree: CallTree, box: number, run = runOf(tree, box)): number {
  if (box > tree.first[run]) return box - 1;
  const parent = tree.parent[run];
  return parent < 0 ? -1 : tree.first[parent + 1] - 1;
}

export function hasChildren(tree: CallTree, box: number, run = runOf(tree, box)): boolean {
  return box + 1 < tree.first[run + 1] || tree.end[run] > run + 1;
}

/** What ends in this very box. */
export function selfOf(
  tree: CallTree,
  box: number,
  run = runOf(tree, box),
): { weight: number; samples: number } {
  const isLast = box === tree.first[run + 1] - 1;
  return { weight: isLast ? tree.self[run] : 0, samples: isLast ? tree.selfSamples[run] : 0 };
}

/** The boxes that stand on this one, heaviest first. */
export function childrenOf(tree: CallTree, box: number): number[] {
  const run = runOf(tree, box);
  if (box + 1 < tree.first[run + 1]) return [box + 1];
  const children: number[] = [];
  for (let child = run + 1; child < tree.end[run]; child = tree.end[child]) children.push(tree.first[child]);
  return children;
}

/** The box at `depth` that covers the place `at` (in weight from the left); NONE where there is none. */
export function boxAt(tree: CallTree, at: number, depth: number): number {
  for (let run = lastAtMost(tree.start, tree.runs, at); run >= 0; run = tree.parent[run]) {
    if (tree.depth[run] > depth) continue;
    const box = tree.first[run] + depth - tree.depth[run];
    const inRun = box < tree.first[run + 1] && at < tree.start[run] + tree.total[run];
    if (inRun) return box;
    if (box >= tree.first[run + 1] && at < tree.start[run] + tree.total[run]) return -1;
  }
  return -1;
}

/** Some boxes and their runs. */
export interface Boxes {
  readonly length: number;
  readonly box: Int32Array;
  readonly run: Int32Array;
}

/** The boxes of functions that match which stand on no other such box, in their order. */
export function outermostBoxes(
  { runs, first, end, func }: Pick<CallTree, 'runs' | 'first' | 'end' | 'func'>,
  matches: Uint8Array,
): Boxes {
  const box = new Int32Array(runs);
  const run = new Int32Array(runs);
  let length = 0;
  for (let at = 0; at < runs;) {
    let match = Math.max(1, first[at]);
    while (match < first[at + 1] && matches[func[match]] === 0) match++;
    if (match < first[at + 1]) {
      box[length] = match;
      run[length++] = at;
      at = end[at];
    } else at++;
  }
  return { length, box, run };
}

/** The index of the last of `length` rising values that is at most `value`; -1 when none is. */
export function lastAtMost(values: Int32Array | Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** One more than the highest function that stands in the tree. */
export function funcsIn({ func }: CallTree): number {
  let highest = -1;
  for (let box = 0; box < func.length; box++) highest = Math.max(highest, func[box]);
  return highest + 1;
}
