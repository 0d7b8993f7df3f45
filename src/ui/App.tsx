// The page shows the start screen, the progress of opening a recording, or an open recording. Files can be dropped anywhere.

import { useEffect } from 'react';
import { addressBar } from '../state/address-bar.ts';
import { explain } from '../state/findings.ts';
import { prepareOpening } from '../state/opening.ts';
import { dismissProblem, dismissReceived, setHelpOpen } from '../state/page.ts';
import { LazyComponent, lazyPart } from './primitives/lazy-part.ts';
import { Opening } from './start/Opening.tsx';
import { StartScreen } from './start/StartScreen.tsx';
import { useIncomingFiles } from './start/use-incoming-files.ts';
import { useTheme } from './header/use-theme.ts';
import { openRecording } from '../state/store.ts';
import { RecordingContext, useAppState } from './primitives/use-app-state.ts';
import { focusView } from './primitives/focus-view.ts';
import { useFocusOnChange } from './primitives/use-focus-on-change.ts';
import { useCommandKeys } from './use-command-keys.ts';
import { preloadViews } from './view-parts.ts';
import { Workspace } from './Workspace.tsx';

const NOTICES = lazyPart(async () => (await import('./start/Notices.tsx')).Notices);
const HELP = lazyPart(async () => (await import('./Help.tsx')).Help);

const TOPIC_HELP = lazyPart(async () => (await import('./TopicHelp.tsx')).TopicHelp);

const UNSHOWABLE = lazyPart(async () => (await import('./start/Unshowable.tsx')).Unshowable);

const OPEN_OR_COMPARE = lazyPart(async () => (await import('./compare/OpenOrCompare.tsx')).OpenOrCompare);

const closeTopicHelp = () => explain(undefined);
const closeHelp = () => setHelpOpen(false);

export function App() {
  const isDragging = useIncomingFiles();
  const opening = useAppState((state) => state.opening);
  const recording = useAppState(openRecording);
  const isHelpOpen = useAppState((state) => state.isHelpOpen);
  const explained = useAppState((state) => state.explained);
  const received = useAppState((state) => state.received);
  useCommandKeys();
  useEffect(() => addressBar.follow(), []);
  useTheme();
  useEffect(() => {
    document.title = recording ? `${recording.name} · Pyrograph` : 'Pyrograph';
  }, [recording]);
  const isStartScreen = !opening && !recording;
  // Preloading must not delay the first paint.
  useEffect(() => {
    if (opening) return undefined;
    const soon = setTimeout(() => {
      // Beside an open recording, once the user is about to choose another one.
      if (isStartScreen) prepareOpening();
      preloadViews();
    }, 100);
    return () => clearTimeout(soon);
  }, [opening, isStartScreen]);
  useFocusOnChange(opening ? 'opening' : recording ? 'recording' : 'start');
  return (
    <>
      <ProblemBanner />
      <LazyNotices isStartScreen={isStartScreen} />
      {opening ? (
        <Opening {...opening} />
      ) : recording ? (
        <RecordingContext value={recording}>
          <Workspace />
        </RecordingContext>
      ) : (
        <StartScreen />
      )}
      {isHelpOpen && <LazyComponent part={HELP} props={{ onClose: closeHelp }} onFail={closeHelp} />}
      {explained && (
        <LazyComponent
          part={TOPIC_HELP}
          props={{ id: explained, onClose: closeTopicHelp }}
          onFail={closeTopicHelp}
        />
      )}
      {received && <LazyComponent part={OPEN_OR_COMPARE} props={received} onFail={dismissReceived} />}
      {isDragging && (
        <div className="drop-veil">{recording ? 'Drop to open or compare' : 'Drop to open'}</div>
      )}
    </>
  );
}

/** Loads with the first notice. The status element is always present because screen readers only announce changes inside it. */
function LazyNotices({ isStartScreen }: { readonly isStartScreen: boolean }) {
  const offered = useAppState((state) => state.offered);
  const awaitedView = useAppState((state) => (isStartScreen ? state.awaitedView : undefined));
  const suspended = useAppState((state) => (isStartScreen ? state.suspended : undefined));
  const hasNotice = offered !== undefined || awaitedView !== undefined || suspended !== undefined;
  return (
    <div role="status">
      {hasNotice && <LazyComponent part={NOTICES} props={{ offered, awaitedView, suspended }} />}
    </div>
  );
}

function ProblemBanner() {
  const problem = useAppState((state) => state.problem);
  const finding = problem?.diagnosis?.findings.at(0);
  return (
    <div role="alert" className={problem ? 'problem row wrap' : ''}>
      {problem && (
        <>
          {finding ? (
            <LazyComponent part={UNSHOWABLE} props={{ finding }} />
          ) : (
            <p className="break-anywhere">{problem.text}</p>
          )}
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
