// What is above a differential graph: the legend and, on phones, the controls.

import type { Direction } from '../../model/tree.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { PHONE, useMedia } from '../primitives/use-media.ts';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { GraphControls } from './GraphTools.tsx';
import './compared-graph.css';

/** `direction` is that of the brackets in the legend. */
export function DifferenceKey({ direction = 'flame' }: { readonly direction?: Direction }) {
  const options = useAppState((state) => state.options.comparison);
  const isPhone = useMedia(PHONE);
  if (!options) return null;
  return (
    <div className="difference-key no-shrink">
      {isPhone && <GraphControls />}
      <DifferenceLegend options={options} direction={direction} />
    </div>
  );
}
