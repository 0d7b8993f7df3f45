// Builds a tree of paths from sampled frames to the root:
//
//   main > parse > scan 3     root 6 > scan 5 > parse 3 > main 3
//   main > read > scan 2                      > read 2 > main 2
//   main > read 1                    > read 1 > main 1
//
// The members of a node are the paths that share all functions so far. A chain continues while all its members have the same next
// function; then they are split by next function. Most nodes soon have a single member, which is simply followed to the root.

import { NONE } from '../../model/profile.ts';
import { indicesUpTo } from '../../model/columns.ts';
import type { TimeSliced } from '../../async/time-slices.ts';
import { NO_LIMIT, type DetailLimit, type TreeWithEnds } from '../../model/tree.ts';
import type { CallerLinks } from './caller-links.ts';
import { ChainWriter, PendingNodes } from './pending-nodes.ts';

/** The first frame and the weight of each path. */
interface Paths {
  /** A visible frame, or 0 for the root. */
  readonly frame: Int32Array;
  readonly weight: Float64Array;
  readonly samples: Int32Array;
}

/** Frames read per time slice. */
const SLICE = 100_000;

/** `funcs` is an exclusive upper bound on function indices. The resulting `endOf` has an entry per path: the chain of its last node in the tree. */
export function bottomUpTree(
  links: CallerLinks,
  funcs: number,
  paths: Paths,
  limit = NO_LIMIT,
): TimeSliced<TreeWithEnds> {
  return new BottomUpBuilder(links, funcs, paths, limit).build();
}

class BottomUpBuilder {
  private readonly links: CallerLinks;
  private readonly paths: Paths;
  private readonly depth: number;
  private readonly out: ChainWriter;
  /** Each member has a slot; the members of a node have adjacent slots. A pending node stores the slots of its first and last member. */
  private readonly pending: PendingNodes;
  /** Per slot: the path, and the next frame on it; 0 at the end of the path. */
  private readonly path: Int32Array;
  private readonly next: Int32Array;
  /** Per member of the current node: the function of its next frame, and the frame of that function's caller. */
  private readonly nextFunc: Int32Array;
  private readonly nextCaller: Int32Array;
  /** For path p, entry 2p is the frame at which it was last split, and entry 2p + 1 the frame after that. */
  private readonly splitAt: Int32Array;
  /** Per chain of the tree: the frame of its first node. */
  private readonly source: Int32Array;
  private readonly endOf: Int32Array;
  private framesRead = 0;

  constructor(links: CallerLinks, funcs: number, paths: Paths, { depth, samplePoints }: DetailLimit) {
    const { length } = paths.frame;
    // Each chain ends where a path ends or where paths branch.
    const chains = 2 * length + 1;
    this.links = links;
    this.paths = paths;
    this.depth = depth;
    this.out = new ChainWriter(chains, samplePoints);
    this.pending = new PendingNodes(new Int32Array(length), funcs);
    this.path = indicesUpTo(length);
    this.next = paths.frame.slice();
    this.nextFunc = new Int32Array(length);
    this.nextCaller = new Int32Array(length);
    this.splitAt = new Int32Array(2 * length);
    this.source = new Int32Array(chains);
    this.endOf = new Int32Array(length).fill(NONE);
  }

  *build(): TimeSliced<TreeWithEnds> {
    const { pending, out, endOf } = this;
    const { stack } = pending;
    const { weight, samples } = this.paths;
    pending.count = 1;
    stack.parent[0] = NONE;
    stack.tail[0] = weight.length - 1;
    for (let path = 0; path < weight.length; path++) {
      stack.total[0] += weight[path];
      stack.samples[0] += samples[path];
    }
    for (let done = 0; pending.count > 0;) {
      this.writeChain(--pending.count);
      if (this.framesRead < done + SLICE) continue;
      done = this.framesRead;
      yield;
    }
    const func = yield* this.funcsOfNodes();
    return { tree: out.finish(func), endOf };
  }

  private *funcsOfNodes(): TimeSliced<Int32Array> {
    const { out, source } = this;
    const func = new Int32Array(out.nodes);
    const { first } = out.columns;
    first[out.chains] = out.nodes;
    for (let chain = 0, done = 0; chain < out.chains; chain++) {
      // No path contains the root.
      const from = chain === 0 ? 1 : first[chain];
      this.copyFuncs(source[chain], func, from, first[chain + 1]);
      if (from < done + SLICE) continue;
      done = from;
      yield;
    }
    func[0] = NONE;
    return func;
  }

