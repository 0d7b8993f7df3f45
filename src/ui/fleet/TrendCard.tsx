// A chart with its heading, and the same numbers as a table.

import { X } from 'lucide-react';
import { groupName } from '../../store/fleet-source.ts';
import { capitalized } from '../../text/format.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { TrendChart, type TrendChartProps } from './TrendChart.tsx';
import { hasShares, valueOf } from './trend-geometry.ts';
import {
  changeText,
  intervalText,
  largestChange,
  seriesTitle,
  subjectLabel,
  valueFormat,
} from './trend-text.ts';

interface Props extends TrendChartProps {
  /** Only for series that the user chose. */
  readonly onRemove?: (() => void) | undefined;
}

export function TrendCard({ onRemove, ...chart }: Props) {
  const { series, answer } = chart;
  const { unit, groups, event } = answer;
  const format = valueFormat(series, event);
  const title = seriesTitle(series);
  const { name, place } = hasShares(series)
    ? subjectLabel(series.name)
    : { name: title, place: 'per second recorded' };
  const change = largestChange(series);
  const last = valueOf(series, groups.length - 1);
  const isKnown = groups.some((_, index) => valueOf(series, index));
  return (
    <section className="trend-card" aria-label={title}>
      <div className="trend-head row">
        <h3 className="ellipsis" title={title}>
          <span className={hasShares(series) ? 'name' : ''}>{name}</span>
          {place !== '' && <span className="muted place"> {place}</span>}
        </h3>
        {change && (
          <span className={change.isGrowth ? 'trend-growth' : 'trend-decline'}>
            {change.text} at {groupName(groups[change.index])}
          </span>
        )}
        <span className="muted number push-end nowrap">
          {last && format(last.value)}
          {last && hasShares(series) && <span className="wide-only"> of all samples</span>}
        </span>
        {onRemove && <IconButton Icon={X} size={14} label={`Remove ${title}`} onClick={onRemove} />}
      </div>
      {isKnown ? <TrendChart {...chart} /> : <p className="muted">These recordings have no times.</p>}
      <details className="small">
        <summary className="muted">As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{capitalized(unit)}</th>
              <th scope="col">Recordings</th>
              <th scope="col">{hasShares(series) ? 'Share of all samples' : 'Per second recorded'}</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, i) => {
              const value = valueOf(series, i);
              const { change: changed } = series.points[i];
              return (
                <tr key={group.name}>
                  <th scope="row">{groupName(group)}</th>
                  <td>{group.recordings}</td>
                  <td>{value ? intervalText(value, format) : 'unknown'}</td>
                  <td>{changed && changeText(changed)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </section>
  );
}
