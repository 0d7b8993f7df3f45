// The functions whose share differs most between groups of recordings: candidates, found in some of the recordings.

import { Kind, KIND_NAMES } from '../../src/model/kinds.ts';
import { numberAt } from '../../src/store/columns.ts';
import type { ListedRecording, StoreReader } from '../../src/store/reader.ts';
import type { StoreSelection } from '../../src/store/selection.ts';
import { callsQuery } from '../../src/store/trend-queries.ts';
import { evenlySpread } from '../../src/model/lists.ts';
import { MIN_SHARE, type TrendFrame } from './trend-frame.ts';

/** Recordings whose functions are all summed. */
const MAX_READ = 96;
const MAX_CANDIDATES = 24;

/** Without the interpreter's own frames and unnamed code. */
const KINDS = [
  Kind.own,
  Kind.stdlib,
  Kind.package,
  Kind.runtime,
  Kind.extension,
  Kind.native,
  Kind.kernel,
].map((kind) => KIND_NAMES[kind]);

/** `tested` is the number of functions among which these were chosen. */
export async function changedFunctions(
  { engine }: StoreReader,
  selection: StoreSelection,
  { event, groups, totalOf }: TrendFrame,
): Promise<{ readonly ids: readonly number[]; readonly tested: number }> {
  const read = [...groups.values()].map((group) => spreadOver(group, groups.size));
  const chosen = evenlySpread(read, MAX_READ);
  const hashes = chosen.flatMap((group) => group.map(({ hash }) => hash));
  const groupOf = new Map(chosen.flatMap((group, i) => group.map(({ id }) => [id, i] as const)));
  const totals = chosen.map((group) => group.reduce((sum, each) => sum + totalOf(each).weight, 0));
  const rows = await engine.columns(callsQuery(engine.dialect, { ...selection, hashes }, event, KINDS));
  const weights = new Map<number, Float64Array>();
  for (let row = 0; row < rows.recording.length; row++) {
    const func = numberAt(rows.function, row);
    const ofGroups = weights.get(func) ?? new Float64Array(chosen.length);
    weights.set(func, ofGroups);
    const group = groupOf.get(numberAt(rows.recording, row));
    if (group !== undefined) ofGroups[group] += numberAt(rows.total, row) / totals[group];
  }
  const ranked = Array.from(weights, ([id, shares]) => ({ id, ...rangeOf(shares) }))
    .filter(({ most }) => most >= MIN_SHARE)
    .sort((a, b) => b.prominence - a.prominence || b.most - a.most);
  return { ids: ranked.slice(0, MAX_CANDIDATES).map(({ id }) => id), tested: ranked.length };
}

function spreadOver(group: readonly ListedRecording[], groups: number): readonly ListedRecording[] {
  return evenlySpread(group, Math.max(1, Math.floor(MAX_READ / groups)));
}

/** The noise of a share grows with its root. */
function rangeOf(shares: Float64Array): { readonly most: number; readonly prominence: number } {
  const most = Math.max(...shares);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { most, prominence: (most - Math.min(...shares)) / Math.sqrt(mean) };
}
