// The side panel of a comparison: what changed, or the details of the selection. Loaded on demand.

import { useRef } from 'react';
import { detailedFunction } from '../../state/view/side-panel.ts';
import { useFunctionButtons } from '../details/use-function-buttons.ts';
import { focusHeading, useKeptFocus } from '../primitives/focus.ts';
import { PHONE, useMedia, useAppState } from '../primitives/use-app-state.ts';
import { ComparedDetails } from './ComparedDetails.tsx';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { WhatChanged } from './WhatChanged.tsx';
import './panel.css';

export function ComparisonPanel() {
  const comparison = useAppState('comparison');
  const func = useAppState(detailedFunction);
  const panel = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(panel);
  const functionButtons = useFunctionButtons(() => focusHeading(panel.current));
  const isPhone = useMedia(PHONE);
  return (
    <>
      <div ref={panel} role="presentation" {...keepFocus} {...functionButtons}>
        {comparison &&
          (func === undefined ? (
            <WhatChanged comparison={comparison} />
          ) : (
            <ComparedDetails comparison={comparison} func={func} />
          ))}
      </div>
      {!isPhone && <DifferenceLegend />}
    </>
  );
}
