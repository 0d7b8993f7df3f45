// Writes one event of a profile as folded text: one line per distinct stack, sorted by bytes, in chunks. The lines of a
// recording with deep stacks add up to gigabytes, so they are never all in memory: stacks are merged by printed name into a
// trie, which is walked in line order.
//
//   a;b 3        a ─┬─ "b 3\n"        Sorting the tokens of a node sorts the lines: a field ends in `;` and the
//   a;b;c 1         └─ "b;" ── "c 1\n"    last token in a newline, so no token is a prefix of another.

import { eventMask } from '../model/events.ts';
import { compareBytes } from '../bytes/numbers.ts';
import { Float64Column, groupRows } from '../model/columns.ts';
import { PairTable } from '../model/numbering.ts';
import { NONE, PYTHON_PREFIX, type Profile, type StackTable } from '../model/profile.ts';
import { ByteWriter } from './byte-writer.ts';

/** Printed weights: the sum of sample weights (`period`), or the number of samples. */
export const WEIGHTS = ['period', 'samples'] as const;
export type Weight = (typeof WEIGHTS)[number];

const CHUNK = 1 << 20;
const BLANK = 32;

/** `event` is an index into `profile.events`. Each chunk consists of complete lines. */
export function* writeFolded(profile: Profile, event: number, weight: Weight): Generator<Uint8Array> {
  const trie = new PrintedTrie(profile, event, weight);
  const chunk = new ByteWriter();
  /** The current line, and its length before each of its fields. */
  const line = new ByteWriter();
  const lengths: number[] = [];
  /** Stack of tokens to write; NONE removes the last field from the line. */
  const pending: number[] = [];
  trie.pushTokens(NONE, pending);
  for (let token = pending.pop(); token !== undefined; token = pending.pop()) {
    if (token === NONE) {
      line.length = lengths.pop() ?? 0;
    } else if (isEnd(token)) {
      chunk.raw(line.view());
      trie.writeTo(chunk, token);
      if (chunk.length >= CHUNK) yield chunk.take();
    } else {
      lengths.push(line.length);
      trie.writeTo(line, token);
      pending.push(NONE);
      trie.pushTokens(nodeOf(token), pending);
    }
  }
  yield chunk.take();
}

/** A token is a node, and whether the line ends at it or continues. */
function tokenOf(node: number, ends: boolean): number {
  return node * 2 + Number(ends);
}

function nodeOf(token: number): number {
  return token >> 1;
}

function isEnd(token: number): boolean {
  return (token & 1) === 1;
}

/** A byte of the token, up to the first after its name. */
function byteAt(field: Uint8Array, at: number, token: number): number {
  return at === field.length - 1 && isEnd(token) ? BLANK : field[at];
}

/** A trie of one event's stacks by printed name. Roots are comms; frames with the same name are one node. */
class PrintedTrie {
  private readonly names = new Map<string, number>();
  private readonly fields: Uint8Array[] = [];
  private readonly nodes = new PairTable();
  private readonly field: Int32Array;
  /** Weight of the line that ends at a node; NaN if none does. */
  private readonly weights = new Float64Column();
  private readonly children: Int32Array;
  private readonly siblings: Int32Array;
  private readonly encoder = new TextEncoder();

  constructor(profile: Profile, event: number, weight: Weight) {
    this.addSamples(profile, event, weight);
    const { first, second } = this.nodes.view();
    this.field = second;
    // children[0] is the first child of the root, children[n + 1] that of node n.
    this.children = new Int32Array(first.length + 1).fill(NONE);
    this.siblings = new Int32Array(first.length);
    for (let node = 0; node < first.length; node++) {
      this.siblings[node] = this.children[first[node] + 1];
      this.children[first[node] + 1] = node;
    }
  }

  /** Adds all tokens that can follow the line up to `node`, in descending order: they are popped in ascending order. */
  pushTokens(node: number, to: number[]): void {
    const first = this.children[node + 1];
    // Most nodes have one child, at which no line ends.
    if (first !== NONE && this.siblings[first] === NONE && Number.isNaN(this.weights.at(first)))
      return void to.push(tokenOf(first, false));
    const tokens: number[] = [];
    for (let child = first; child !== NONE; child = this.siblings[child]) {
      if (!Number.isNaN(this.weights.at(child))) tokens.push(tokenOf(child, true));
      if (this.children[child + 1] !== NONE) tokens.push(tokenOf(child, false));
    }
    // Pushed one by one, because there may be more tokens than a call can have arguments.
    for (const token of tokens.sort((a, b) => this.compare(b, a))) to.push(token);
  }

