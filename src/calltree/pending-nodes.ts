// The nodes of a call tree that are still to be written, depth first and heaviest first. Trees are built from members: top-down
// a member is a chain of the stacks, bottom-up it is a path to the root. A node consists of all members that have reached it.
//
//   members above the last written node, by function     f  g  f  h        add()
//   its children, linked lists of members                f: 0 → 2   g: 1   h: 3    splitByFunction()
//   the stack of pending nodes, heaviest child on top    h  g  f           pushChildren()

import { extended } from '../model/columns.ts';
import type { ChainWriter } from './chain-writer.ts';
import { nodeColumns, START_CAPACITY, withRoom } from './node-columns.ts';
import { sortHeaviest } from './sort-heaviest.ts';

export class PendingNodes {
  /** A stack: the node to write next is the last one. */
  stack = nodeColumns();
  count = 0;
  /** Per member: the next member of the same node, as member + 1; 0 for the last. */
  readonly nextMember: Int32Array;
  /** The members added since the last split. */
  added = new Int32Array(START_CAPACITY);
  addedCount = 0;
  private addedFunc = new Int32Array(START_CAPACITY);
  private children = nodeColumns();
  /** Per function: its child, as child + 1; 0 for none. */
  private readonly childOf: Int32Array;
  private order = new Int32Array(START_CAPACITY);

  /** `nextMember` is all zeros. */
  constructor(nextMember: Int32Array, funcs: number) {
    this.nextMember = nextMember;
    this.childOf = new Int32Array(funcs);
  }

  /** Adds a member whose next frame has this function. */
  add(member: number, func: number): void {
    if (this.addedCount === this.added.length) {
      this.added = extended(this.added, new Int32Array(2 * this.addedCount));
      this.addedFunc = extended(this.addedFunc, new Int32Array(2 * this.addedCount));
    }
    this.added[this.addedCount] = member;
    this.addedFunc[this.addedCount++] = func;
  }

  /** Makes one child per function of the added members; returns the number of children. The weights are per member. */
  splitByFunction(weight: Float64Array, samples: Int32Array): number {
    const { added, addedFunc, addedCount, nextMember, childOf } = this;
    this.children = withRoom(this.children, addedCount);
    const { head, tail, func, total, samples: count } = this.children;
    let length = 0;
    for (let i = 0; i < addedCount; i++) {
      const member = added[i];
      const child = childOf[addedFunc[i]] - 1;
      if (child < 0) {
        head[length] = tail[length] = member;
        func[length] = addedFunc[i];
        total[length] = weight[member];
        count[length++] = samples[member];
        childOf[addedFunc[i]] = length;
      } else {
        nextMember[tail[child]] = member + 1;
        tail[child] = member;
        total[child] += weight[member];
        count[child] += samples[member];
      }
    }
    for (let child = 0; child < length; child++) childOf[func[child]] = 0;
    this.addedCount = 0;
    return length;
  }

  /** The first member of the only child. */
  get onlyChild(): number {
    return this.children.head[0];
  }

  /** Pushes the children of `chain`, the last chain in `out`: only those that `out` needs, or all of them. */
  pushChildren(length: number, chain: number, out: ChainWriter, all = false): void {
    if (this.order.length < length) this.order = new Int32Array(2 * length);
    this.stack = withRoom(this.stack, this.count + length);
    const { order, children, stack } = this;
    for (let child = 0; child < length; child++) order[child] = child;
    sortHeaviest(order, length, children.total, children.func);
    let start = out.columns.start[chain];
    for (let i = 0; i < length; start += children.total[order[i++]]) children.start[order[i]] = start;
    for (let i = length - 1; i >= 0; i--) {
      const child = order[i];
      if (!all && !out.isVisible(children.start[child], children.total[child])) continue;
      const at = this.count++;
      stack.head[at] = children.head[child];
      stack.total[at] = children.total[child];
      stack.samples[at] = children.samples[child];
      stack.start[at] = children.start[child];
      stack.parent[at] = chain;
    }
  }
}
