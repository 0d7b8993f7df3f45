// The open recording, and controls for what the page shows: event, view, level of detail, search, theme, help.

import { useEffect } from 'react';
import { CircleQuestionMark, Monitor, Moon, Sun, X, type LucideIcon } from 'lucide-react';
import { LEVELS } from '../../model/levels.ts';
import type { Recording } from '../../model/session.ts';
import { setEvent, setLevel, setView } from '../../state/navigation.ts';
import { close } from '../../state/opening.ts';
import { setTheme } from '../../state/page.ts';
import type { ThemeChoice } from '../../state/preferences.ts';
import { IS_ONE_FILE } from '../../state/held-recording.ts';
import { formatBytes, formatDuration, formatNumberOf } from '../../text/format.ts';
import { tooltip } from '../command.ts';
import { COMMANDS, LEVEL_COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { Segments } from '../primitives/Segments.tsx';
import { OpenButton } from '../start/OpenButton.tsx';
import { SaveMenu } from '../share/SaveMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ShareButton } from '../share/ShareButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { VIEWS, type View } from '../views.ts';

export function TopBar({ recording }: { readonly recording: Recording }) {
  return (
    <header className="top-bar row wrap">
      <div className="title nowrap">
        <h1 className="ellipsis" title={recording.name}>
          {recording.name}
        </h1>
        <p className="small muted">{summaryOf(recording)}</p>
      </div>
      <EventPicker recording={recording} />
      <ViewTabs />
      <LevelSwitch />
      <div className="right row">
        <SearchBox />
        <div className="tools row no-shrink">
          <OpenButton />
          <SaveMenu recording={recording} />
          {/* A one-file page is shared by sending the file. */}
          {!IS_ONE_FILE && <ShareButton recording={recording} />}
          <ThemeButton />
          <IconButton
            Icon={CircleQuestionMark}
            label="Help and keyboard shortcuts"
            title={tooltip(COMMANDS.help, COMMANDS.help.title)}
            onClick={COMMANDS.help.run}
          />
          <IconButton Icon={X} label="Close the recording" onClick={close} />
        </div>
      </div>
    </header>
  );
}

function summaryOf({ samples, threads, duration, size, format }: Recording): string {
  const parts = [formatNumberOf(samples, 'sample'), formatNumberOf(threads, 'thread')];
  if (duration > 0) parts.push(formatDuration(duration));
  return [...parts, `${format}, ${formatBytes(size)}`].join(' · ');
}

function EventPicker({ recording: { events } }: { readonly recording: Recording }) {
  const event = useAppState((state) => state.options.event);
  if (events.length < 2) return <p className="small muted">{events[0]?.name}</p>;
  return (
    <label className="small muted">
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
  const viewName = useAppState((state) => state.viewName);
  // Tabs scroll if there is no room for all of them.
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

/** The tab that a key moves to; undefined for other keys. */
function tabFrom(index: number, key: string): View | undefined {
  if (key === 'ArrowRight') return VIEWS[(index + 1) % VIEWS.length];
  if (key === 'ArrowLeft' || key === 'End') return VIEWS.at(key === 'End' ? -1 : index - 1);
  return key === 'Home' ? VIEWS[0] : undefined;
}

const LEVEL_OPTIONS = LEVELS.map((level, index) => ({
  ...level,
  about: tooltip(LEVEL_COMMANDS[index], level.about),
}));

function LevelSwitch() {
  const level = useAppState((state) => state.options.level);
  return (
    <Segments label="Detail" className="levels" options={LEVEL_OPTIONS} value={level} onChange={setLevel} />
  );
}

const THEMES: Record<ThemeChoice, { next: ThemeChoice; label: string; Icon: LucideIcon }> = {
  system: { next: 'light', label: 'Theme: system', Icon: Monitor },
  light: { next: 'dark', label: 'Theme: light', Icon: Sun },
  dark: { next: 'system', label: 'Theme: dark', Icon: Moon },
};

function ThemeButton() {
  const { next, label, Icon } = THEMES[useAppState((state) => state.theme)];
  return <IconButton Icon={Icon} label={label} onClick={() => setTheme(next)} />;
}
