// The header: the name of the recording, and controls for the event, view, level of detail and search. Narrow windows have
// the event and most of the tools in the menu at the end.

import { Search, ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { setEvent, setQuery, walkMatches, setLevel, setView } from '../../state/view/navigation.ts';
import { formatDuration } from '../../text/format.ts';
import { isComparing } from '../../state/store.ts';
import {
  useAppState,
  useRecording,
  NARROW,
  PHONE,
  useMedia,
  useOption,
} from '../primitives/use-app-state.ts';
import { OpenButton } from '../start/OpenButton.tsx';
import { OpenRecordings } from './OpenRecordings.tsx';
import { measuresOf, otherEvents, recordingSummary } from './measures.ts';
import { Tools } from '../view-parts.ts';
import { leaveOnEscape, SEARCH_ID, VIEW_ID } from '../primitives/focus.ts';
import { labelOfLevel, LEVELS } from '../../model/levels.ts';
import { keyName } from '../command.ts';
import { LEVEL_COMMANDS } from '../commands.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { VIEWS, type ViewEntry } from '../views.ts';

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
  const event = useOption('event');
  const others = otherEvents(recording.events, event);
  const facts = [recording.name, ...recordingSummary(recording), ...others];
  return (
    <>
      <div className="title row nowrap" title={facts.join('\n')}>
        <StoreLink />
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
    </>
  );
}

/** Leads back to the Store screen. */
function StoreLink() {
  const link = useAppState('fleetLink');
  if (link === undefined) return null;
  return (
    <a className="button quiet no-shrink" href={`#${link}`} title="Back to the recordings of the store">
      Store
    </a>
  );
}

function EventPicker() {
  const { events } = useRecording();
  const event = useOption('event');
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

/** The search field. It is narrow, and grows while it has the focus. */
function SearchBox() {
  const query = useAppState('query');
  return (
    <search className="search relative">
      <Search size={14} aria-hidden="true" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="Search functions"
        placeholder="Search"
        title="A name, path or regular expression, case-sensitive if it contains capital letters, or a cost, such as cost:memory · Enter for the next match, Esc to return to the view (/)"
        value={query}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') walkMatches(event.shiftKey ? -1 : 1);
          leaveOnEscape(event);
        }}
      />
    </search>
  );
}

/** The button that shows the level of detail, with a menu that explains all levels. */
function DetailMenu() {
  const level = useOption('level');
  const entries = () =>
    LEVELS.map(({ name, label, about }, index) => ({
      label,
      about,
      key: keyName(LEVEL_COMMANDS[index].keys[0]),
      isChecked: name === level,
      run: () => setLevel(name),
    }));
  return (
    <MenuButton
      name="Detail"
      title="How much of the stacks is shown (1 to 5)"
      heading={null}
      groups={() => [entries()]}
      className="detail no-shrink"
      hasText
    >
      <span>
        <span className="detail-noun muted">Detail: </span>
        {labelOfLevel(level)}
      </span>
      <ChevronDown size={14} aria-hidden="true" />
    </MenuButton>
  );
}

function useViews(): readonly ViewEntry[] {
  const isComparison = useAppState(isComparing);
  return isComparison ? VIEWS.filter(({ isForComparisons }) => isForComparisons) : VIEWS;
}

/** The tabs that switch between views; on phones, a picker. */
function ViewTabs() {
  const viewName = useAppState('viewName');
  const views = useViews();
  // The tab list scrolls if not all tabs fit.
  useEffect(() => {
    document.getElementById(`tab-${viewName}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [viewName]);
  return (
    <div role="tablist" aria-label="View" className="segments views">
      {views.map(({ name, label, tabLabel, description, key }, index) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-label={label}
          title={`${label}: ${description} (${key})`}
          aria-selected={name === viewName}
          aria-controls={VIEW_ID}
          tabIndex={name === viewName ? 0 : -1}
          onClick={() => setView(name)}
          onKeyDown={(event) => {
            const next = tabForKey(views, index, event.key);
            if (!next) return;
            event.preventDefault();
            setView(next.name);
            document.getElementById(`tab-${next.name}`)?.focus();
          }}
        >
          {tabLabel ?? label}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key selects; undefined for keys that do not navigate. */
function tabForKey(views: readonly ViewEntry[], index: number, key: string): ViewEntry | undefined {
  if (key === 'ArrowRight') return views[(index + 1) % views.length];
  if (key === 'ArrowLeft' || key === 'End') return views.at(key === 'End' ? -1 : index - 1);
  return key === 'Home' ? views[0] : undefined;
}

function ViewPicker() {
  const viewName = useAppState('viewName');
  const views = useViews();
  return (
    <select
      aria-label="View"
      value={viewName}
      onChange={({ target }) => {
        const view = views.find(({ name }) => name === target.value);
        if (view) setView(view.name);
      }}
    >
      {views.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
