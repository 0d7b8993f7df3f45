// The self and total weight of a line.

import type { LineWeights } from '../../model/lines.ts';
import { formatWeight, orDash } from '../../text/format.ts';

interface Props {
  readonly line: Pick<LineWeights, 'self' | 'total'>;
  readonly measure: string;
}

export function LineNumbers({ line: { self, total }, measure }: Props) {
  return (
    <>
      <span className="number line-weight relative">
        <span className="visually-hidden">self </span>
        {orDash(self, formatWeight(self, measure))}
      </span>
      <span className="number line-weight relative">
        <span className="visually-hidden">total </span>
        {orDash(total, formatWeight(total, measure))}
      </span>
    </>
  );
}
