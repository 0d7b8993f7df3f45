// The tools at the end of the header. Narrow windows have most of them in the menu. Loaded on demand.

import { useState } from 'react';
import { TriangleAlert, Ellipsis } from 'lucide-react';
import { IS_ONE_FILE } from '../../state/opening/embedded-recording.ts';
import { ShareDialog } from '../page-parts.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { Toast } from '../primitives/Buttons.tsx';
import { NARROW, useMedia, useAppState, useRecording } from '../primitives/use-app-state.ts';
import { useExports } from '../share/use-exports.ts';
import { compareEntries } from '../compare/compare-entries.ts';
import { problemCount } from '../../state/view/findings.ts';
import { formatNumberOf } from '../../text/format.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { measuresOf, recordingSummary } from './measures.ts';
import { setEvent } from '../../state/view/navigation.ts';
import { setEditorDialogOpen, setTheme } from '../../state/page.ts';
import type { Recording } from '../../model/session.ts';
import type { ThemeChoice } from '../../state/preferences.ts';
import { store } from '../../state/store.ts';
import { close } from '../../state/opening/switching.ts';
import type { MenuEntry, MenuGroup } from '../primitives/MenuList.tsx';

export function Tools() {
  const isNarrow = useMedia(NARROW);
  const [isSharing, setSharing] = useState(false);
  const { groups, isPossible, isBusy, message } = useExports();
  // To share a one-file page, users send the file itself.
  const share = IS_ONE_FILE ? undefined : () => setSharing(true);
  const closeShare = () => setSharing(false);
  return (
    <>
      {!isNarrow && <FindingsButton />}
      {!isNarrow && isPossible && (
        <MenuButton
          name={isBusy ? 'Exporting…' : 'Export'}
          heading={null}
          groups={groups}
          isBusy={isBusy}
          hasText
        >
          {isBusy ? 'Exporting…' : 'Export'}
        </MenuButton>
      )}
      {!isNarrow && (
        <MenuButton name="Compare" heading={null} groups={compareEntries} hasText>
          Compare
        </MenuButton>
      )}
      {!isNarrow && share && (
        <button
          type="button"
          className="quiet"
          title="Share as a link"
          aria-haspopup="dialog"
          onClick={share}
        >
          Share
        </button>
      )}
      <MoreMenu
        {...(isNarrow && { exports: isPossible ? groups : undefined, share, comparisons: compareEntries })}
      />
      <Toast message={message} />
      {isSharing && <ShareDialog onClose={closeShare} onFail={closeShare} />}
    </>
  );
}

/** The button in the header that shows the number of findings, and opens and closes the panel. Hidden without findings. */
function FindingsButton() {
  const count = problemCount({ diagnosis: useAppState('diagnosis') });
  const isOpen = useAppState('openFindings') !== undefined;
  if (count === 0) return null;
  const { run, title } = COMMANDS.findings;
  return (
    <button
      type="button"
      className="quiet findings-button"
      title={tooltip(COMMANDS.findings, title)}
      aria-label={formatNumberOf(count, 'problem')}
      aria-expanded={isOpen}
      onClick={run}
    >
      <TriangleAlert size={14} aria-hidden="true" />
      <span className="number">{count}</span>
    </button>
  );
}

const THEMES: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const THEME_NAMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

interface Props {
  /** Given only if these tools do not fit into the header. */
  readonly exports?: (() => readonly MenuGroup[]) | undefined;
  readonly share?: (() => void) | undefined;
  readonly comparisons?: (() => readonly MenuGroup[]) | undefined;
}

/** Theme, help, closing the recording, and the tools that do not fit into the header. */
function MoreMenu({ exports, share, comparisons }: Props) {
  const recording = useRecording();
  const isNarrow = useMedia(NARROW);
  const problems = problemCount({ diagnosis: useAppState('diagnosis') });
  const entries = () => [
    toolEntries({ exports, share, comparisons }),
    settingEntries(recording, isNarrow),
    openEntries(),
  ];
  return (
    <MenuButton
      name="More"
      title={`${problems > 0 ? `${formatNumberOf(problems, 'problem')} · ` : ''}More: theme, help, close`}
      heading={<span className="muted">{recordingSummary(recording).join(' · ')}</span>}
      groups={() => entries().filter(({ length }) => length > 0)}
    >
      <Ellipsis size={16} aria-hidden="true" />
      {isNarrow && problems > 0 && <span className="count-mark">{problems}</span>}
    </MenuButton>
  );
}

function toolEntries({ exports, share, comparisons }: Props): MenuEntry[] {
  const state = store.getState();
  const problems = problemCount(state);
  const check = {
    label: problems > 0 ? formatNumberOf(problems, 'problem') : 'Check the recording',
    key: COMMANDS.findings.keys[0],
    run: COMMANDS.findings.run,
  };
  return [
    ...(COMMANDS.findings.isAvailable(state) ? [check] : []),
    ...(exports ? [{ label: 'Export', groups: exports() }] : []),
    ...(comparisons ? [{ label: 'Compare', groups: comparisons() }] : []),
    ...(share ? [{ label: 'Share…', run: share }] : []),
  ];
}

function openEntries(): MenuEntry[] {
  const state = store.getState();
  const { nextRecording, previousRecording } = COMMANDS;
  const others = [nextRecording, previousRecording].filter(({ isAvailable }) => isAvailable(state));
  return [
    ...others.map(({ title, keys, run }) => ({ label: title, key: keys[0], run })),
    {
      label: state.comparing ? 'Close the comparison' : 'Close the recording',
      run: () => close(state.recordingNumber),
    },
  ];
}

function settingEntries({ events }: Recording, isNarrow: boolean): MenuEntry[] {
  const { theme, options } = store.getState();
  const eventEntries = measuresOf(events, options.event).map(({ event, label }) => ({
    label,
    isChecked: event === options.event,
    run: () => setEvent(event),
  }));
  const themeEntries = THEME_NAMES.map((name) => ({
    label: THEMES[name],
    isChecked: name === theme,
    run: () => setTheme(name),
  }));
  return [
    ...(isNarrow && events.length > 1
      ? [{ label: `Event: ${events[options.event].name}`, groups: [eventEntries] }]
      : []),
    { label: `Theme: ${THEMES[theme].toLowerCase()}`, groups: [themeEntries] },
    { label: 'Editor…', run: () => setEditorDialogOpen(true) },
    { label: 'Help and keyboard shortcuts', key: COMMANDS.help.keys[0], run: COMMANDS.help.run },
  ];
}
