// The source lines of a function in the details of a comparison: which got slower.

import { isCertain, type ComparedLine, type ComparisonSummary } from '../../model/comparison.ts';
import { formatChange, formatValue, verdictSentence, withoutPer } from '../../text/difference.ts';
import { formatNumberOf, orDash } from '../../text/format.ts';
import { ShareList } from '../details/ShareList.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

/** The others are only counted. */
const MAX_SHOWN = 8;

interface Props {
  readonly comparison: ComparisonSummary;
}

/** The lines that changed for certain come first. Lines of few samples are not tested, so they are not listed. */
export function ComparedLines({ comparison }: Props) {
  const lines = useAppState((state) => state.comparedLines) ?? [];
  if (lines.length === 0) return null;
  const changed = lines.filter(({ verdict }) => isCertain(verdict));
  const others = lines.filter(({ verdict }) => !isCertain(verdict));
  const shown = [...changed, ...others].slice(0, MAX_SHOWN);
  return (
    <>
      <ShareList title="Lines" caption="self · A · B · B − A">
        {shown.map((line) => (
          <LineRow key={`${line.key} ${line.line}`} line={line} comparison={comparison} />
        ))}
      </ShareList>
      {shown.length < lines.length && (
        <p className="small muted">{formatNumberOf(lines.length - shown.length, 'more line')}</p>
      )}
    </>
  );
}

function LineRow({ line: row, comparison }: Props & { readonly line: ComparedLine }) {
  const { line, a, b, d, verdict } = row;
  const scale = withoutPer(comparison);
  const value = (weight: number) => orDash(weight, formatValue(weight, scale));
  return (
    <li className="share-row row compared-line" title={`Line ${line}: ${verdictSentence(row, comparison)}`}>
      <span className="part-name nowrap">line {line}</span>
      <span className="number nowrap">{value(a)}</span>
      <span className="number nowrap">{value(b)}</span>
      <span className={`number nowrap verdict ${verdict}`}>
        {isCertain(verdict) ? formatChange(d, scale) : verdict === 'same' ? 'same' : 'unsure'}
      </span>
    </li>
  );
}
