// The rows of a call tree that are shown: which boxes are open, and in which order their callees stand. Rows are columns
// of numbers that are moved as blocks, so that opening a row costs what it adds, however many rows there are already.
//
//   row 0   all            open, so its callees follow
//   row 1     main         open
//   row 2       parse      closed
//   row 3       read
//   row 4     other

import { childrenOf, hasChildren, parentOf, selfOf, type CallTree } from '../model/tree.ts';

/** Callees stand heaviest first, by this weight. */
export type Order = 'total' | 'self';

export interface PlacedBox {
  readonly box: number;
  /** 0 for the root. */
  readonly depth: number;
  /** Among the callees of its caller, from 1, and how many these are. */
  readonly position: number;
  readonly siblings: number;
}

/** As many a link tells of. */
const MOST_ENDS = 200;

/** Numbers a row: box, depth, position, siblings. */
const WIDTH = 4;

export class OpenRows {
  readonly tree: CallTree;
  private order: Order;
  /** Boxes whose callees are shown wherever they are shown themselves. */
  private readonly open = new Set<number>();
  private rows = new Int32Array(WIDTH * 64);
  private count = 0;
  private followed = 0;
  /** Those of a new tree, and those that are known until a row is opened or closed. */
  private readonly firstEnds: readonly number[];
  private knownEnds: readonly number[] | undefined;

  /** Open down to where there is a first choice. */
  constructor(tree: CallTree, order: Order) {
    this.tree = tree;
    this.order = order;
    const path = [0];
    for (let box = onlyChild(tree, 0); box !== undefined; box = onlyChild(tree, box)) path.push(box);
    this.splice(0, 0, [0, 0, 1, 1]);
    this.openPath(path);
    this.firstEnds = this.findEnds();
  }

  /** Number of rows. */
  get length(): number {
    return this.count;
  }

  at(row: number): PlacedBox {
    const [box, depth, position, siblings] = this.rows.subarray(row * WIDTH, (row + 1) * WIDTH);
    return { box, depth, position, siblings };
  }

  /** NONE when a box on the way is closed. */
  rowOf(box: number): number {
    for (let row = 0; row < this.count; row++) if (this.rows[row * WIDTH] === box) return row;
    return -1;
  }

  isOpen(box: number): boolean {
    return this.open.has(box);
  }

  openBox(box: number): void {
    this.openPath([box]);
  }

  /** What is open under it is so again when it is opened. */
  closeBox(box: number): void {
    if (this.open.delete(box)) this.changed(box);
  }

  /** Opens all that this box stands on. */
  reveal(box: number): void {
    this.openPath(this.above(box).reverse());
  }

  /** Reveals the box once: when it was closed away after that, it stays so until another one was followed. */
  follow(box: number): void {
    if (box === this.followed) return;
    this.followed = box;
    this.reveal(box);
  }

  /** Opens the box, its heaviest callee and so on to where the path ends; returns the last. */
  openHeaviest(box: number): number {
    const path: number[] = [];
    for (let at: number | undefined = box; at !== undefined; at = childrenOf(this.tree, at)[0]) path.push(at);
    this.openPath(path);
    return path[path.length - 1];
  }

  /** Where rows that are open end: under none of these boxes another is open. Undefined where it is as at first. */
  get ends(): readonly number[] | undefined {
    this.knownEnds ??= this.findEnds();
    return String(this.knownEnds) === String(this.firstEnds) ? undefined : this.knownEnds;
  }

  /**
   * Opens what leads to these boxes, and them, and nothing else; those that the tree does not have are passed over. What
   * these rows have told is nothing new to them.
   */
  openUpTo(ends: readonly number[]): void {
    if (ends === this.knownEnds) return;
    this.knownEnds = ends;
    this.open.clear();
    for (const end of ends.filter((each) => each < this.tree.length)) {
      for (const box of [end, ...this.above(end)]) if (hasChildren(this.tree, box)) this.open.add(box);
    }
    this.refresh(0);
  }

