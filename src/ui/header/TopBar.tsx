// The header: the name of the recording, and controls for the event, view, level of detail and search. Narrow windows have
// the event and most of the tools in the menu at the end.

import { setEvent } from '../../state/view/navigation.ts';
import { formatDuration } from '../../text/format.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { NARROW, PHONE, useMedia } from '../primitives/use-media.ts';
import { OpenButton } from '../start/OpenButton.tsx';
import { DetailMenu } from './DetailMenu.tsx';
import { OpenRecordings } from './OpenRecordings.tsx';
import { measuresOf } from './measures.ts';
import { otherEvents } from './other-events.ts';
import { recordingSummary } from './recording-facts.ts';
import { SearchBox } from './SearchBox.tsx';
import { Tools } from '../view-parts.ts';
import { ViewPicker, ViewTabs } from './ViewTabs.tsx';

export function TopBar() {
  const recording = useRecording();
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);
  const tools = (
    // The key keeps an open dialog when the window is resized.
    <div key="tools" className="tools row no-shrink">
      <OpenButton />
      <Tools />
    </div>
  );
  const event = useAppState((state) => state.options.event);
  const others = otherEvents(recording.events, event);
  const facts = [recording.name, ...recordingSummary(recording), ...others];
  return (
    <header className="top-bar row">
      <div className="title row nowrap" title={facts.join('\n')}>
        <h1 className="ellipsis">{recording.name}</h1>
        <OpenRecordings />
        {recording.duration > 0 && (
          <span className="muted no-shrink">· {formatDuration(recording.duration)}</span>
        )}
        {others.length > 0 && <span className="muted ellipsis">· {others.join(', ')}</span>}
      </div>
      {/* The tools share the first of two rows on a phone. */}
      {isPhone && tools}
      {!isNarrow && <EventPicker />}
      {isPhone ? <ViewPicker /> : <ViewTabs />}
      <DetailMenu />
      <SearchBox />
      {!isPhone && tools}
    </header>
  );
}

function EventPicker() {
  const { events } = useRecording();
  const event = useAppState((state) => state.options.event);
  if (events.length < 2) return null;
  return (
    <select
      className="events"
      aria-label="Event"
      title="Event"
      value={event}
      onChange={(change) => setEvent(Number(change.target.value))}
    >
      {measuresOf(events, event).map((measure) => (
        <option key={measure.event} value={measure.event}>
          {measure.label}
        </option>
      ))}
    </select>
  );
}
