// What the colors of the timeline mean around the pointer.

import { bandsBetween } from '../../canvas/boxes/rebin.ts';
import { costLabel, COSTS } from '../../model/costs.ts';
import { FAMILIES } from '../../model/kinds.ts';
import { FAMILY_LABELS } from '../../text/family-labels.ts';
import type { Lane, Timeline, TimelineBands } from '../../model/session.ts';
import { WAIT_GROUPS } from '../../model/wait-states.ts';
import { HeaviestShares } from '../primitives/HeaviestShares.tsx';

interface Props {
  readonly timeline: Timeline;
  readonly lane: Lane;
  readonly column: number;
  /** The colors of the bands. */
  readonly colors: readonly string[];
}

const MAX_SHOWN = 4;
/** Shares are those of this part of the timeline, with the pointer in its middle: a few samples would jump with each pixel. */
const WINDOW = 0.01;

const LABELS: Readonly<Record<TimelineBands, readonly string[]>> = {
  families: FAMILIES.map((family) => FAMILY_LABELS[family]),
  costs: COSTS.map(({ id }) => costLabel(id)),
};

export function BandTooltip({ timeline: { bands, columns }, lane, column, colors }: Props) {
  const half = Math.max(1, (columns * WINDOW) / 2);
  const weights = [...bandsBetween(lane, column - half, column + half)];
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight, band) => ({
    label: LABELS[bands][band] ?? WAIT_GROUPS[band - LABELS[bands].length].label,
    color: colors[band],
    share: weight / all,
  }));
  return <HeaviestShares shares={shares} max={MAX_SHOWN} />;
}
