// The costs of a recording, in groups, as numbers and as tab-separated text.

import { compareBytes } from '../src/bytes/numbers.ts';
import { sumCosts } from '../src/calltree/costs/cost-weights.ts';
import type { CostId } from '../src/model/costs.ts';
import { NONE, type Thread } from '../src/model/profile.ts';
import { nameAndPlace } from '../src/text/labels.ts';
import { atLevel } from '../src/python/levels.ts';
import type { OpenProfile } from './pipeline.ts';
import { stackCostsOf } from './views/tree-shares.ts';

/** What own time is summed by, besides the cost. */
export const COST_GROUPINGS = ['function', 'file', 'package', 'thread'] as const;
export type CostsBy = (typeof COST_GROUPINGS)[number];

export interface CostOptions {
  readonly by?: CostsBy | undefined;
  /** Distinguishes the parts of a cost. */
  readonly parts?: boolean | undefined;
  /** Names functions as on the page instead of as recorded. */
  readonly hasLabels?: boolean | undefined;
  /** Index of the event; undefined for all. */
  readonly event?: number | undefined;
  /** The samples to count; undefined for all. */
  readonly isIncluded?: ((sample: number) => boolean) | undefined;
}

export interface CostRow {
  readonly event: string;
  /** The name of the function, file, package or thread; empty without grouping. */
  readonly group: string;
  readonly cost: CostId;
  /** Empty unless parts are distinguished. */
  readonly part: string;
  readonly weight: number;
  readonly samples: number;
}

/** Sums the own time of groups by cost, in no particular order. */
export function costRows(open: OpenProfile, options: CostOptions = {}): CostRow[] {
  const { profile } = open.classified;
  const costs = stackCostsOf(open);
  const groups = groupsOf(open, options);
  const groupOf = (sample: number) =>
    options.isIncluded === undefined || options.isIncluded(sample) ? groups.of(sample) : NONE;
  const rows = new Map<string, { -readonly [K in keyof CostRow]: CostRow[K] }>();
  const { events } = open.recording;
  for (const index of options.event === undefined ? profile.events.keys() : [options.event]) {
    const event = events[index]?.name ?? '';
    for (const { group, part, weight, samples } of sumCosts(profile.samples, costs, index, groupOf)) {
      const { cost, part: name } = costs.parts[part];
      const row = {
        event,
        group: groups.nameOf(group),
        cost,
        part: options.parts ? name : '',
        weight,
        samples,
      };
      const key = JSON.stringify([index, row.group, cost, row.part]);
      const same = rows.get(key);
      if (!same) rows.set(key, row);
      else {
        same.weight += weight;
        same.samples += samples;
      }
    }
  }
  return [...rows.values()];
}

/** One line per row: event, group, cost, part, weight and samples, without columns that are not asked for; sorted by bytes. */
export function costLines(open: OpenProfile, options: CostOptions = {}): string {
  const lines = costRows(open, options).map(({ event, group, cost, part, weight, samples }) =>
    [event, ...(options.by ? [group] : []), cost, ...(options.parts ? [part] : []), weight, samples]
      .map((field) => String(field).replace(/[\t\n]/g, ' '))
      .join('\t'),
  );
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const sorted = lines.map((line) => encoder.encode(`${line}\n`)).sort(compareBytes);
  return sorted.map((line) => decoder.decode(line)).join('');
}

interface Groups {
  of(sample: number): number;
  nameOf(group: number): string;
}

/** The groups of samples; several may have the same name. Except for threads, the innermost Python function decides. */
function groupsOf({ classified }: OpenProfile, { by, hasLabels }: CostOptions): Groups {
  if (by === undefined) return { of: () => 0, nameOf: () => '' };
  if (by === 'thread') {
    const { samples, threads } = classified.profile;
    const nameOf = ({ comm, tid }: Thread) => (tid === NONE ? comm : `${comm} ${tid}`);
    return { of: (sample) => samples.thread[sample], nameOf: (thread) => nameOf(threads[thread]) };
  }
  const profile = atLevel(classified, 'python');
  const { samples, stacks, strings, funcs } = profile;
  const column = { function: funcs.name, file: funcs.file, package: funcs.package }[by];
  return {
    of: (sample) => stacks.func[samples.stack[sample]],
    // Only the markers for missing frames have no file or package; they keep their own name.
    nameOf: (func) =>
      by === 'function' && hasLabels
        ? nameAndPlace(profile, func)
        : strings[column[func] === NONE ? funcs.name[func] : column[func]],
  };
}
