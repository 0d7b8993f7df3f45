// The controls of the differential graphs: the weight that the width of a box shows, and which boxes are shown.

import { setComparison } from '../../state/opening/comparing.ts';
import { Segments, Switch } from '../primitives/Buttons.tsx';
import { PHONE, useMedia, useAppState } from '../primitives/use-app-state.ts';
import './compared-graph.css';

const WIDTHS = [
  { name: 'b', label: 'B', tooltip: 'Boxes are as wide as in B; code that is gone is outlined' },
  { name: 'a', label: 'A', tooltip: 'Boxes are as wide as in A; new code is outlined' },
  { name: 'max', label: 'Larger', tooltip: 'Boxes are as wide as on the side that has more' },
  { name: 'both', label: 'A + B', tooltip: 'Boxes show A, paler, and B beside each other' },
] as const;

/** The controls in the line above the view; on phones, they are among the options of the comparison. */
export function GraphTools() {
  return useMedia(PHONE) ? null : <GraphControls />;
}

export function GraphControls() {
  const options = useAppState((state) => state.options.comparison);
  const isComparable = useAppState((state) => state.notComparable === undefined);
  if (!options || !isComparable) return null;
  const { width, onlyCertain, hidesGhosts } = options;
  const hasGhosts = width === 'a' || width === 'b';
  return (
    <div className="compared-graph-tools row small">
      <Segments
        label="Width of boxes"
        className="small"
        options={WIDTHS}
        value={width}
        onChange={(name) => setComparison({ width: name })}
      />
      <Switch isOn={onlyCertain} onChange={(isOn) => setComparison({ onlyCertain: isOn })}>
        Only certain
      </Switch>
      {hasGhosts && (
        <Switch isOn={hidesGhosts} onChange={(isOn) => setComparison({ hidesGhosts: isOn })}>
          {width === 'b' ? 'Hide gone code' : 'Hide new code'}
        </Switch>
      )}
    </div>
  );
}
