// The menu at the end of the header: theme, help, closing the recording, and the tools that do not fit into the header.

import { Ellipsis } from 'lucide-react';
import { measuresOf, recordingSummary } from './measures.ts';
import { setEvent } from '../../state/view/navigation.ts';
import { setEditorDialogOpen, setTheme } from '../../state/page.ts';
import type { Recording } from '../../model/session.ts';
import { problemCount } from '../../state/view/findings.ts';
import type { ThemeChoice } from '../../state/preferences.ts';
import { store } from '../../state/store.ts';
import { close } from '../../state/opening/switching.ts';
import { formatNumberOf } from '../../text/format.ts';
import { COMMANDS } from '../commands.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import type { MenuEntry, MenuGroup } from '../primitives/MenuList.tsx';
import { useAppState, useRecording, NARROW, useMedia } from '../primitives/use-app-state.ts';

const THEMES: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const THEME_NAMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

interface Props {
  /** Given only if these tools do not fit into the header. */
  readonly exports?: (() => readonly MenuGroup[]) | undefined;
  readonly share?: (() => void) | undefined;
  readonly comparisons?: (() => readonly MenuGroup[]) | undefined;
}

export function MoreMenu({ exports, share, comparisons }: Props) {
  const recording = useRecording();
  const isNarrow = useMedia(NARROW);
  const problems = useAppState(problemCount);
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
