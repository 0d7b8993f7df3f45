// Start, end, length, samples and share of the selected time range, or of the whole recording.

import type { Columns } from '../../canvas/range-gestures.ts';
import { amountIn, scaleOf, timeOf } from '../../canvas/timeline-columns.ts';
import { timeText } from '../../canvas/time-axis.ts';
import type { Recording, Timeline, ViewOptions } from '../../model/session.ts';
import { formatDuration, formatNumberOf, formatShare } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';

interface Props {
  readonly recording: Recording;
  readonly timeline: Timeline;
  readonly range: Columns | undefined;
  /** True while the range is being dragged. */
  readonly isDraft: boolean;
}

export function TimelineReadout({ recording, timeline, range, isDraft }: Props) {
  const view = useAppState((state) => state.view);
  const { from, to } = range ?? { from: 0, to: timeline.columns };
  const all = recording.events[timeline.event]?.weight || 1;
  const requested = useAppState((state) => state.options);
  const isShown = !isDraft && view !== undefined && isSameChoice(view.options, requested);
  // Estimated from the columns of the timeline until the view arrives with exact numbers.
  const { weight, samples } = isShown
    ? { weight: view.tree.total[0], samples: view.tree.samples[0] }
    : amountIn(lanesOf(timeline, requested.threads), { from, to });
  const length = timeOf(timeline, to) - timeOf(timeline, from);
  const scale = scaleOf(timeline, length);
  return (
    <output className="timeline-readout numbers muted nowrap" aria-live="off" aria-label="Selected time">
      <span>
        {timeText(timeOf(timeline, from), scale)} – {timeText(timeOf(timeline, to), scale)}
      </span>
      <span className="timeline-length">{formatDuration(length)}</span>
      <span>{formatNumberOf(samples, 'sample')}</span>
      <span>{formatShare(Math.min(1, weight / all))}</span>
    </output>
  );
}

function lanesOf({ lanes }: Timeline, threads: readonly number[] | undefined) {
  if (!threads) return lanes;
  const chosen = new Set(threads);
  return lanes.filter((lane) => lane.threads.some((thread) => chosen.has(thread)));
}

/** Compares by value, because the worker returns a copy of the options. */
function isSameChoice(a: ViewOptions, b: ViewOptions): boolean {
  const isSameRange = a.range?.from === b.range?.from && a.range?.to === b.range?.to;
  return isSameRange && a.event === b.event && String(a.threads) === String(b.threads);
}
