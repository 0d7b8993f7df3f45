// The page: the start screen, progress while a recording is opening, or an open recording. Files can be dropped anywhere on it.

import { useEffect } from 'react';
import { addressBar } from '../state/address-bar.ts';
import { prepareOpening } from '../state/opening.ts';
import { dismissProblem, setHelpOpen } from '../state/page.ts';
import { LazyComponent, lazyPart } from './primitives/lazy-part.ts';
import { Opening } from './start/Opening.tsx';
import { StartScreen } from './start/StartScreen.tsx';
import { useIncomingFiles } from './start/use-incoming-files.ts';
import { useTheme } from './header/use-theme.ts';
import { openRecording } from '../state/store.ts';
import { useAppState } from './primitives/use-app-state.ts';
import { useFocusOn } from './primitives/use-focus-on.ts';
import { useCommandKeys } from './use-command-keys.ts';
import { preloadViews } from './view-parts.ts';
import { Workspace } from './Workspace.tsx';

const NOTICES = lazyPart(async () => (await import('./start/Notices.tsx')).Notices);
const HELP = lazyPart(async () => (await import('./Help.tsx')).Help);

const closeHelp = () => setHelpOpen(false);

export function App() {
  const isDragging = useIncomingFiles();
  const opening = useAppState((state) => state.opening);
  const recording = useAppState(openRecording);
  const helpOpen = useAppState((state) => state.helpOpen);
  useCommandKeys();
  useEffect(() => addressBar.follow(), []);
  useTheme();
  useEffect(() => {
    document.title = recording ? `${recording.name} · Pyrograph` : 'Pyrograph';
  }, [recording]);
  // Wait until after the first paint.
  useEffect(() => {
    if (opening) return undefined;
    const soon = setTimeout(() => {
      prepareOpening();
      preloadViews();
    }, 100);
    return () => clearTimeout(soon);
  }, [opening]);
  useFocusOn(opening ? 'opening' : recording ? 'recording' : 'start');
  return (
    <>
      <ProblemBanner />
      <LazyNotices isStart={!opening && !recording} />
      {opening ? <Opening {...opening} /> : recording ? <Workspace recording={recording} /> : <StartScreen />}
      {helpOpen && <LazyComponent part={HELP} props={{ onClose: closeHelp }} onFail={closeHelp} />}
      {isDragging && <div className="drop-veil">Drop to open</div>}
    </>
  );
}

/** Loads when the first notice appears. The status element always exists: screen readers only announce changes inside it. */
function LazyNotices({ isStart }: { readonly isStart: boolean }) {
  const offered = useAppState((state) => state.offered);
  const awaited = useAppState((state) => (isStart ? state.awaited : ''));
  const aside = useAppState((state) => (isStart ? state.aside : undefined));
  const hasNotice = offered !== undefined || awaited !== '' || aside !== undefined;
  return (
    <div role="status">
      {hasNotice && <LazyComponent part={NOTICES} props={{ offered, awaited, aside }} />}
    </div>
  );
}

function ProblemBanner() {
  const problem = useAppState((state) => state.problem);
  return (
    <div role="alert" className={problem ? 'problem row wrap' : ''}>
      {problem && (
        <>
          <p className="break-anywhere">{problem.text}</p>
          <button type="button" onClick={dismissProblem}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
