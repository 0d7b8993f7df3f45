// Writes one event of a profile as folded text: one line per distinct stack, sorted by bytes, in chunks. The lines of a
// recording with deep stacks add up to gigabytes, so they are never all in memory: stacks are merged by printed name into a
// trie, which is walked in line order.
//
//   a;b 3        a ─┬─ "b 3\n"        Sorting the tokens of a node sorts the lines: a field ends in `;` and the
//   a;b;c 1         └─ "b;" ── "c 1\n"    last token in a newline, so no token is a prefix of another.

import { eventMask } from '../model/events.ts';
import { compareBytes } from '../bytes/numbers.ts';
import { concatBytes } from '../bytes/random-access.ts';
import { Float64Column } from '../model/columns.ts';
import { PairTable } from '../model/numbering.ts';
import { NONE, PYTHON_PREFIX, type Profile, type StackTable } from '../model/profile.ts';
import { ByteWriter } from './byte-writer.ts';

/** Printed weights: the sum of sample weights (`period`), or the number of samples. */
export const WEIGHTS = ['period', 'samples'] as const;
export type Weight = (typeof WEIGHTS)[number];

const CHUNK = 1 << 20;

/** `event` is an index into `profile.events`. Each chunk consists of complete lines. */
export function* writeFolded(profile: Profile, event: number, weight: Weight): Generator<Uint8Array> {
  const trie = new PrintedTrie(profile, event, weight);
  const chunk = new ByteWriter();
  /** The current line, and its length before each of its fields. */
  const line = new ByteWriter();
  const lengths: number[] = [];
  /** Stack of tokens to write; undefined removes the last field from the line. */
  const pending: (Token | undefined)[] = trie.tokensOf(NONE);
  while (pending.length > 0) {
    const token = pending.pop();
    if (!token) {
      line.length = lengths.pop() ?? 0;
      continue;
    }
    if (token.node !== NONE) {
      lengths.push(line.length);
      line.raw(token.bytes);
      pending.push(undefined);
      // Pushed one by one, because there may be more tokens than a call can have arguments.
      for (const next of trie.tokensOf(token.node)) pending.push(next);
      continue;
    }
    chunk.raw(line.view());
    chunk.raw(token.bytes);
    if (chunk.length >= CHUNK) yield chunk.take();
  }
  yield chunk.take();
}

interface Token {
  readonly bytes: Uint8Array;
  /** The node whose subtree continues the line; NONE at the end of a line. */
  readonly node: number;
}

/** A trie of one event's stacks by printed name. Roots are comms; frames with the same name are one node. */
class PrintedTrie {
  private readonly names = new Map<string, number>();
  private readonly fields: Uint8Array[] = [];
  private readonly nodes = new PairTable();
  /** Weight of the line that ends at a node; NaN if none does. */
  private readonly weights = new Float64Column();
  private readonly children: Int32Array;
  private readonly siblings: Int32Array;
  private readonly encoder = new TextEncoder();

  constructor(profile: Profile, event: number, weight: Weight) {
    this.addSamples(profile, event, weight);
    const { first } = this.nodes.view();
    // children[0] is the first child of the root, children[n + 1] that of node n.
    this.children = new Int32Array(first.length + 1).fill(NONE);
    this.siblings = new Int32Array(first.length);
    for (let node = 0; node < first.length; node++) {
      this.siblings[node] = this.children[first[node] + 1];
      this.children[first[node] + 1] = node;
    }
  }

  /** All tokens that can follow the line up to `node`, in descending order, so that they are popped in ascending order. */
  tokensOf(node: number): Token[] {
    const tokens: Token[] = [];
    const { second } = this.nodes.view();
    for (let child = this.children[node + 1]; child !== NONE; child = this.siblings[child]) {
      const field = this.fields[second[child]];
      const weight = this.weights.at(child);
      if (!Number.isNaN(weight)) {
        const end = this.encoder.encode(` ${weight}\n`);
        tokens.push({ bytes: concatBytes([field.subarray(0, -1), end]), node: NONE });
      }
      if (this.children[child + 1] !== NONE) tokens.push({ bytes: field, node: child });
    }
    return tokens.length > 1 ? tokens.sort((a, b) => compareBytes(b.bytes, a.bytes)) : tokens;
  }

  private addSamples(profile: Profile, event: number, weight: Weight): void {
    const { samples, stacks } = profile;
    const names = this.frameNames(profile);
    /** End node of each (comm, stack), so that each stack is walked once per comm. */
    const nodes = new Map<number, number>();
    const comms = profile.threads.map((thread) => this.name(thread.comm.trim()));
    const isIncluded = eventMask(samples, event);
    for (let i = 0; i < samples.length; i++) {
      if (isIncluded[samples.event[i]] === 0) continue;
      const comm = comms[samples.thread[i]];
      const key = (samples.stack[i] + 1) * this.fields.length + comm;
      let node = nodes.get(key);
      if (node === undefined) nodes.set(key, (node = this.walk(comm, samples.stack[i], stacks, names)));
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

  private walk(comm: number, stack: number, { parent }: StackTable, names: Int32Array): number {
    const path: number[] = [];
    for (let at = stack; at >= 0; at = parent[at]) path.push(names[at]);
    let node = this.node(NONE, comm);
    for (let i = path.length - 1; i >= 0; i--) node = this.node(node, path[i]);
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
