// The selected time range over the lanes: the rest is dimmed, and each end is a slider that keys move by one column. The
// range applies when the key is released.

import { useRef, type KeyboardEvent } from 'react';
import { moved, stepped, type Columns } from '../../canvas/range-gestures.ts';
import { scaleOf, timeOf } from '../../canvas/timeline-columns.ts';
import { timeText } from '../../canvas/time-axis.ts';
import type { Timeline } from '../../model/session.ts';

interface Props {
  readonly timeline: Timeline;
  readonly range: Columns | undefined;
  readonly height: number;
  readonly draft: (range: Columns) => void;
  readonly commit: (range: Columns) => void;
}

type Edge = 'from' | 'to';

const EDGES: readonly { readonly edge: Edge; readonly label: string }[] = [
  { edge: 'from', label: 'From' },
  { edge: 'to', label: 'To' },
];

export function TimelineRange({ timeline, range, height, draft, commit }: Props) {
  const { columns } = timeline;
  const shown = range ?? { from: 0, to: columns };
  /** The range that keys have moved, not applied yet. */
  const pending = useRef<Columns>(undefined);
  const apply = () => {
    if (pending.current) commit(pending.current);
    pending.current = undefined;
  };
  const onKeyDown = (edge: Edge, event: KeyboardEvent) => {
    if (event.key === 'Escape') pending.current = undefined;
    const to = steppedTo(event.key, Math.round(shown[edge]), columns);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // Shift moves the whole range.
    pending.current = event.shiftKey
      ? moved(shown, to - Math.round(shown[edge]), columns)
      : stepped(shown, edge, to, columns);
    draft(pending.current);
  };
  const scale = scaleOf(timeline);
  const percent = (column: number) => `${(column / columns) * 100}%`;
  return (
    <div className={range ? 'timeline-range' : 'timeline-range timeline-whole'}>
      <div className="relative" style={{ height }}>
        {range && (
          <>
            <div className="timeline-veil" style={{ left: 0, width: percent(shown.from) }} />
            <div className="timeline-veil" style={{ left: percent(shown.to), right: 0 }} />
            <div
              className="timeline-bar"
              style={{ left: percent(shown.from), width: percent(shown.to - shown.from) }}
            />
          </>
        )}
        {EDGES.map(({ edge, label }) => (
          <div
            key={edge}
            className={`timeline-edge timeline-edge-${edge}${shown[edge] >= columns ? ' timeline-edge-end' : ''}`}
            style={{ left: percent(shown[edge]) }}
            role="slider"
            tabIndex={0}
            aria-label={`${label}: arrow keys move this end of the range, with Shift the whole range`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={columns}
            aria-valuenow={Math.round(shown[edge])}
            aria-valuetext={timeText(timeOf(timeline, shown[edge]), scale)}
            onKeyDown={(event) => onKeyDown(edge, event)}
            onKeyUp={apply}
            onBlur={apply}
          />
        ))}
      </div>
    </div>
  );
}

/** The column that a key moves to; undefined for other keys. */
function steppedTo(key: string, column: number, columns: number): number | undefined {
  const tenth = Math.round(columns / 10);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: column + 1,
    ArrowUp: column + 1,
    ArrowLeft: column - 1,
    ArrowDown: column - 1,
    PageUp: column + tenth,
    PageDown: column - tenth,
    Home: 0,
    End: columns,
  };
  return steps[key];
}
