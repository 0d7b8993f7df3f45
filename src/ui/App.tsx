// The page: the start screen, the progress of an opening, or an open recording. Files are taken anywhere on it.

import { useEffect, useRef } from 'react';
import { dismissProblem, getReady, setHelpOpen } from '../state/actions.ts';
import { followAddressBar } from '../state/address-bar.ts';
import { focusView } from './focus-view.ts';
import { LazyDialog } from './LazyDialog.tsx';
import { lazyPart } from './lazy-part.ts';
import { Offer } from './Offer.tsx';
import { Opening } from './Opening.tsx';
import { StartScreen } from './StartScreen.tsx';
import { useFilesFromOutside } from './use-files-from-outside.ts';
import { useShortcuts } from './shortcuts.ts';
import { useTheme } from './use-theme.ts';
import { useStateOf } from './use-state-of.ts';
import { preloadViews } from './views.ts';
import { Workspace } from './Workspace.tsx';

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
      <Offer />
      {opening ? <Opening {...opening} /> : recording ? <Workspace recording={recording} /> : <StartScreen />}
      {helpOpen && <LazyDialog part={HELP} given={{}} onClose={() => setHelpOpen(false)} />}
      {isDragging && <div className="drop-veil">Drop to open</div>}
    </>
  );
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
