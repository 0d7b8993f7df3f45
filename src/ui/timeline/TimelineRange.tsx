// The selected time range, drawn over the lanes. The time outside the range is dimmed. Each end is a slider that arrow keys
// move by one tick; the range applies when the key is released.

import type { ColumnRange, Edge } from '../../canvas/chart/range-gestures.ts';
import { timeOf } from '../../canvas/time/timeline-columns.ts';
import type { RangeControl } from './use-time-range.ts';
import { scaleOf, timeText } from '../../canvas/time/time-axis.ts';

interface Props {
  readonly control: RangeControl;
  /** The part that the time order shows, if it does not show the complete range. */
  readonly visible: ColumnRange | undefined;
  readonly height: number;
}

const EDGES: readonly { readonly edge: Edge; readonly label: string }[] = [
  { edge: 'from', label: 'From' },
  { edge: 'to', label: 'To' },
];

export function TimelineRange({ control, visible, height }: Props) {
  const { timeline, range, edgeKeys } = control;
  const { columns } = timeline;
  const shown = range ?? { from: 0, to: columns };
  const scale = scaleOf(timeline);
  const percent = (column: number) => `${(column / columns) * 100}%`;
  const span = ({ from, to }: ColumnRange) => ({ left: percent(from), width: percent(to - from) });
  return (
    <div className={range ? 'timeline-range' : 'timeline-range timeline-whole'}>
      <div className="relative" style={{ height }}>
        {range && (
          <>
            <div className="timeline-veil" style={{ left: 0, width: percent(range.from) }} />
            <div className="timeline-veil" style={{ left: percent(range.to), right: 0 }} />
            <div className="timeline-bar" style={span(range)} />
          </>
        )}
        {visible && <div className="timeline-visible" style={span(visible)} />}
        {EDGES.map(({ edge, label }) => (
          <div
            key={edge}
            className={`timeline-edge timeline-edge-${edge}${shown[edge] >= columns ? ' timeline-edge-end' : ''}`}
            style={{ left: percent(shown[edge]) }}
            role="slider"
            tabIndex={0}
            aria-label={`${label}: arrow keys move this end of the range by one tick, or with Shift the whole range`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={Math.round(timeOf(timeline, columns))}
            aria-valuenow={Math.round(timeOf(timeline, shown[edge]))}
            aria-valuetext={timeText(timeOf(timeline, shown[edge]), scale)}
            onKeyDown={(event) => edgeKeys.press(edge, event)}
            onKeyUp={edgeKeys.apply}
            onBlur={edgeKeys.apply}
          />
        ))}
      </div>
    </div>
  );
}
