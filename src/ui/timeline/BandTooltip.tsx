// What the colors of the timeline mean around the pointer.

import { bandsBetween } from '../../canvas/boxes/rebin.ts';
import { costLabel, COSTS } from '../../model/costs.ts';
import { FAMILIES, KIND_LABELS, kindsOf } from '../../model/kinds.ts';
import type { Lane, Timeline } from '../../model/session.ts';
import { WAIT_GROUPS } from '../../model/wait-states.ts';
import { HeaviestShares } from '../primitives/FloatingTooltip.tsx';

interface Props {
  readonly timeline: Timeline;
  readonly lane: Lane;
  readonly column: number;
  readonly colors: readonly string[];
}

const MAX_SHOWN = 4;
/** Shares are those of this part of the timeline, with the pointer in its middle: a few samples would jump with each pixel. */
const WINDOW = 0.01;

export function BandTooltip({ timeline, lane, column, colors }: Props) {
  const { columns } = timeline;
  const labels = bandLabels(timeline);
  const half = Math.max(1, (columns * WINDOW) / 2);
  const weights = [...bandsBetween(lane, column - half, column + half)];
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight, band) => ({
    label: labels[band] ?? WAIT_GROUPS[band - labels.length].label,
    color: colors[band],
    share: weight / all,
  }));
  return <HeaviestShares shares={shares} max={MAX_SHOWN} />;
}

/** A band of code is named after its kinds in the recording, as in lists of kinds. */
function bandLabels({ bands, kinds }: Timeline): string[] {
  if (bands === 'costs') return COSTS.map(({ id }) => costLabel(id));
  return FAMILIES.map((family) =>
    kindsOf(family)
      .filter((kind) => kinds.includes(kind))
      .map((kind) => KIND_LABELS[kind])
      .join(', '),
  );
}
