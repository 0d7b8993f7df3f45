// Computes self and total weight by function, file, package, module, kind or thread.

import { isPython } from '../model/kinds.ts';
import { NONE, type FuncTable, type SampleData } from '../model/profile.ts';
import type { CostGrouping, Grouping, Table } from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';
import { OutermostSums } from './outermost.ts';
import { markSelected, type ThreadsAndRange } from './build/select.ts';

export type ComputedTable = Omit<Table, 'options'>;

export type CodeGrouping = Exclude<Grouping, CostGrouping | 'thread'>;

export function tableOf(tree: CallTree, funcs: FuncTable, by: CodeGrouping): ComputedTable {
  const key = keysOf(funcs, by);
  let keys = 1;
  for (const each of key) keys = Math.max(keys, each + 1);
  const total = new OutermostSums(keys);
  const self = new Float64Array(keys);
  const selfSamples = new Int32Array(keys);
  for (let chain = 0; chain < tree.chains; chain++) {
    const end = tree.first[chain + 1];
    // Skip the root, which has no function.
    for (let node = Math.max(1, tree.first[chain]); node < end; node++)
      total.add(key[tree.func[node]], tree, chain);
    if (end === 1) continue;
    self[key[tree.func[end - 1]]] += tree.self[chain];
    selfSamples[key[tree.func[end - 1]]] += tree.selfSamples[chain];
  }
  const sums = { self, selfSamples, total: total.weight, totalSamples: total.samples };
  return { by, ...rowsOf(sums, NONE), weight: tree.total[0], samples: tree.samples[0] };
}

/** The group of each function, as id + 1; 0 for none. */
export function keysOf(funcs: FuncTable, by: CodeGrouping): Int32Array {
  switch (by) {
    case 'function':
      return Int32Array.from({ length: funcs.length }, (_, func) => func + 1);
    case 'line':
      return Int32Array.from({ length: funcs.length }, (_, func) =>
        (funcs.line?.[func] ?? 0) > 0 ? func + 1 : 0,
      );
    case 'file':
      return funcs.file.map((file) => file + 1);
    case 'package':
      return funcs.package.map((distribution) => distribution + 1);
    case 'module':
      return funcs.module.map((module, func) => (isPython(funcs.kind[func]) ? NONE : module) + 1);
    case 'kind':
      return Int32Array.from(funcs.kind, (kind) => kind + 1);
  }
}

/** Groups by row of `profile.threads`. Each sample has one thread, so self and total are the same. */
export function threadTable(profile: SampleData, event: number, within: ThreadsAndRange): ComputedTable {
  const { samples, threads } = profile;
  const selected = markSelected(profile, event, within);
  const self = new Float64Array(threads.length);
  const selfSamples = new Int32Array(threads.length);
  let weight = 0;
  let count = 0;
  for (let i = 0; i < samples.length; i++) {
    if (selected[i] === 0) continue;
    self[samples.thread[i]] += samples.weight[i];
    selfSamples[samples.thread[i]]++;
    weight += samples.weight[i];
    count++;
  }
  const sums = { self, selfSamples, total: self, totalSamples: selfSamples };
  return { by: 'thread', ...rowsOf(sums, 0), weight, samples: count };
}

type Sums = Pick<Table, 'self' | 'selfSamples' | 'total' | 'totalSamples'>;

/** Returns one row per key that has weight or samples. `firstId` is the id of key 0. */
function rowsOf(sums: Sums, firstId: number): Sums & Pick<Table, 'id' | 'length'> {
  const key = new Int32Array(sums.total.length);
  let length = 0;
  for (let each = 0; each < key.length; each++) {
    if (sums.totalSamples[each] > 0 || sums.total[each] > 0) key[length++] = each;
  }
  const kept = key.subarray(0, length);
  return {
    length,
    id: Int32Array.from(kept, (each) => each + firstId),
    self: Float64Array.from(kept, (each) => sums.self[each]),
    selfSamples: Int32Array.from(kept, (each) => sums.selfSamples[each]),
    total: Float64Array.from(kept, (each) => sums.total[each]),
    totalSamples: Int32Array.from(kept, (each) => sums.totalSamples[each]),
  };
}
