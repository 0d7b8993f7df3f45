// What the colors and outlines of the differential graphs mean.

import { useMemo } from 'react';
import { hexOf, type Theme } from '../../canvas/colors.ts';
import { DifferenceScale } from '../../canvas/difference-colors.ts';
import { NodeMark, type ComparisonOptions } from '../../model/comparison.ts';
import { useTheme } from '../header/use-theme.ts';
import { useAppState } from '../primitives/use-app-state.ts';

/** D / max(A, B) of the shown colors. */
const STEPS = [
  { label: 'gone', relative: -1 },
  { label: '−50 %', relative: -0.5 },
  { label: '−10 %', relative: -0.1 },
  { label: 'no change', relative: 0 },
  { label: '+10 %', relative: 0.1 / 1.1 },
  { label: '×2', relative: 0.5 },
  { label: 'new', relative: 1 },
];

interface Props {
  readonly options: ComparisonOptions;
}

export function DifferenceLegend({ options: { width, onlyCertain, hidesGhosts } }: Props) {
  const theme = useTheme();
  const marks = useAppState(({ view }) => view?.compared?.mark);
  // There may be millions of nodes.
  const hasBrackets = useMemo(
    () => marks?.includes(NodeMark.inserted) === true || marks?.includes(NodeMark.removed) === true,
    [marks],
  );
  const { steps, unsure, small } = useMemo(() => legendColors(theme), [theme]);
  const ghosts = width === 'a' ? 'only in B' : 'only in A';
  return (
    <ul className="difference-legend row small no-shrink" aria-label="Colors">
      {STEPS.map(({ label }, i) => (
        <li key={label} style={{ background: steps[i] }} title={STEP_TOOLTIP}>
          {label}
        </li>
      ))}
      {!onlyCertain && (
        <li className="apart" style={{ background: unsure }} title="The difference may be noise">
          cannot tell
        </li>
      )}
      <li className={onlyCertain ? 'apart' : ''} style={{ background: small }} title={SMALL_TOOLTIP}>
        {onlyCertain ? 'not certain' : 'too small'}
      </li>
      {!(hidesGhosts && (width === 'a' || width === 'b')) && (
        <li className="apart ghost" title="Code that the other side does not have">
          {ghosts}
        </li>
      )}
      {hasBrackets && (
        <li
          className="apart bracket"
          title="Only one side makes this call; what it calls is compared one level up. Dashed if only A makes it."
        >
          inserted call
        </li>
      )}
    </ul>
  );
}

const STEP_TOOLTIP = 'Certain difference of B, blue for less and orange for more';
const SMALL_TOOLTIP = 'Less than 0.5 % of the larger side is not tested';

function legendColors(theme: Theme) {
  const scale = new DifferenceScale(theme);
  const unsure = scale.fill(0.1, 'unsure');
  const stripe = hexOf(scale.stripe(unsure));
  return {
    steps: STEPS.map(({ relative }) => hexOf(scale.fill(relative, relative === 0 ? 'same' : 'certain'))),
    unsure: `repeating-linear-gradient(-45deg, ${stripe} 0 3px, ${hexOf(unsure)} 3px 5px)`,
    small: hexOf(scale.fade(scale.none)),
  };
}
