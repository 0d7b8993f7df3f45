// What is above a differential graph: the legend and, on phones, the controls, which can be folded.

import type { Direction } from '../../model/tree.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { PHONE, SHORT, useMedia } from '../primitives/use-media.ts';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { GraphControls } from './GraphTools.tsx';
import './compared-graph.css';

/** `direction` is that of the brackets in the legend. */
export function DifferenceKey({ direction = 'flame' }: { readonly direction?: Direction }) {
  const options = useAppState((state) => state.options.comparison);
  const isPhone = useMedia(PHONE);
  const isShort = useMedia(SHORT);
  if (!options) return null;
  const legend = <DifferenceLegend options={options} direction={direction} />;
  if (!isPhone) return legend;
  return (
    <details className="difference-key no-shrink" open={!isShort}>
      <summary className="small">Colors and box width</summary>
      <GraphControls />
      {legend}
    </details>
  );
}
