// The values of all code in the panel of a comparison: as recorded, and as compared.

import { type ComparisonSummary, totalVerdict } from '../../model/comparison.ts';
import { BASIS_TEXT, measureOf } from '../../text/sides-text.ts';
import {
  formatRelative,
  formatRelativeInterval,
  formatValue,
  verdictSentence,
  withoutPer,
} from '../../text/difference.ts';
import { capitalized, formatComparedWeight } from '../../text/format.ts';

export function TotalChange({ comparison }: { readonly comparison: ComparisonSummary }) {
  const { total, basis, measure, cpu } = comparison;
  return (
    <>
      <table className="weights total-change small">
        <thead>
          <tr>
            <th scope="col">{capitalized(measureOf(measure))}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B − A</th>
          </tr>
        </thead>
        <tbody>
          {basis !== 'cpu' && (
            <Row
              label={capitalized(BASIS_TEXT.cpu.suffix)}
              values={[
                ...cpu.map((weight) => formatComparedWeight(weight, measure)),
                formatRelative(cpu[1] - cpu[0], cpu[0]),
              ]}
            />
          )}
          {basis !== 'share' && (
            <Row
              label={capitalized(BASIS_TEXT[basis].suffix)}
              values={[
                formatValue(total.a, withoutPer(comparison)),
                formatValue(total.b, withoutPer(comparison)),
                formatRelative(total.d, total.a),
              ]}
            />
          )}
        </tbody>
      </table>
      <p className="small">{certaintyText(comparison)}</p>
      <p className="small muted">{factorText(comparison)}</p>
    </>
  );
}

function Row({ label, values }: { readonly label: string; readonly values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value, column) => (
        // The columns have fixed places.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={column}>{value}</td>
      ))}
    </tr>
  );
}

/** `95 % sure: between +4 % and +13 %.` */
function certaintyText(comparison: ComparisonSummary): string {
  const { total, delta, basis } = comparison;
  if (basis === 'share') return 'Only shares are compared: if one function shrinks, all others grow.';
  const verdict = totalVerdict(total, delta);
  const interval = formatRelativeInterval(total)?.replace(' to ', ' and ');
  return verdict === 'same' || verdict === 'unsure' || interval === undefined
    ? verdictSentence({ ...total, verdict }, comparison)
    : `95 % sure: between ${interval}.`;
}

function factorText({ basis, factor, factorSe }: ComparisonSummary): string {
  const times = `${factor.toFixed(2)} ± ${(2 * factor * factorSe).toFixed(2)} times as much in B`;
  return `Most functions use ${times}${basis === 'matched' ? ', so A is multiplied by that' : ''}.`;
}
