// The panel next to the view. It shows the findings, or else the overview, or details and the legend, and notes on the recording.

import { useEffect, useRef } from 'react';
import { closeFindings, openFindings } from '../../state/view/findings.ts';
import { awaitsDetails, showsOverview } from '../../state/view/side-panel.ts';
import { FindingsPanel } from '../page-parts.ts';
import { preloadLines } from '../lines-room.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { ExampleStory } from '../start/ExampleStory.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { Legend } from './Legend.tsx';
import { OverviewPanel } from './OverviewPanel.tsx';
import { useFunctionButtons } from './use-function-buttons.ts';
import { focusHeading, useKeptFocus } from '../primitives/focus.ts';
import { CALLERS_HELP, store } from '../../state/store.ts';
import { inferredCallersNote } from '../../text/mending-text.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { HelpLink, Toast, useMessage } from '../primitives/Buttons.tsx';
import { formatCount, formatShare, formatNumberOf } from '../../text/format.ts';

export function SidePanel() {
  const isOverview = useAppState(showsOverview);
  const showsFindings = useAppState('openFindings') !== undefined;
  // What is below them would move when they arrive.
  const isWaiting = useAppState(awaitsDetails);
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
      {!isWaiting && !showsFindings && (
        <>
          {/* The overview has the colors and shares of everything. */}
          {!isOverview && <Legend />}
          <Notes />
        </>
      )}
    </div>
  );
}

/** Problems with the recording, one per kind. The findings panel lists missing files. */
function Notes() {
  const recording = useRecording();
  const { missingFiles, mending } = recording;
  const inferred = mending && inferredCallersNote(mending, recording.samples);
  const notes = recording.notes.filter(({ kind }) => !missingFiles || kind !== 'missing');
  const count = notes.length + (missingFiles ? 1 : 0) + (inferred === undefined ? 0 : 1);
  if (count === 0) return null;
  return (
    <section className="panel notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        {count === 1 ? 'A note on this recording' : `${count} notes on this recording`}
      </h2>
      <ul className="small break-anywhere">
        {missingFiles && (
          <li>
            {formatShare(missingFiles.share)} of the samples contain unnamed code.{' '}
            <button type="button" className="link" onClick={() => openFindings('files')}>
              Show the missing files
            </button>
          </li>
        )}
        {inferred !== undefined && (
          <li>
            {inferred} <HelpLink topic={CALLERS_HELP}>What does this mean?</HelpLink>
          </li>
        )}
        {notes.map(({ kind, text, count: times, line, command }) => (
          <li key={kind}>
            {text}
            {times > 1 && ` (${formatCount(times)} times)`}
            {line > 0 && `, first at line ${formatCount(line)}`}
            {command === undefined ? '.' : ':'}
            {command !== undefined && <CommandBlock command={command} label="Copy the command" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SourcesAdded() {
  const count = useAppState('sourcesAdded');
  const before = useRef(count);
  const [message, showMessage] = useMessage();
  useEffect(() => {
    if (count === before.current) return;
    const added = `${formatNumberOf(count - before.current, 'source file')} added`;
    before.current = count;
    const isOverview = showsOverview(store.getState());
    showMessage(isOverview ? `${added}: select a Python function to see its lines` : added);
  }, [count, showMessage]);
  return <Toast message={message} />;
}
