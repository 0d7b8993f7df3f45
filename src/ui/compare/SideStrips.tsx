// The timelines of both sides, each with its own time range and threads. A side with several recordings has none.

import { setPart } from '../../state/comparing.ts';
import { undo } from '../../state/selection.ts';
import { store } from '../../state/store.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { TimelineView } from '../timeline/TimelineView.tsx';
import type { TimelineSelection } from '../timeline/timeline-selection.ts';
import { sideName } from './side-text.ts';

const SIDES = [
  { side: 'a', letter: 'A', role: 'baseline' },
  { side: 'b', letter: 'B', role: 'candidate' },
] as const;

export function SideStrips() {
  return (
    <div className="side-strips">
      {SIDES.map((each) => (
        <SideStrip key={each.side} {...each} />
      ))}
    </div>
  );
}

function SideStrip({ side, letter, role }: (typeof SIDES)[number]) {
  const parts = useAppState((state) => state.options.comparison?.[side]);
  const recordings = useAppState((state) => state.comparing?.recordings);
  const timeline = useAppState((state) => state.comparedTimelines?.[side]);
  if (!parts || !recordings) return null;
  const heading = (
    <span className="side-name ellipsis" title={`${letter} is the ${role}`}>
      <strong>{letter}</strong> {sideName(parts, recordings)}
    </span>
  );
  const [part, ...others] = parts;
  const recording = recordings[part.recording];
  if (others.length > 0 || !(recording.duration >= 0)) return <p className="small row">{heading}</p>;
  const selection: TimelineSelection = {
    recording,
    range: part.range,
    threads: part.threads,
    setRange: (range) => setPart(side, { range }),
    setThreads: (threads) => changeThreads(side, threads),
    undo,
  };
  return <TimelineView label={`Timeline of ${letter}, the ${role}`} {...{ timeline, selection, heading }} />;
}

/** Returns true if the selection changed. */
function changeThreads(side: 'a' | 'b', threads: readonly number[] | undefined): boolean {
  const threadsOf = () => store.getState().options.comparison?.[side][0].threads;
  const before = threadsOf();
  setPart(side, { threads });
  return threadsOf() !== before;
}
