// Groups the weights of parts by cost.

import { COSTS, type CostId, type PartWeight } from '../../model/costs.ts';

/** Shares of all own time and of the total, 0 to 1. */
export interface OwnAndTotal {
  readonly own: number;
  readonly total: number;
}

export interface CostGroup extends OwnAndTotal {
  readonly id: CostId;
  readonly label: string;
  /** Largest first. Parts without a name are left out. */
  readonly parts: readonly (OwnAndTotal & { readonly name: string })[];
}

/** The costs with weight, largest first: by total, then by own time. */
export function costGroups(costs: readonly PartWeight[]): CostGroup[] {
  const wholeOwn = sumOf(costs, 'own') || 1;
  const wholeTotal = sumOf(costs, 'total') || 1;
  const groups = COSTS.map(({ id, label }) => {
    const rows = costs.filter(({ cost, total }) => cost === id && total > 0);
    const parts = rows.map(({ part, own, total }) => ({
      name: part,
      own: own / wholeOwn,
      total: total / wholeTotal,
    }));
    const named = parts.filter(({ name }) => name !== '').sort(byWeight);
    return { id, label, own: sumOf(parts, 'own'), total: sumOf(parts, 'total'), parts: named };
  });
  return groups.filter(({ total }) => total > 0).sort(byWeight);
}

function byWeight(a: OwnAndTotal, b: OwnAndTotal): number {
  return b.total - a.total || b.own - a.own;
}

function sumOf(weights: readonly OwnAndTotal[], column: keyof OwnAndTotal): number {
  return weights.reduce((sum, each) => sum + each[column], 0);
}
