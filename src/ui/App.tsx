// The page: the start screen, the progress of an opening, or an open recording. Files are taken anywhere on it.

import { useEffect, useRef } from 'react';
import { dismissProblem, setHelpOpen } from '../state/actions.ts';
import { followAddressBar } from '../state/address-bar.ts';
import { getReady } from '../state/opening.ts';
import { focusView } from './focus-view.ts';
import { LazyDialog } from './LazyDialog.tsx';
import { lazyPart, useLazyPart } from './lazy-part.ts';
import type { Notified } from './Notices.tsx';
import { Opening } from './Opening.tsx';
import { StartScreen } from './StartScreen.tsx';
import { useFilesFromOutside } from './use-files-from-outside.ts';
import { useShortcuts } from './shortcuts.ts';
import { useTheme } from './use-theme.ts';
import { useStateOf } from './use-state-of.ts';
import { preloadViews } from './views.ts';
import { Workspace } from './Workspace.tsx';

const NOTICES = lazyPart(() => import('./Notices.tsx'));
const HELP = lazyPart(async () => ({ Component: (await import('./Help.tsx')).Help }));

export function App() {
  const { isDragging } = useFilesFromOutside();
  const opening = useStateOf((state) => state.opening);
  const recording = useStateOf((state) => state.recording);
  const helpOpen = useStateOf((state) => state.helpOpen);
  useShortcuts();
  useEffect(followAddressBar, []);
  useTheme();
  useEffect(() => {
    document.title = recording ? `${recording.name} · Pyrograph` : 'Pyrograph';
  }, [recording]);
  // The page is painted first.
  useEffect(() => {
    if (opening) return undefined;
    const soon = setTimeout(() => {
      getReady();
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
      {helpOpen && <LazyDialog part={HELP} given={{}} onClose={() => setHelpOpen(false)} />}
      {isDragging && <div className="drop-veil">Drop to open</div>}
    </>
  );
}

/** Loaded with the first one. What a screen reader is to say has to come into an element that is there. */
function LazyNotices({ isStart }: { readonly isStart: boolean }) {
  const offered = useStateOf((state) => state.offered);
  const awaited = useStateOf((state) => (isStart ? state.awaited : ''));
  const aside = useStateOf((state) => (isStart ? state.aside : undefined));
  const isSaid = offered !== undefined || awaited !== '' || aside !== undefined;
  return <div role="status">{isSaid && <LoadedNotices {...{ offered, awaited, aside }} />}</div>;
}

function LoadedNotices(notified: Notified) {
  const loaded = useLazyPart(NOTICES);
  return loaded && <loaded.Notices {...notified} />;
}

/** One screen takes the place of another, and the focus would fall to the page itself: the new one takes it. */
function useFocusOn(screen: 'start' | 'opening' | 'recording'): void {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    if (document.activeElement !== document.body) return;
    if (screen === 'recording') focusView();
    else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [screen]);
}

function ProblemBanner() {
  const problem = useStateOf((state) => state.problem);
  return (
    <div role="alert" className={problem ? 'problem' : ''}>
      {problem && (
        <>
          <p>{problem.text}</p>
          <button type="button" onClick={dismissProblem}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
