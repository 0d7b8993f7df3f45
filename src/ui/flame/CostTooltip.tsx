// The heaviest costs of the box under the pointer.

import { costLabel, type CostShares } from '../../model/costs.ts';
import { HeaviestShares } from '../primitives/HeaviestShares.tsx';
import { useCostColors } from '../primitives/use-colors.ts';

interface Props {
  readonly costs: CostShares;
  readonly chain: number;
}

const MAX_SHOWN = 3;

export function CostTooltip({ costs: { costs, shares }, chain }: Props) {
  const colorOf = useCostColors();
  const ofBox = costs.map((cost, at) => ({
    label: costLabel(cost),
    color: colorOf(cost),
    // Only exact to half a percent.
    share: shares[chain * costs.length + at] / 255,
  }));
  return <HeaviestShares shares={ofBox} max={MAX_SHOWN} />;
}
