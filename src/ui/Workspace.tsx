// The screen of an open recording: the top bar, the current view, and a side panel with details of the selection.

import { Redo2, Undo2 } from 'lucide-react';
import { afterPaint } from '../state/after-paint.ts';
import { isNothingSelected } from '../state/view/graphs.ts';
import { COMMANDS } from './commands.ts';
import { setSourceOpen } from '../state/page.ts';
import { FindingsStatus } from './doctor/FindingsStatus.tsx';
import { SourcePane } from './lines-room.ts';
import { Breadcrumbs } from './flame/Breadcrumbs.tsx';
import { MyCodeSwitch, CommandButton } from './filters/BarControls.tsx';
import { VIEW_ID, useFocusOnChange } from './primitives/focus.ts';
import { useLazyPart } from './primitives/lazy-part.ts';
import { TopBar } from './header/TopBar.tsx';
import { VIEWS } from './views.ts';
import { isComparing } from '../state/store.ts';
import { useAppState, useRecording, PHONE, useMedia } from './primitives/use-app-state.ts';
import {
  ComparisonBar,
  ComparisonPanel,
  ContextMenu,
  FilterChips,
  NoSamples,
  NotComparable,
  partsWith,
  SearchSummary,
  SidePanel,
  TimelinePanel,
} from './view-parts.ts';
import { flushSync } from 'react-dom';
import { useEffect, useRef, useState, type ComponentType, type PointerEvent, type ReactNode } from 'react';

export function Workspace() {
  const name = useAppState('viewName');
  const isComparison = useAppState(isComparing);
  const number = useAppState('recordingNumber');
  const reason = useAppState('notComparable')?.text;
  const isSourceOpen = useAppState('isSourceOpen');
  const isEmpty = useAppState(isNothingSelected);
  const isPainted = useIsPainted();
  const { Component, Tools } = useLazyPart(partsWith(name, isComparison))?.[name] ?? {};
  useFocusOnChange(`${name} ${number}`, Component !== undefined);
  return (
    <div className="workspace fill">
      <header className="top-bar row">{isPainted && <TopBar />}</header>
      <main className="column">
        <TimePlace isPainted={isPainted} />
        <div className="view-bar row">{isPainted && <ViewBar Tools={Tools} />}</div>
        <div
          className="view column fill relative"
          id={VIEW_ID}
          role="tabpanel"
          aria-label={VIEWS.find((each) => each.name === name)?.label}
          tabIndex={-1}
        >
          {reason === undefined ? Component && <Component /> : <NotComparable reason={reason} />}
          {isEmpty && <NoSamples />}
        </div>
        {isSourceOpen && <SourcePane onFail={() => setSourceOpen(false)} />}
        {isPainted && <ContextMenu />}
      </main>
      <Sheet label="Selection and recording">
        {isPainted && (isComparison ? <ComparisonPanel /> : <SidePanel />)}
      </Sheet>
    </div>
  );
}

/** The sides of a comparison, or the timeline. Lanes are drawn immediately, because their height depends on the recording. */
function TimePlace({ isPainted }: { readonly isPainted: boolean }) {
  const { duration } = useRecording();
  const isComparison = useAppState(isComparing);
  const showsLanes = useAppState('showsLanes');
  if (isComparison) return <div className="comparison-place no-shrink">{isPainted && <ComparisonBar />}</div>;
  if (duration >= 0)
    return <div className="timeline-place no-shrink">{(isPainted || showsLanes) && <TimelinePanel />}</div>;
  return (
    <div className="timeline-line row small no-shrink">
      <span className="muted nowrap">No timestamps</span>
      <FindingsStatus />
    </div>
  );
}

/** The line above the view: undo, the zoom, controls of the view, search and filters. */
function ViewBar({ Tools }: { readonly Tools: ComponentType | undefined }) {
  const isComparison = useAppState(isComparing);
  return (
    <>
      <div className="undo-redo row">
        <CommandButton command={COMMANDS.undo} Icon={Undo2} />
        <CommandButton command={COMMANDS.redo} Icon={Redo2} />
      </div>
      <Breadcrumbs />
      {Tools && <Tools />}
      {!isComparison && <MyCodeSwitch />}
      <SearchSummary />
      <FilterChips />
    </>
  );
}

/** False until the graph has been painted for the first time, so that what surrounds it does not delay it. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // Otherwise, React would wait for another frame.
    const draw = () => flushSync(() => setPainted(true));
    // Not within this effect, where a hidden page does not wait.
    afterPaint(() => queueMicrotask(draw));
  }, []);
  return isPainted;
}

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The side panel; on phones, a sheet at the bottom, of which only the top shows until the user opens it. */
function Sheet({ label, children }: Props) {
  const isPhone = useMedia(PHONE);
  const findings = useAppState('openFindings');
  const sheet = useRef<HTMLElement>(null);
  /** The user's choice, which holds until the panel of findings opens or closes. */
  const [choice, setChoice] = useState({ findings, isOpen: false });
  const isOpen = choice.findings === findings ? choice.isOpen : findings !== undefined;
  const show = (opens: boolean) => {
    setChoice({ findings, isOpen: opens });
    if (!opens) sheet.current?.scrollTo({ top: 0 });
  };
  return (
    <aside ref={sheet} className={isPhone && isOpen ? 'side column open' : 'side column'} aria-label={label}>
      {isPhone && <Handle isOpen={isOpen} onChange={show} />}
      {children}
    </aside>
  );
}

/** Minimum length of a swipe in CSS pixels; a shorter one counts as a click. */
const SWIPE = 16;

function Handle({
  isOpen,
  onChange,
}: {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}) {
  const startY = useRef<number>(undefined);
  const swipe = (event: PointerEvent) => {
    if (startY.current === undefined || Math.abs(event.clientY - startY.current) < SWIPE) return;
    onChange(event.clientY < startY.current);
    startY.current = undefined;
  };
  return (
    <button
      type="button"
      className="sheet-handle"
      aria-label={isOpen ? 'Hide details' : 'Show details'}
      aria-expanded={isOpen}
      onPointerDown={(event) => {
        startY.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={swipe}
      // A swipe has cleared `startY`.
      onClick={({ detail }) => (detail === 0 || startY.current !== undefined) && onChange(!isOpen)}
    />
  );
}
