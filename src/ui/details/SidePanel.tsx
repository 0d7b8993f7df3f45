// The panel next to the view. It shows the findings, or else the overview, or details and the legend, and notes on the recording.

import { useEffect, useRef, useState } from 'react';
import { closeFindings } from '../../state/view/findings.ts';
import { awaitsDetails, showsOverview } from '../../state/view/side-panel.ts';
import { FindingsPanel } from '../dialogs.ts';
import { SourcesAdded } from '../lines/SourcesAdded.tsx';
import { preloadLines } from '../lines-room.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { ExampleStory } from '../start/ExampleStory.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { Legend } from './Legend.tsx';
import { Notes } from './Notes.tsx';
import { OverviewPanel } from './OverviewPanel.tsx';
import { useFunctionButtons } from './use-function-buttons.ts';
import { focusHeading, useKeptFocus } from '../primitives/focus.ts';

export function SidePanel() {
  const isOverview = useAppState(showsOverview);
  const showsFindings = useAppState((state) => state.openFindings !== undefined);
  // What is below them would move when they arrive.
  const isWaiting = useAppState(awaitsDetails);
  const isPainted = useIsPainted();
  const { hasLines } = useRecording();
  useEffect(() => {
    if (hasLines) preloadLines();
  }, [hasLines]);
  const panel = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(panel);
  const functionButtons = useFunctionButtons(() => focusHeading(panel.current));
  return (
    <div ref={panel} role="presentation" {...keepFocus} {...functionButtons}>
      {showsFindings ? (
        <FindingsPanel onFail={closeFindings} />
      ) : (
        <>
          <ExampleStory />
          <SourcesAdded />
          {isOverview ? <OverviewPanel /> : <DetailsPanel />}
        </>
      )}
      {isPainted && !isWaiting && !showsFindings && (
        <>
          {/* The overview has the colors and shares of everything. */}
          {!isOverview && <Legend />}
          <Notes />
        </>
      )}
    </div>
  );
}

/** False until the graph has been painted, so that the side panel does not delay it. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
