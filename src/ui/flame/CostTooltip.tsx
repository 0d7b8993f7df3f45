// The heaviest costs of the box under the pointer.

import { costLabel, type CostShares } from '../../model/costs.ts';
import { useCostColors } from '../primitives/use-cost-colors.ts';

interface Props {
  readonly costs: CostShares;
  readonly chain: number;
}

const MAX_SHOWN = 3;
/** Shares are only exact to half a percent. */
const MIN_SHARE = 0.01;

export function CostTooltip({ costs: { costs, shares }, chain }: Props) {
  const colorOf = useCostColors();
  const heaviest = costs
    .map((cost, at) => ({ cost, share: shares[chain * costs.length + at] / 255 }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_SHOWN);
  return (
    <>
      {heaviest.map(({ cost, share }) => (
        <p key={cost} className="row">
          <span className="swatch" style={{ background: colorOf(cost) }} aria-hidden="true" />
          {costLabel(cost)} {Math.round(share * 100)}%
        </p>
      ))}
    </>
  );
}
