// A weight of a line, over a bar as wide as its share of the heaviest line. Empty for lines without samples.

import { formatWeight } from '../../text/format.ts';

interface Props {
  readonly weight: number;
  readonly whole: number;
  readonly measure: string;
}

export function WeightCell({ weight, whole, measure }: Props) {
  return (
    <span role="gridcell" className="source-weight number relative">
      {weight > 0 && (
        <>
          <span
            className="source-bar"
            style={{ width: `${(100 * weight) / (whole || 1)}%` }}
            aria-hidden="true"
          />
          <span className="relative">{formatWeight(weight, measure)}</span>
        </>
      )}
    </span>
  );
}
