// A table of weights, with numbers of samples and shares of one or two totals.

import { formatCount, formatShare, formatWeight, orDash } from '../../text/format.ts';

interface Heading {
  readonly label: string;
  readonly tooltip?: string;
}

interface Props {
  readonly measure: string;
  readonly rows: readonly (Heading & { readonly weight: number; readonly samples: number })[];
  /** At most two fit into the panel. */
  readonly shares: readonly (Heading & { readonly whole: number })[];
}

export function Weights({ measure, rows, shares }: Props) {
  return (
    <table className="weights small nowrap">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Measure</span>
          </th>
          <th scope="col">Weight</th>
          <th scope="col">Samples</th>
          {shares.map(({ label, tooltip }) => (
            <th key={label} scope="col" title={tooltip}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, tooltip, weight, samples }) => (
          <tr key={label}>
            <th scope="row" title={tooltip}>
              {label}
            </th>
            <td>{orDash(weight, formatWeight(weight, measure))}</td>
            <td>{orDash(samples, formatCount(samples))}</td>
            {shares.map((share) => (
              <td key={share.label}>{orDash(weight, formatShare(weight / (share.whole || 1)))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
