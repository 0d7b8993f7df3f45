// The nodes of a call tree that have not been written yet, depth first and heaviest first. Trees are built from members: in a
// top-down tree, a member is a chain of stacks; in a bottom-up tree, a path to the root. A node consists of all members that have
// reached it.
//
//   the next function of each member                     f  g  f  h        add()
//   children, each a linked list of members              f: 0 → 2   g: 1   h: 3    splitByFunction()
//   the stack of pending nodes, heaviest child on top    h  g  f           pushChildren()

import { copyInto, copyTableInto } from '../../model/columns.ts';
import { chainColumns, coversSamplePoint, type CallTree } from '../../model/tree.ts';
import { subtreeEnds } from '../../model/trie.ts';

export class PendingNodes {
  /** A stack whose last node is written next. */
  stack = nodeColumns();
  count = 0;
  /** Per member: the next member of the same node, as member + 1; 0 for the last member. */
  readonly nextMember: Int32Array;
  /** The members added since the last split. */
  added = new Int32Array(INITIAL_CAPACITY);
  addedCount = 0;
  private addedFunc = new Int32Array(INITIAL_CAPACITY);
  private children = nodeColumns();
  /** Per function: its child, as child + 1; 0 for none. */
  private readonly childOf: Int32Array;
  private order = new Int32Array(INITIAL_CAPACITY);

  /** `nextMember` must be all zeros. */
  constructor(nextMember: Int32Array, funcs: number) {
    this.nextMember = nextMember;
    this.childOf = new Int32Array(funcs);
  }

  /** Adds a member whose next frame has this function. */
  add(member: number, func: number): void {
    if (this.addedCount === this.added.length) {
      this.added = copyInto(this.added, new Int32Array(2 * this.addedCount));
      this.addedFunc = copyInto(this.addedFunc, new Int32Array(2 * this.addedCount));
    }
    this.added[this.addedCount] = member;
    this.addedFunc[this.addedCount++] = func;
  }

  /**
   * Groups the added members into one child per function and returns the number of children. `weight` and `samples` are per member.
   */
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

  /** The first member of the child, if there is only one child. */
  get onlyChild(): number {
    return this.children.head[0];
  }

  /** Pushes the children of `chain`, the last chain in `out`. Without `all`, skips children that are not visible in `out`. */
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

/** Minimum number of children for which the built-in sort is faster. */
const MIN_FOR_BUILT_IN = 24;

/** Sorts the first `length` children by weight, heaviest first, then by function, lowest first. Functions must be distinct. */
function sortHeaviest(children: Int32Array, length: number, weight: Float64Array, func: Int32Array): void {
  const isBefore = (a: number, b: number) =>
    weight[a] > weight[b] || (weight[a] === weight[b] && func[a] < func[b]);
  let sorted = 1;
  while (sorted < length && !isBefore(children[sorted], children[sorted - 1])) sorted++;
  if (sorted >= length) return;
  if (length >= MIN_FOR_BUILT_IN) {
    children.subarray(0, length).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return;
  }
  for (let i = sorted; i < length; i++) {
    const child = children[i];
    let at = i;
    for (; at > 0 && isBefore(child, children[at - 1]); at--) children[at] = children[at - 1];
    children[at] = child;
  }
}

/**
 * Columns for nodes that are not written yet. They start small and grow, because usually few nodes are pending and large allocations
 * take time to zero.
 */
export const INITIAL_CAPACITY = 1024;

type NodeColumns = ReturnType<typeof nodeColumns>;

function nodeColumns(capacity = INITIAL_CAPACITY) {
  return {
    /** The first and last member of each node. */
    head: new Int32Array(capacity),
    tail: new Int32Array(capacity),
    func: new Int32Array(capacity),
    total: new Float64Array(capacity),
    samples: new Int32Array(capacity),
    start: new Float64Array(capacity),
    /** The chain of the tree whose last node is the parent. */
    parent: new Int32Array(capacity),
  };
}

/** Returns these columns, or longer copies if they have no room for `length` nodes. */
export function withRoom(columns: NodeColumns, length: number): NodeColumns {
  return length <= columns.head.length ? columns : copyTableInto(columns, nodeColumns(2 * length));
}

/**
 * Writes the chains of a call tree in depth-first order. The caller passes the functions of the nodes at the end, when the number of
 * nodes is known.
 */
export class ChainWriter {
  chains = 0;
  nodes = 0;
  columns: ReturnType<typeof chainColumns>;
  readonly samplePoints: number;

  /** `capacity` is an estimate of the number of chains. Unused capacity costs address space, but no memory. */
  constructor(capacity: number, samplePoints: number) {
    this.columns = chainColumns(capacity);
    this.samplePoints = samplePoints;
  }

  /** Begins the next chain, a child of the last node of the chain `parent`. Nodes counted from now on belong to it. */
  open(parent: number, start: number, total: number, samples: number): number {
    const chain = this.chains++;
    if (chain === this.columns.parent.length)
      this.columns = copyTableInto(this.columns, chainColumns(2 * chain));
    const { columns } = this;
    const { first, depth } = columns;
    first[chain] = this.nodes;
    columns.parent[chain] = parent;
    // The parent is complete, so `first` already has the entry that follows it.
    depth[chain] = parent < 0 ? 0 : depth[parent] + first[parent + 1] - first[parent];
    columns.start[chain] = start;
    columns.total[chain] = total;
    columns.samples[chain] = samples;
    return chain;
  }

  /** Sets the self weight and samples of a chain's last node, which are zero by default. */
  setSelf(chain: number, self: number, samples: number): void {
    this.columns.self[chain] = self;
    this.columns.selfSamples[chain] = samples;
  }

  depthHere(): number {
    const chain = this.chains - 1;
    return this.columns.depth[chain] + this.nodes - this.columns.first[chain];
  }

  /** True if a node covers a sample point. */
  isVisible(start: number, weight: number): boolean {
    const { samplePoints } = this;
    return samplePoints === Infinity || coversSamplePoint(start, weight, this.columns.total[0], samplePoints);
  }

  /** `func` has the functions of all nodes and may be longer. The columns of the tree are views, not copies. */
  finish(func: Int32Array): CallTree {
    const { chains, nodes, columns } = this;
    columns.first[chains] = nodes;
    const first = columns.first.subarray(0, chains + 1);
    const parent = columns.parent.subarray(0, chains);
    const end = columns.end.subarray(0, chains);
    const depth = columns.depth.subarray(0, chains);
    subtreeEnds(parent, end);
    let rows = 0;
    for (let chain = 0; chain < chains; chain++)
      rows = Math.max(rows, depth[chain] + first[chain + 1] - first[chain]);
    return {
      length: nodes,
      func: func.subarray(0, nodes),
      chains,
      first,
      parent,
      end,
      depth,
      total: columns.total.subarray(0, chains),
      self: columns.self.subarray(0, chains),
      samples: columns.samples.subarray(0, chains),
      selfSamples: columns.selfSamples.subarray(0, chains),
      start: columns.start.subarray(0, chains),
      rows,
    };
  }
}