  /** Opens all boxes with the same caller. */
  openSiblings(box: number): void {
    const parent = parentOf(this.tree, box);
    if (parent < 0) return this.openBox(box);
    for (const sibling of childrenOf(this.tree, parent))
      if (hasChildren(this.tree, sibling)) this.open.add(sibling);
    return this.changed(parent);
  }

  sort(order: Order): void {
    if (order === this.order) return;
    this.order = order;
    this.refresh(0);
  }

  /** Each of the boxes stands on the one before: all that is new lies under the first that was closed. */
  private openPath(path: readonly number[]): void {
    const closed = path.filter((box) => !this.open.has(box) && hasChildren(this.tree, box));
    for (const box of closed) this.open.add(box);
    if (closed.length > 0) this.changed(closed[0]);
  }

  /** What it stands on, nearest first. */
  private above(box: number): number[] {
    const boxes: number[] = [];
    for (let at = parentOf(this.tree, box); at >= 0; at = parentOf(this.tree, at)) boxes.push(at);
    return boxes;
  }

  /** What is open under this box is no longer what it was. */
  private changed(box: number): void {
    this.knownEnds = undefined;
    this.refresh(box);
  }

  /** Makes the rows under this box's row again. */
  private refresh(box: number): void {
    const row = this.rowOf(box);
    if (row < 0) return;
    const depth = this.rows[row * WIDTH + 1];
    let end = row + 1;
    while (end < this.count && this.rows[end * WIDTH + 1] > depth) end++;
    this.splice(row + 1, end, this.rowsUnder(box, depth));
  }

  /** In the order of the rows; the first of them, where there are too many for a link. */
  private findEnds(): number[] {
    const ends: number[] = [];
    let last = { box: -1, depth: 0 };
    for (let row = 0; row < this.count && ends.length < MOST_ENDS; row++) {
      const [box, depth] = this.rows.subarray(row * WIDTH, (row + 1) * WIDTH);
      if (last.box >= 0 && depth <= last.depth) {
        ends.push(last.box);
        last = { box: -1, depth: 0 };
      }
      if (this.open.has(box)) last = { box, depth };
    }
    if (last.box >= 0 && ends.length < MOST_ENDS) ends.push(last.box);
    return ends;
  }

  private rowsUnder(above: number, depthAbove: number): number[] {
    const rows: number[] = [];
    /** In groups of WIDTH, what comes next last. */
    const waiting: number[] = [];
    const enter = (box: number, depth: number) => {
      if (!this.open.has(box)) return;
      const children = this.childrenOf(box);
      for (let i = children.length - 1; i >= 0; i--)
        waiting.push(children[i], depth + 1, i + 1, children.length);
    };
    enter(above, depthAbove);
    while (waiting.length > 0) {
      const top = waiting.length - WIDTH;
      const [box, depth] = [waiting[top], waiting[top + 1]];
      rows.push(box, depth, waiting[top + 2], waiting[top + 3]);
      waiting.length = top;
      enter(box, depth);
    }
    return rows;
  }

  private childrenOf(box: number): number[] {
    const children = childrenOf(this.tree, box);
    if (this.order === 'total' || children.length < 2) return children;
    const self = new Map(children.map((child) => [child, selfOf(this.tree, child).weight]));
    return children.sort((a, b) => (self.get(b) ?? 0) - (self.get(a) ?? 0));
  }

  /** Puts `numbers` in the place of the rows [from, to). */
  private splice(from: number, to: number, numbers: readonly number[]): void {
    const length = this.count - (to - from) + numbers.length / WIDTH;
    const old = this.rows;
    if (length * WIDTH > old.length) {
      this.rows = new Int32Array(2 * length * WIDTH);
      this.rows.set(old.subarray(0, from * WIDTH));
    }
    this.rows.set(old.subarray(to * WIDTH, this.count * WIDTH), from * WIDTH + numbers.length);
    this.rows.set(numbers, from * WIDTH);
    this.count = length;
  }
}

function onlyChild(tree: CallTree, box: number): number | undefined {
  const children = childrenOf(tree, box);
  return children.length === 1 ? children[0] : undefined;
}
