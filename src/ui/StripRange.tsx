// The chosen range over the lanes: what lies outside is veiled, and each end is a slider, of which the keyboard moves
// one column at a time. What a held key moves is asked for when it is let go.

import { useRef, type KeyboardEvent } from 'react';
import { moved, stepped, type Columns } from '../canvas/range-gestures.ts';
import { scaleOf, timeOf } from '../canvas/strip-time.ts';
import { timeText } from '../canvas/time-axis.ts';
import type { Timeline } from '../model/session.ts';

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

export function StripRange({ timeline, range, height, draft, commit }: Props) {
  const { columns } = timeline;
  const shown = range ?? { from: 0, to: columns };
  /** Moved by keys and not asked for yet. */
  const held = useRef<Columns>(undefined);
  const letGo = () => {
    if (held.current) commit(held.current);
    held.current = undefined;
  };
  const onKeyDown = (edge: Edge, event: KeyboardEvent) => {
    if (event.key === 'Escape') held.current = undefined;
    const to = steppedTo(event.key, Math.round(shown[edge]), columns);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // With Shift the range goes as a whole.
    held.current = event.shiftKey
      ? moved(shown, to - Math.round(shown[edge]), columns)
      : stepped(shown, edge, to, columns);
    draft(held.current);
  };
  const scale = scaleOf(timeline);
  const percent = (column: number) => `${(column / columns) * 100}%`;
  return (
    <div className={range ? 'strip-range' : 'strip-range strip-whole'}>
      <div style={{ height }}>
        {range && (
          <>
            <div className="strip-veil" style={{ left: 0, width: percent(shown.from) }} />
            <div className="strip-veil" style={{ left: percent(shown.to), right: 0 }} />
            <div
              className="strip-bar"
              style={{ left: percent(shown.from), width: percent(shown.to - shown.from) }}
            />
          </>
        )}
        {EDGES.map(({ edge, label }) => (
          <div
            key={edge}
            className={`strip-edge strip-edge-${edge}${shown[edge] >= columns ? ' strip-edge-end' : ''}`}
            style={{ left: percent(shown[edge]) }}
            role="slider"
            tabIndex={0}
            aria-label={`${label}: start and end of the range move with the arrow keys, both with Shift`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={columns}
            aria-valuenow={Math.round(shown[edge])}
            aria-valuetext={timeText(timeOf(timeline, shown[edge]), scale)}
            onKeyDown={(event) => onKeyDown(edge, event)}
            onKeyUp={letGo}
            onBlur={letGo}
          />
        ))}
      </div>
    </div>
  );
}

/** The column a key leads to; undefined for other keys. */
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
