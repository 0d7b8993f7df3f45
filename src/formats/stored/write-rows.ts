// Takes a profile apart into rows of a store's tables. Functions and stacks have hashes of their content, which are the same in every
// recording and on every machine.

import { extendHash, hashText } from '../../model/hash.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { AggregatedSamples } from '../aggregated-samples.ts';
import type { RecordingRows, StoredFunction, StoredStack } from './stored-rows.ts';

const EMPTY_HASH = hashText('stack');

/** `profile` is a classified profile as recorded. `isCut` has an entry per sample. */
export function recordingRows(profile: Profile, isCut: Uint8Array | undefined): RecordingRows {
  const { samples, events, threads, notes } = profile;
  const sums = new AggregatedSamples(profile, () => true);
  const functions = new UsedFunctions(profile);
  const stacks = new UsedStacks(profile, functions);
  const cutStacks = new Set<number>();
  for (let i = 0; i < samples.length; i++) if (isCut?.[i] === 1) cutStacks.add(samples.stack[i]);
  const rows = Array.from({ length: sums.length }, (_, row) => {
    const stack = sums.stack.at(row);
    return {
      event: sums.event.at(row),
      thread: sums.thread.at(row),
      stack: stacks.indexOf(stack),
      samples: sums.count.at(row),
      weight: sums.weight.at(row),
      isCut: cutStacks.has(stack),
    };
  });
  return {
    hash: hashOf(profile, (row) => stacks.rows[stacks.indexOf(row)].hash),
    functions: functions.rows,
    stacks: stacks.rows,
    events,
    threads,
    samples: rows.sort((a, b) => a.event - b.event || a.thread - b.thread || a.stack - b.stack),
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
  private readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
    this.indices = new Int32Array(profile.funcs.length).fill(NONE);
  }

  indexOf(func: number): number {
    if (this.indices[func] < 0) this.indices[func] = this.rows.push(this.rowOf(func)) - 1;
    return this.indices[func];
  }

  private rowOf(func: number): StoredFunction {
    const { strings, modules, funcs } = this.profile;
    const name = strings[funcs.name[func]];
    const module = modules[funcs.module[func]] ?? '';
    const kind = KIND_NAMES[funcs.kind[func]];
    const flags = funcs.flags[func];
    return {
      hash: hashText(JSON.stringify([name, module, kind, flags])),
      name,
      module,
      file: strings[funcs.file[func]] ?? '',
      package: strings[funcs.package[func]] ?? '',
      kind,
      flags,
    };
  }
}

/** The stacks in which samples end; the first one has no frames. */
class UsedStacks {
  readonly rows: StoredStack[] = [{ hash: EMPTY_HASH, functions: [], lines: [] }];
  private readonly profile: Profile;
  private readonly functions: UsedFunctions;
  private readonly indices = new Map<number, number>([[NONE, 0]]);
  /** Rows of the table may repeat a stack. */
  private readonly byHash = new Map<number, number>();

  constructor(profile: Profile, functions: UsedFunctions) {
    this.profile = profile;
    this.functions = functions;
  }

  indexOf(stack: number): number {
    const known = this.indices.get(stack);
    if (known !== undefined) return known;
    const row = this.rowOf(stack);
    const index = this.byHash.get(row.hash) ?? this.rows.push(row) - 1;
    this.byHash.set(row.hash, index);
    this.indices.set(stack, index);
    return index;
  }

  private rowOf(stack: number): StoredStack {
    const { parent, func, line } = this.profile.stacks;
    const functions: number[] = [];
    const lines: number[] = [];
    for (let at = stack; at >= 0; at = parent[at]) {
      functions.push(this.functions.indexOf(func[at]));
      lines.push(line?.[at] ?? 0);
    }
    functions.reverse();
    const hasLines = lines.some((each) => each > 0);
    if (hasLines) lines.reverse();
    let hash = EMPTY_HASH;
    for (const [i, each] of functions.entries()) {
      hash = extendHash(hash, this.functions.rows[each].hash);
      if (hasLines && lines[i] > 0) hash = extendHash(hash, lines[i]);
    }
    return { hash, functions, lines: hasLines ? lines : [] };
  }
}
