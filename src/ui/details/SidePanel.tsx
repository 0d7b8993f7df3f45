// The panel beside the view: details of the selection, the legend, and notes on the recording.

import { useEffect, useState } from 'react';
import type { Recording } from '../../model/session.ts';
import { Legend } from '../flame/Legend.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { Notes } from './Notes.tsx';

export function SidePanel({ recording }: { readonly recording: Recording }) {
  const isPainted = useIsPainted();
  return (
    <>
      <DetailsPanel recording={recording} />
      {isPainted && (
        <>
          <Legend recording={recording} />
          <Notes notes={recording.notes} />
        </>
      )}
    </>
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
