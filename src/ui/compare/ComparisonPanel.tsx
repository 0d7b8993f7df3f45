// The side panel of a comparison: what changed, or the details of the selection. Loaded on demand.

import { useRef } from 'react';
import { subjectOf } from '../../state/graphs.ts';
import { showsOverview } from '../../state/side-panel.ts';
import { useFunctionButtons } from '../details/use-function-buttons.ts';
import { focusHeading, useKeptFocus } from '../details/use-kept-focus.ts';
import { PHONE, useMedia } from '../primitives/use-media.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { ComparedDetails } from './ComparedDetails.tsx';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { WhatChanged } from './WhatChanged.tsx';
import './panel.css';

export function ComparisonPanel() {
  const comparison = useAppState((state) => state.comparison);
  const func = useAppState((state) => (showsOverview(state) ? undefined : functionOf(state)));
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

function functionOf(state: Parameters<typeof subjectOf>[0]): number | undefined {
  const subject = subjectOf(state);
  return subject?.by === 'function' && subject.id >= 0 ? subject.id : undefined;
}
