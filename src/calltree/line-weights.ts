// Sums the weights of the lines of a function in a tree whose functions are split by line.

import type {
  FunctionLines,
  LineFunctions,
  LineOfFunction,
  LineTotals,
  LineWeights,
} from '../model/lines.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import { parentOf, type CallTree } from '../model/tree.ts';
import { heaviest, OutermostSums } from './outermost.ts';
import { tableOf } from './table.ts';

/** All lines that are known, hottest first: by self, then by total weight, then by name. `names` has the functions of the tree. */
export function hottestLines(
  tree: CallTree,
  { funcs, strings }: Pick<FunctionNames, 'funcs' | 'strings'>,
  { whole, line }: LineFunctions,
): LineOfFunction[] {
  const { id, self, selfSamples, total, totalSamples } = tableOf(tree, funcs, 'function');
  const rows = Array.from(id, (each, row) => ({
    func: whole[each],
    line: line[each],
    self: self[row],
    selfSamples: selfSamples[row],
    total: total[row],
    totalSamples: totalSamples[row],
  }));
  const nameOf = ({ func }: LineOfFunction) => strings[funcs.name[func]];
  const byName = (a: LineOfFunction, b: LineOfFunction) =>
    nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a.line - b.line;
  return rows.filter((row) => row.line > 0).sort((a, b) => byHeat(a, b) || byName(a, b));
}

function byHeat(a: LineTotals, b: LineTotals): number {
  return b.self - a.self || b.total - a.total;
}

/** Callees of a line that are listed. */
const MAX_LISTED = 10;

/** `func` is a function as it is when it is not split. Lines are in order of self, then of total weight. */
export function linesOfFunction(tree: CallTree, { whole, line }: LineFunctions, func: number): FunctionLines {
  const parts = Array.from(whole.keys()).filter((each) => whole[each] === func);
  const sums = parts.map(() => ({ self: 0, selfSamples: 0 }));
  /** Per function: its index in `parts`, or NONE. */
  const indexOf = new Int32Array(whole.length).fill(NONE);
  for (const [i, part] of parts.entries()) indexOf[part] = i;
  const totals = new OutermostSums(parts.length);
  const callees = parts.map(() => new Map<number, CalleeSum>());
  for (let chain = 0; chain < tree.chains; chain++) {
    const last = tree.first[chain + 1] - 1;
    for (let node = Math.max(1, tree.first[chain]); node <= last; node++) {
      const caller = tree.func[parentOf(tree, node, chain)];
      const calling = caller < 0 ? NONE : indexOf[caller];
      if (calling >= 0) addCallee(callees[calling], whole[tree.func[node]], tree, chain);
      const part = indexOf[tree.func[node]];
      if (part >= 0) totals.add(part, tree, chain);
    }
    const part = last > 0 ? indexOf[tree.func[last]] : NONE;
    if (part < 0) continue;
    sums[part].self += tree.self[chain];
    sums[part].selfSamples += tree.selfSamples[chain];
  }
  const rows = parts.map((part, i): LineWeights => {
    const called = Array.from(callees[i], ([id, { weight }]) => [id, weight] as const);
    return {
      line: line[part],
      ...sums[i],
      total: totals.weight[i],
      totalSamples: totals.samples[i],
      callees: heaviest(called, MAX_LISTED),
    };
  });
  const sampled = rows.filter(({ totalSamples, total }) => totalSamples > 0 || total > 0);
  return {
    lines: sampled.filter((row) => row.line > 0).sort((a, b) => byHeat(a, b) || a.line - b.line),
    unknown: sampled.find((row) => row.line === 0),
  };
}

interface CalleeSum {
  weight: number;
  /** The chain after the last counted subtree: the same call may be in a stack repeatedly. */
  countedUntil: number;
}

function addCallee(sums: Map<number, CalleeSum>, callee: number, tree: CallTree, chain: number): void {
  const sum = sums.get(callee) ?? { weight: 0, countedUntil: 0 };
  if (chain < sum.countedUntil) return;
  sums.set(callee, { weight: sum.weight + tree.total[chain], countedUntil: tree.end[chain] });
}
