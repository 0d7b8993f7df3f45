// The page shows the start screen, the progress of opening a recording, or an open recording. Files can be dropped anywhere.

import { useEffect, useState, useLayoutEffect } from 'react';
import { explain } from '../state/view/findings.ts';
import { prepareOpening } from '../state/opening/opening.ts';
import { dismissProblem, dismissReceived, setEditorDialogOpen, setHelpOpen } from '../state/page.ts';
import { useLazyPart } from './primitives/lazy-part.ts';
import { Opening } from './start/Opening.tsx';
import { StartScreen } from './start/StartScreen.tsx';
import { useIncomingFiles } from './start/use-incoming-files.ts';
import { useTheme, RecordingContext, useAppState } from './primitives/use-app-state.ts';
import { openRecording, store } from '../state/store.ts';
import { focusView, useFocusOnChange } from './primitives/focus.ts';
import {
  EditorDialog,
  FleetScreen,
  Help,
  LoginDialog,
  Notices,
  OpenOrCompare,
  TopicHelp,
  Unshowable,
} from './page-parts.ts';
import { preloadWorkspace, workspaceRoom } from './workspace-room.ts';
import { findCommand, COMMANDS } from './commands.ts';

const closeTopicHelp = () => explain(undefined);
const closeEditorDialog = () => setEditorDialogOpen(false);
const closeHelp = () => setHelpOpen(false);
const closeFleet = () => store.setState({ fleetLink: undefined });

export function App() {
  const isDragging = useIncomingFiles();
  const opening = useAppState('opening');
  const recording = useAppState(openRecording);
  const isHelpOpen = useAppState('isHelpOpen');
  const isEditorDialogOpen = useAppState('isEditorDialogOpen');
  const explained = useAppState('explained');
  const received = useAppState('received');
  const askedLogin = useAppState('askedLogin');
  const isOpening = opening !== undefined;
  useCommandKeys();
  useTheme();
  useEffect(() => {
    document.title = recording ? `${recording.name} · Pyrograph` : 'Pyrograph';
  }, [recording]);
  const isStartScreen = !opening && !recording;
  // Preloading must not delay the first paint.
  useEffect(() => {
    if (isOpening) return preloadWorkspace();
    const soon = setTimeout(() => {
      // Beside an open recording, once the user is about to choose another one.
      if (isStartScreen) prepareOpening(false);
      preloadWorkspace();
    }, 100);
    return () => clearTimeout(soon);
  }, [isOpening, isStartScreen]);
  useFocusOnChange(opening ? 'opening' : recording ? 'recording' : 'start');
  return (
    <>
      <ProblemBanner />
      <LazyNotices isStartScreen={isStartScreen} />
      {opening ? (
        <Opening {...opening} />
      ) : recording ? (
        <RecordingContext value={recording}>
          <OpenRecording />
        </RecordingContext>
      ) : (
        <EmptyPage />
      )}
      {isHelpOpen && <Help onClose={closeHelp} onFail={closeHelp} />}
      {isEditorDialogOpen && <EditorDialog onClose={closeEditorDialog} onFail={closeEditorDialog} />}
      {explained && <TopicHelp id={explained} onClose={closeTopicHelp} onFail={closeTopicHelp} />}
      {received && <OpenOrCompare {...received} onFail={dismissReceived} />}
      {askedLogin && <LoginDialog {...askedLogin} />}
      {isDragging && (
        <div className="drop-veil">{recording ? 'Drop to open or compare' : 'Drop to open'}</div>
      )}
    </>
  );
}

/** What the page shows without a recording. */
function EmptyPage() {
  const hasStore = useAppState('fleetLink') !== undefined;
  return hasStore ? <FleetScreen onFail={closeFleet} /> : <StartScreen />;
}

function OpenRecording() {
  const { Workspace } = useLazyPart(workspaceRoom) ?? {};
  useFocusOnChange('recording', Workspace !== undefined);
  return Workspace && <Workspace />;
}

/** Loads with the first notice. The status element is always present because screen readers only announce changes inside it. */
function LazyNotices({ isStartScreen }: { readonly isStartScreen: boolean }) {
  const offered = useAppState('offered');
  const awaitedView = useAppState((state) => (isStartScreen ? state.awaitedView : undefined));
  const suspended = useAppState((state) => (isStartScreen ? state.suspended : 0));
  const hasNotice = offered !== undefined || awaitedView !== undefined || suspended > 0;
  const [hasFailed, setFailed] = useState(false);
  return (
    <div role="status" className={hasNotice && !hasFailed ? 'notices' : ''}>
      {hasNotice && <Notices {...{ offered, awaitedView, suspended }} onFail={() => setFailed(true)} />}
    </div>
  );
}

function ProblemBanner() {
  const problem = useAppState('problem');
  const finding = problem?.diagnosis?.findings.at(0);
  return (
    <div role="alert" className={problem ? 'problem row wrap' : ''}>
      {problem && (
        <>
          {finding ? <Unshowable finding={finding} /> : <p className="break-anywhere">{problem.text}</p>}
          <button
            type="button"
            onClick={() => {
              dismissProblem();
              focusView();
            }}
          >
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}

function useCommandKeys(): void {
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('keydown', onKeyDown, { signal });
    window.addEventListener('keydown', () => markKeyboardUse(true), { signal, capture: true });
    window.addEventListener('pointerdown', () => markKeyboardUse(false), { signal, capture: true });
    return () => controller.abort();
  }, []);
}

/** For `:focus-visible`, the focus that a graph gets when it opens would count as keyboard use. */
function markKeyboardUse(isUsed: boolean): void {
  document.documentElement.toggleAttribute('data-keyboard', isUsed);
}

/** Radio buttons and checkboxes take no text. */
const OWN_KEYS = 'input:not([type=radio], [type=checkbox]), select, textarea, dialog';

function onKeyDown(event: KeyboardEvent): void {
  const { key, target } = event;
  // Leave key combinations with Ctrl, Meta or Alt to the browser.
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Fields and dialogs handle their own keys.
  if (!(target instanceof Element) || target.closest(OWN_KEYS)) return;
  if (document.querySelector('dialog:modal')) return;
  const { view, singleKeys, isHelpOpen } = store.getState();
  // Esc cancels the help while its code is loading.
  if (isHelpOpen && key === 'Escape') return setHelpOpen(false);
  const command = findCommand(
    key,
    target.closest<HTMLElement>('[data-keys]')?.dataset.keys?.split(' ') ?? [],
  );
  if (!command) return;
  if (key.length === 1 && key !== ' ' && !singleKeys) return;
  if (!view && command !== COMMANDS.help) return;
  event.preventDefault();
  if (command.isAvailable(store.getState())) command.run();
}
