// Takes a profile apart into rows of a store's tables. Functions and stacks have hashes of their content, which are the same in every
// recording and on every machine.

import { indicesUpTo, Int32Column } from '../../model/columns.ts';
import { extendHash, extendHigh, extendLow, hashOfParts, hashText, upperBits } from '../../model/hash.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { NumberIds } from '../../model/numbering.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { AggregatedSamples } from '../aggregated-samples.ts';
import type { RecordingRows, StoredFunction, StoredStacks } from './stored-rows.ts';

const EMPTY_HASH = hashText('stack');

/** `profile` is a classified profile as recorded. `isCut` has an entry per sample. */
export function recordingRows(profile: Profile, isCut: Uint8Array | undefined): RecordingRows {
  const { samples, events, threads, notes } = profile;
  const functions = new UsedFunctions(profile);
  const stacks = new UsedStacks(profile, functions);
  const cutStacks = new Set<number>();
  for (let i = 0; i < samples.length; i++) if (isCut?.[i] === 1) cutStacks.add(samples.stack[i]);
  const sums = new AggregatedSamples(profile, () => true);
  const stackOf = Array.from({ length: sums.length }, (_, row) => stacks.indexOf(sums.stack.at(row)));
  const rows = indicesUpTo(sums.length).sort(
    (a, b) =>
      sums.event.at(a) - sums.event.at(b) || sums.thread.at(a) - sums.thread.at(b) || stackOf[a] - stackOf[b],
  );
  return {
    hash: hashOf(profile, (stack) => stacks.hashOf(stack)),
    functions: functions.rows,
    stacks: stacks.take(),
    events,
    threads,
    samples: {
      event: rows.map((row) => sums.event.at(row)),
      thread: rows.map((row) => sums.thread.at(row)),
      stack: rows.map((row) => stackOf[row]),
      samples: Float64Array.from(rows, (row) => sums.count.at(row)),
      weight: Float64Array.from(rows, (row) => sums.weight.at(row)),
      isCut: Uint8Array.from(rows, (row) => (cutStacks.has(sums.stack.at(row)) ? 1 : 0)),
    },
    // Lines are of the file; commands find symbol files that were not open, which the doctor says, too.
    notes: notes.filter(({ command }) => command === undefined).map((note) => ({ ...note, line: NONE })),
  };
}

/** Symbol files change names, but neither times nor weights. */
function hashOf({ samples, events, threads }: Profile, stackHash: (stack: number) => number): number {
  const ofEvent = events.map(hashText);
  const ofThread = threads.map(({ pid, tid, comm }) => hashText(`${pid} ${tid} ${comm}`));
  const bytes = new Float64Array(2);
  const parts = new Int32Array(bytes.buffer);
  let hash = hashText('recording');
  for (let i = 0; i < samples.length; i++) {
    bytes[0] = samples.time[i];
    bytes[1] = samples.weight[i];
    for (const part of parts) hash = extendHash(hash, part >>> 0);
    hash = extendHash(extendHash(hash, ofEvent[samples.event[i]]), ofThread[samples.thread[i]]);
    if (Number.isNaN(samples.time[i])) hash = extendHash(hash, stackHash(samples.stack[i]));
  }
  return hash;
}

/** The functions of stored stacks, in order of first use. */
class UsedFunctions {
  readonly rows: StoredFunction[] = [];
  private readonly indices: Int32Array;
  /** NaN before first use. */
  private readonly hashes: Float64Array;
  private readonly profile: Profile;
  /** Modules as JSON, of which many functions have the same. */
  private readonly quoted: string[];

  constructor(profile: Profile) {
    this.profile = profile;
    this.indices = new Int32Array(profile.funcs.length).fill(NONE);
    this.hashes = new Float64Array(profile.funcs.length).fill(NaN);
    this.quoted = profile.modules.map((module) => JSON.stringify(module));
  }