  /** Writes the functions of the nodes in [from, to). `source` is the frame of the first node. */
  private copyFuncs(source: number, func: Int32Array, from: number, to: number): void {
    const { links } = this;
    for (let at = from, frame = source; at < to; frame = links[2 * frame + 1]) func[at++] = links[2 * frame];
  }

  /** Writes the nodes that all members share, then splits the members. */
  private writeChain(node: number): void {
    const { out, pending, path, next } = this;
    const { stack } = pending;
    const head = stack.head[node];
    const tail = stack.tail[node];
    const total = stack.total[node];
    const chain = out.open(stack.parent[node], stack.start[node], total, stack.samples[node]);
    out.setSelf(chain, total, stack.samples[node]);
    if (chain === 0) out.nodes = 1;
    if (tail < head) return;
    this.source[chain] = chain === 0 ? next[head] : this.splitAt[2 * path[head]];
    const left = this.depth - out.depthHere();
    const room = out.isVisible(out.columns.start[chain], total) ? left : Math.min(1, left);
    // The split has already consumed the first function of the chain, except for the root, which no path contains.
    const begun = chain === 0 ? 0 : 1;
    if (head === tail) {
      out.nodes += this.lengthOfPath(next[head], Math.min(begun, room), room);
      this.endOf[path[head]] = chain;
      return;
    }
    let length = begun;
    while (length < room && this.advanceAll(head, tail)) length++;
    out.nodes += length;
    if (length < room) this.split(head, tail, chain);
    else for (let slot = head; slot <= tail; slot++) this.endOf[path[slot]] = chain;
  }

  /** `begun` plus the number of frames from `frame` to the root; at most `room`. */
  private lengthOfPath(frame: number, begun: number, room: number): number {
    const { links } = this;
    let length = begun;
    for (let at = frame; at > 0 && length < room; at = links[2 * at + 1]) length++;
    return length;
  }

  /**
   * Moves all members to their next frame if they all have the same function there. First reads all of these frames without
   * branching: they are scattered in memory, so this lets the CPU fetch several in parallel, and each only once.
   */
  private advanceAll(head: number, tail: number): boolean {
    const { next, nextFunc, nextCaller, links } = this;
    this.framesRead += tail + 1 - head;
    const first = links[2 * next[head]];
    let differences = first < 0 ? 1 : 0;
    for (let slot = head; slot <= tail; slot++) {
      const frame = next[slot];
      const func = links[2 * frame];
      differences |= func ^ first;
      nextFunc[slot - head] = func;
      nextCaller[slot - head] = links[2 * frame + 1];
    }
    if (differences !== 0) return false;
    for (let slot = head; slot <= tail; slot++) next[slot] = nextCaller[slot - head];
    return true;
  }

  /** Splits the members by their next function, which advanceAll has read. Members without a next function end in the chain. */
  private split(head: number, tail: number, chain: number): void {
    const { out, pending, paths, path, next, nextFunc, nextCaller, splitAt } = this;
    let self = 0;
    let selfSamples = 0;
    for (let slot = head; slot <= tail; slot++) {
      const member = path[slot];
      const func = nextFunc[slot - head];
      this.endOf[member] = chain;
      if (func < 0) {
        self += paths.weight[member];
        selfSamples += paths.samples[member];
      } else {
        splitAt[2 * member] = next[slot];
        splitAt[2 * member + 1] = nextCaller[slot - head];
        pending.add(member, func);
      }
    }
    out.setSelf(chain, self, selfSamples);
    const children = pending.splitByFunction(paths.weight, paths.samples);
    const first = pending.count;
    // The root keeps all children, whether visible or not.
    pending.pushChildren(children, chain, out, out.nodes === 1);
    this.moveMembers(first, head);
  }

  /** Moves the members of the pending nodes from `first` on to adjacent slots, starting at `slot`. */
  private moveMembers(first: number, slot: number): void {
    const { path, next, splitAt, pending } = this;
    const { nextMember } = pending;
    const { head, tail } = pending.stack;
    let to = slot;
    for (let node = first; node < pending.count; node++) {
      const from = to;
      for (let member = head[node]; member >= 0;) {
        const following = nextMember[member] - 1;
        nextMember[member] = 0;
        path[to] = member;
        next[to++] = splitAt[2 * member + 1];
        member = following;
      }
      head[node] = from;
      tail[node] = to - 1;
    }
  }
}
