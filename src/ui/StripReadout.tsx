// What the chosen range of time is: from, to, how long, how much lies in it. Without one, all of the recording.

import type { Columns } from '../canvas/range-gestures.ts';
import { amountIn, scaleOf, timeOf } from '../canvas/strip-time.ts';
import { timeText } from '../canvas/time-axis.ts';
import type { Recording, Timeline, ViewOptions } from '../model/session.ts';
import { formatDuration, formatNumberOf, formatShare } from '../model/format.ts';
import { useStateOf } from './use-state-of.ts';

interface Props {
  readonly recording: Recording;
  readonly timeline: Timeline;
  readonly range: Columns | undefined;
  /** Is it still being dragged? */
  readonly isDraft: boolean;
}

export function StripReadout({ recording, timeline, range, isDraft }: Props) {
  const view = useStateOf((state) => state.view);
  const { from, to } = range ?? { from: 0, to: timeline.columns };
  const all = recording.events[timeline.event]?.weight || 1;
  const asked = useStateOf((state) => state.options);
  const isShown = !isDraft && view !== undefined && isSameChoice(view.options, asked);
  // The picture knows exactly; before it comes, the strip knows well enough.
  const { weight, samples } = isShown
    ? { weight: view.tree.total[0], samples: view.tree.samples[0] }
    : amountIn(lanesOf(timeline, asked.threads), { from, to });
  const length = timeOf(timeline, to) - timeOf(timeline, from);
  const scale = scaleOf(timeline, length);
  return (
    <output className="strip-readout numbers" aria-live="off" aria-label="Selected time">
      <span>
        {timeText(timeOf(timeline, from), scale)} – {timeText(timeOf(timeline, to), scale)}
      </span>
      <span className="strip-length">{formatDuration(length)}</span>
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

/** The picture's options were copied on their way to the worker and back. */
function isSameChoice(a: ViewOptions, b: ViewOptions): boolean {
  const isSameRange = a.range?.from === b.range?.from && a.range?.to === b.range?.to;
  return isSameRange && a.event === b.event && String(a.threads) === String(b.threads);
}