  hashOf(func: number): number {
    if (Number.isNaN(this.hashes[func])) this.hashes[func] = this.computeHash(func);
    return this.hashes[func];
  }

  indexOf(func: number): number {
    if (this.indices[func] < 0) this.indices[func] = this.rows.push(this.rowOf(func)) - 1;
    return this.indices[func];
  }

  private rowOf(func: number): StoredFunction {
    const { strings, modules, funcs } = this.profile;
    return {
      hash: this.hashOf(func),
      name: strings[funcs.name[func]],
      module: modules[funcs.module[func]] ?? '',
      file: strings[funcs.file[func]] ?? '',
      package: strings[funcs.package[func]] ?? '',
      kind: KIND_NAMES[funcs.kind[func]],
      flags: funcs.flags[func],
    };
  }

  /** Of the text of JSON.stringify([name, module, kind, flags]), which takes twice as long. */
  private computeHash(func: number): number {
    const { strings, funcs } = this.profile;
    const name = JSON.stringify(strings[funcs.name[func]]);
    const module = this.quoted[funcs.module[func]] ?? '""';
    return hashText(`[${name},${module},"${KIND_NAMES[funcs.kind[func]]}",${funcs.flags[func]}]`);
  }
}

/** The stacks in which samples end; the first one has no frames. */
class UsedStacks {
  private readonly profile: Profile;
  private readonly used: UsedFunctions;
  private readonly hashes: StackHashes;
  /** The hashes of the stacks: rows of the table may repeat one. */
  private readonly ids = new NumberIds();
  private readonly functions = new Int32Column();
  private readonly lines = new Int32Column();
  private readonly ends = new Int32Column();
  /** From a stack's leaf to its root. */
  private path: number[] = [];

  constructor(profile: Profile, used: UsedFunctions) {
    this.profile = profile;
    this.used = used;
    this.hashes = new StackHashes(profile, used);
    this.indexOf(NONE);
  }

  indexOf(stack: number): number {
    const index = this.ids.of(this.hashOf(stack));
    if (index === this.ends.length) this.addFrames(stack);
    return index;
  }

  hashOf(stack: number): number {
    return stack < 0 ? EMPTY_HASH : this.hashes.at(stack);
  }

  take(): StoredStacks {
    const { ids, ends } = this;
    return {
      hash: Float64Array.from({ length: ends.length }, (_, index) => ids.at(index)),
      functions: this.functions.take(),
      lines: this.lines.take(),
      ends: ends.take(),
    };
  }

  private addFrames(stack: number): void {
    const { parent, func, line } = this.profile.stacks;
    let depth = 0;
    for (let at = stack; at >= 0; at = parent[at]) this.path[depth++] = at;
    while (depth > 0) {
      const at = this.path[--depth];
      this.functions.push(this.used.indexOf(func[at]));
      this.lines.push(line?.[at] ?? 0);
    }
    this.ends.push(this.functions.length);
  }
}

/** The hashes of all stacks of a profile: each continues that of its caller. */
class StackHashes {
  private readonly low: Int32Array;
  private readonly high: Int32Array;

  constructor({ stacks: { parent, func, line, length } }: Profile, functions: UsedFunctions) {
    const low = (this.low = new Int32Array(length));
    const high = (this.high = new Int32Array(length));
    for (let stack = 0; stack < length; stack++) {
      const caller = parent[stack];
      const next = functions.hashOf(func[stack]);
      low[stack] = extendLow(caller < 0 ? EMPTY_HASH : low[caller], next | 0);
      high[stack] = extendHigh(
        caller < 0 ? upperBits(EMPTY_HASH) : high[caller],
        upperBits(next),
        low[stack],
      );
      const lineNumber = line?.[stack] ?? 0;
      if (lineNumber <= 0) continue;
      low[stack] = extendLow(low[stack], lineNumber);
      high[stack] = extendHigh(high[stack], 0, low[stack]);
    }
  }

  at(stack: number): number {
    return hashOfParts(this.low[stack], this.high[stack]);
  }
}