  writeTo(writer: ByteWriter, token: number): void {
    const field = this.fieldOf(token);
    if (!isEnd(token)) return writer.raw(field);
    writer.raw(field.subarray(0, -1));
    writer.ascii(this.endOf(token));
  }

  private fieldOf(token: number): Uint8Array {
    return this.fields[this.field[nodeOf(token)]];
  }

  private endOf(token: number): string {
    return ` ${this.weights.at(nodeOf(token))}\n`;
  }

  private compare(a: number, b: number): number {
    // A blank comes before a semicolon.
    if (nodeOf(a) === nodeOf(b)) return b - a;
    const [first, second] = [this.fieldOf(a), this.fieldOf(b)];
    const length = Math.min(first.length, second.length) - 1;
    for (let i = 0; i < length; i++) if (first[i] !== second[i]) return first[i] - second[i];
    const difference = byteAt(first, length, a) - byteAt(second, length, b);
    // Only a name with a blank needs the bytes of the weight.
    return difference === 0 ? compareBytes(this.bytesOf(a), this.bytesOf(b)) : difference;
  }

  private bytesOf(token: number): Uint8Array {
    const writer = new ByteWriter();
    this.writeTo(writer, token);
    return writer.take();
  }

  private addSamples(profile: Profile, event: number, weight: Weight): void {
    const { samples, stacks } = profile;
    const names = this.frameNames(profile);
    const known: KnownNodes = {
      node: new Int32Array(stacks.length),
      comm: new Int32Array(stacks.length).fill(NONE),
    };
    const comms = profile.threads.map((thread) => this.name(thread.comm.trim()));
    const isIncluded = eventMask(samples, event);
    const commOf = samples.thread.map((thread, i) =>
      isIncluded[samples.event[i]] === 0 ? NONE : comms[thread],
    );
    // One comm after the other, since only the nodes of one are known for each stack.
    const { rows } = groupRows(commOf, this.fields.length);
    for (const i of rows) {
      const node = this.walk(commOf[i], samples.stack[i], stacks, names, known);
      const before = this.weights.at(node) || 0;
      this.weights.set(node, before + (weight === 'period' ? samples.weight[i] : 1));
    }
  }

  /** Per stack: the name of its leaf frame. Those of Python functions end in their line, if it is known. */
  private frameNames({ stacks, funcs, strings }: Profile): Int32Array {
    const { func, line } = stacks;
    const names = funcs.name.map((name) => this.name(strings[name]));
    if (!line) return func.map((each) => names[each]);
    return func.map((each, stack) => {
      const name = strings[funcs.name[each]];
      const isLined = line[stack] > 0 && name.startsWith(PYTHON_PREFIX);
      return isLined ? this.name(`${name}:${line[stack]}`) : names[each];
    });
  }

  private walk(
    comm: number,
    stack: number,
    { parent }: StackTable,
    names: Int32Array,
    known: KnownNodes,
  ): number {
    const path: number[] = [];
    let at = stack;
    for (; at >= 0 && known.comm[at] !== comm; at = parent[at]) path.push(at);
    let node = at >= 0 ? known.node[at] : this.node(NONE, comm);
    for (let i = path.length - 1; i >= 0; i--) {
      node = this.node(node, names[path[i]]);
      known.node[path[i]] = node;
      known.comm[path[i]] = comm;
    }
    return node;
  }

  private node(parent: number, name: number): number {
    const node = this.nodes.intern(parent, name);
    if (node === this.weights.length) this.weights.push(NaN);
    return node;
  }

  /** Returns the index of a name in `fields`, after replacing field and line separators. */
  private name(text: string): number {
    const printed = text.replaceAll(';', ':').replaceAll('\n', ' ');
    const known = this.names.get(printed);
    if (known !== undefined) return known;
    this.names.set(printed, this.fields.length);
    return this.fields.push(this.encoder.encode(`${printed};`)) - 1;
  }
}

/** The node of each stack that was walked, and the comm for which it was. */
interface KnownNodes {
  readonly node: Int32Array;
  readonly comm: Int32Array;
}
