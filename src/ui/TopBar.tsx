// What is open, and how it is looked at: event, view, level of detail, search, theme, help.

import { useEffect } from 'react';
import { CircleQuestionMark, Monitor, Moon, Sun, X } from 'lucide-react';
import type { Recording } from '../model/session.ts';
import { setEvent, setHelpOpen, setTheme, setView } from '../state/actions.ts';
import { close } from '../state/opening.ts';
import { IS_ONE_FILE } from '../state/held-recording.ts';
import type { ThemeChoice } from '../state/store.ts';
import { formatBytes, formatDuration, formatNumberOf } from '../model/format.ts';
import { LevelSwitch } from './LevelSwitch.tsx';
import { OpenButton } from './OpenButton.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ShareButton } from './ShareButton.tsx';
import { useStateOf } from './use-state-of.ts';
import { VIEWS, type View } from './views.ts';

export function TopBar({ recording }: { readonly recording: Recording }) {
  return (
    <header className="top-bar">
      <div className="title">
        <h1 title={recording.name}>{recording.name}</h1>
        <p>{summaryOf(recording)}</p>
      </div>
      <EventPicker recording={recording} />
      <ViewTabs />
      <LevelSwitch />
      <div className="right">
        <SearchBox />
        <Tools recording={recording} />
      </div>
    </header>
  );
}

function Tools({ recording }: { readonly recording: Recording }) {
  return (
    <div className="tools">
      <OpenButton />
      <SaveMenu recording={recording} />
      {/* A page that is one file is shared as that file. */}
      {!IS_ONE_FILE && <ShareButton recording={recording} />}
      <ThemeButton />
      <button
        type="button"
        className="quiet"
        onClick={() => setHelpOpen(true)}
        aria-label="Help and keyboard shortcuts"
        title="Help (?)"
      >
        <CircleQuestionMark size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="quiet"
        onClick={close}
        aria-label="Close the recording"
        title="Close the recording"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

function summaryOf({ samples, threads, duration, size, format }: Recording): string {
  const parts = [formatNumberOf(samples, 'sample'), formatNumberOf(threads, 'thread')];
  if (duration > 0) parts.push(formatDuration(duration));
  return [...parts, `${format}, ${formatBytes(size)}`].join(' · ');
}

function EventPicker({ recording: { events } }: { readonly recording: Recording }) {
  const event = useStateOf((state) => state.options.event);
  if (events.length < 2) return <p className="event">{events[0]?.name}</p>;
  return (
    <label className="event">
      <span className="visually-hidden">Event</span>
      <select value={event} onChange={(change) => setEvent(Number(change.target.value))}>
        {events.map(({ name, samples }, index) => (
          <option key={name} value={index}>
            {name} ({formatNumberOf(samples, 'sample')})
          </option>
        ))}
      </select>
    </label>
  );
}

function ViewTabs() {
  const viewName = useStateOf((state) => state.viewName);
  // Where there is no room for all of them they scroll.
  useEffect(() => {
    document.getElementById(`tab-${viewName}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [viewName]);
  return (
    <div role="tablist" aria-label="View" className="segments views">
      {VIEWS.map(({ name, label, about }, index) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          title={about}
          aria-selected={name === viewName}
          aria-controls="view"
          tabIndex={name === viewName ? 0 : -1}
          onClick={() => setView(name)}
          onKeyDown={(event) => {
            const next = tabFrom(index, event.key);
            if (!next) return;
            event.preventDefault();
            setView(next.name);
            document.getElementById(`tab-${next.name}`)?.focus();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads from a tab; undefined where it leads nowhere. */
function tabFrom(index: number, key: string): View | undefined {
  const { length } = VIEWS;
  if (key === 'ArrowRight') return VIEWS[(index + 1) % length];
  if (key === 'ArrowLeft') return VIEWS[(index + length - 1) % length];
  if (key === 'Home') return VIEWS[0];
  return key === 'End' ? VIEWS[length - 1] : undefined;
}

const THEMES: Record<ThemeChoice, { next: ThemeChoice; label: string; Icon: typeof Sun }> = {
  system: { next: 'light', label: 'Theme: as the system', Icon: Monitor },
  light: { next: 'dark', label: 'Theme: light', Icon: Sun },
  dark: { next: 'system', label: 'Theme: dark', Icon: Moon },
};

function ThemeButton() {
  const { next, label, Icon } = THEMES[useStateOf((state) => state.theme)];
  return (
    <button type="button" className="quiet" onClick={() => setTheme(next)} aria-label={label} title={label}>
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
