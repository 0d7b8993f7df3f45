// Text fields for the ends of the selected time range. Enter applies the typed time, and Esc discards it; the up and down keys
// move an end by one tick.

import { useState, type KeyboardEvent } from 'react';
import type { Edge } from '../../canvas/range-gestures.ts';
import { timeOf, withEnd } from '../../canvas/timeline-columns.ts';
import { readTime } from '../../canvas/time-axis.ts';
import type { TimelineSelection } from './timeline-selection.ts';
import type { RangeControl } from './use-time-range.ts';
import { scaleOf, timeText, type TimeScale } from '../../canvas/time-scale.ts';

interface Props {
  readonly control: RangeControl;
  readonly selection: TimelineSelection;
}

export function RangeFields({ control, selection }: Props) {
  const { timeline, range } = control;
  const { from, to } = range ?? { from: 0, to: timeline.columns };
  const length = timeOf(timeline, to) - timeOf(timeline, from);
  const scale = scaleOf(timeline, length);
  return (
    <div className="range-fields row" role="group" aria-label="Time range">
      <RangeField {...{ control, selection }} edge="from" column={from} scale={scale} />
      <span aria-hidden="true">–</span>
      <RangeField {...{ control, selection }} edge="to" column={to} scale={scale} />
      <span className="muted">{scale.name}</span>
    </div>
  );
}

interface FieldProps extends Props {
  readonly edge: Edge;
  /** The end of the range. */
  readonly column: number;
  readonly scale: TimeScale;
}

const NAMES = { from: 'Start', to: 'End' } as const;
/** All other keys that move a handle of the range move the text cursor in a field. */
const KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'];

function RangeField({ control, selection, edge, column, scale }: FieldProps) {
  const { timeline, edgeKeys } = control;
  const { recording, range, setRange } = selection;
  /** The text being typed. */
  const [draft, setDraft] = useState<string>();
  const { duration } = recording;
  const textOf = (time: number) => timeText(time, { ...scale, name: '' }).trim();
  // The timeline ends one interval after the last sample, where the recording ends.
  const shown = textOf(Math.min(timeOf(timeline, column), duration));
  const typed = draft === undefined ? undefined : readTime(draft, scale);
  const apply = () => {
    setDraft(undefined);
    // The end of the recording includes the last sample.
    const isEnd = typed !== undefined && (typed >= duration || textOf(typed) === textOf(duration));
    if (typed !== undefined)
      setRange(withEnd(timeline, range, edge, isEnd && edge === 'to' ? Infinity : typed));
    else edgeKeys.apply();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape' && draft !== undefined) {
      event.preventDefault();
      setDraft(undefined);
    } else {
      if (KEYS.includes(event.key)) setDraft(undefined);
      edgeKeys.press(edge, event, KEYS);
    }
  };
  return (
    <input
      className="number"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${NAMES[edge]} (${scale.name})`}
      title={`${NAMES[edge]} of the time range: type a time, or press ↑ or ↓ for the next tick`}
      aria-invalid={draft !== undefined && typed === undefined}
      style={{ width: `${Math.max(4, (draft ?? shown).length + 1)}ch` }}
      value={draft ?? shown}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={onKeyDown}
      onKeyUp={edgeKeys.apply}
    />
  );
}
