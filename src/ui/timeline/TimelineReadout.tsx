// Weight, number of samples and share of the selected time range, or of the complete recording.

import { amountIn } from '../../canvas/timeline-columns.ts';
import type { Timeline, ViewOptions } from '../../model/session.ts';
import type { State } from '../../state/store.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { totalText } from '../details/total-text.ts';
import { useAppState, useParts, useRecording } from '../primitives/use-app-state.ts';
import type { RangeControl } from './use-time-range.ts';

interface Props {
  readonly control: RangeControl;
}

export function TimelineReadout({ control: { timeline, range, isDraft } }: Props) {
  const recording = useRecording();
  const all = recording.events[timeline.event];
  const threads = useAppState(({ options }) => options.threads);
  const [exactWeight, exactSamples] = useParts(amountInView);
  // The timeline's columns provide an estimate until the view arrives with exact numbers.
  const { weight, samples } =
    !isDraft && exactSamples !== undefined
      ? { weight: exactWeight, samples: exactSamples }
      : amountIn(lanesOf(timeline, threads), range ?? { from: 0, to: timeline.columns });
  const share = formatShare(Math.min(1, weight / (all?.weight || 1)));
  return (
    <output className="timeline-readout number muted ellipsis" aria-live="off" aria-label="Selected time">
      {samples === 0 ? (
        'No samples'
      ) : (
        <>
          {weight !== samples && `${totalText(weight, measureAt(recording, timeline.event))} in `}
          {formatNumberOf(samples, 'sample')}
          {samples !== all?.samples && ` · ${share} of all samples`}
        </>
      )}
    </output>
  );
}

/** Weight and samples of the selection; empty until the view arrives. */
function amountInView({ view, options }: State): number[] {
  return view && isSameSelection(view.options, options) ? [view.tree.total[0], view.tree.samples[0]] : [];
}

function lanesOf({ lanes }: Timeline, threads: readonly number[] | undefined) {
  if (!threads) return lanes;
  const selected = new Set(threads);
  return lanes.filter((lane) => lane.threads.some((thread) => selected.has(thread)));
}

/** Compares by value, because the worker returns a copy of the options. */
function isSameSelection(a: ViewOptions, b: ViewOptions): boolean {
  const isSameRange = a.range?.from === b.range?.from && a.range?.to === b.range?.to;
  return isSameRange && a.event === b.event && String(a.threads) === String(b.threads);
}
