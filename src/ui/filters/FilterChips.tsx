// The sample selection as a row of chips: folded imports, threads, time range, and filters in the order in which they apply. Screen
// readers announce the remaining share of samples when it changes.

import { memo, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { ViewOptions } from '../../model/session.ts';
import { hasImports, isSubset, hasInferredCallers } from '../../state/view/graphs.ts';
import { openRecording, type State, isComparing } from '../../state/store.ts';
import {
  moveFilter,
  removeFilter,
  setRange,
  setThreads,
  selectAllSamples,
  undo,
} from '../../state/view/selection.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState, useParts, useRecording } from '../primitives/use-app-state.ts';
import { BarSwitch } from './BarControls.tsx';
import { FilterChip, ImportsChip, PlainChip, useChipDrag } from './Chip.tsx';
import { measureAt } from '../../text/labels.ts';
import { keptText, rangeLabel, threadsLabel } from './filter-labels.ts';
import { focusView } from '../primitives/focus.ts';
import { formatNumberOf, formatShare, wholeOf } from '../../text/format.ts';

export function FilterChips() {
  const selection = useParts(({ options }) => selectionOf(options));
  const section = useRef<HTMLElement>(null);
  const focusNext = useChipFocus(section);
  useRevealNew(section);
  const isPart = isSubset(selection);
  const canFold = useAppState(hasImports);
  return (
    <>
      <CallersSwitch />
      {(isPart || canFold) && (
        <section ref={section} className="chips row small" aria-label="Filters">
          <Chips selection={selection} canFold={canFold} focusNext={focusNext} />
          {isPart && <Remains />}
        </section>
      )}
      <Announcement />
    </>
  );
}

type Selection = Pick<ViewOptions, 'threads' | 'range' | 'filters' | 'foldImports'>;

/** What the chips show of the options. */
function selectionOf({ threads, range, filters, foldImports }: ViewOptions): Selection {
  return { threads, range, filters, foldImports };
}

interface ChipsProps {
  readonly selection: Selection;
  readonly canFold: boolean;
  readonly focusNext: (index: number) => void;
}

function Chips({ selection: { threads, range, filters, foldImports }, canFold, focusNext }: ChipsProps) {
  const recording = useRecording();
  const labelOfRange = useAppState(({ timeline }) => range && rangeLabel(range, timeline));
  const first = (threads ? 1 : 0) + (range ? 1 : 0);
  const { drag, onPointerDown } = useChipDrag((from, to) => moveFilter(from, to - from));
  const move = (index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= filters.length) return;
    focusNext(first + to);
    moveFilter(index, by);
  };
  return (
    <ol className="row">
      {canFold && <ImportsChip isFolded={foldImports} />}
      {threads && (
        <PlainChip
          label={threadsLabel(threads, recording.threadList, recording.threads)}
          onRemove={() => setThreads(undefined)}
        />
      )}
      {labelOfRange !== undefined && <PlainChip label={labelOfRange} onRemove={() => setRange(undefined)} />}
      {filters.map((filter, index) => (
        <FilterChip
          // Filters can be equal, so only the index identifies them.
          key={`${index}`}
          filter={filter}
          index={index}
          drag={drag}
          onPointerDown={onPointerDown}
          onMove={(by) => move(index, by)}
          onRemove={() => {
            focusNext(first + index);
            removeFilter(index);
          }}
        />
      ))}
    </ol>
  );
}

/** Share of the samples that the view shows. Rounding can push the sum slightly above the event's weight. */
function shareOf({ view, ...state }: State): number {
  const { events } = openRecording(state) ?? {};
  return view ? Math.min(1, view.tree.total[0] / (events?.at(view.options.event)?.weight || 1)) : 1;
}

function measureOf({ view, ...state }: State): string {
  const recording = openRecording(state);
  return view && recording ? measureAt(recording, view.options.event) : '';
}

function Remains() {
  const { duration } = useRecording();
  const isComparison = useAppState(isComparing);
  const kept = useAppState(({ comparison }) => comparison && keptText(comparison));
  const share = useAppState(shareOf);
  const whole = useAppState((state) => wholeOf(measureOf(state)));
  return (
    <div className="remains row push-end muted nowrap">
      {/* The timeline shows the same share. */}
      <p className={duration >= 0 ? 'visually-hidden' : undefined}>
        {isComparison ? (
          kept
        ) : share === 0 ? (
          'No samples'
        ) : (
          <>
            <strong className="number">{formatShare(share)}</strong> <span>of {whole}</span>
          </>
        )}
      </p>
      <button
        type="button"
        className="quiet"
        title={tooltip(COMMANDS.showAllSamples, 'Remove all filters, threads and the time range')}
        onClick={COMMANDS.showAllSamples.run}
      >
        Clear all
      </button>
    </div>
  );
}

const Announcement = memo(function Announcement() {
  return (
    <output className="visually-hidden" aria-label="Remaining samples">
      {useAppState(announcement)}
    </output>
  );
});

/** Text announced to screen readers when it changes; empty if all samples are shown. */
function announcement(state: State): string {
  const { comparing, comparison, view } = state;
  const { options } = (comparing ? comparison : view) ?? {};
  if (!options || !isSubset(options)) return '';
  const share = shareOf(state);
  const ofView = share === 0 ? 'no samples' : `${formatShare(share)} of ${wholeOf(measureOf(state))}`;
  const on = options.filters.filter(({ isOn }) => isOn).length;
  return `${on > 0 ? `${formatNumberOf(on, 'filter')}: ` : ''}${comparing && comparison ? keptText(comparison) : ofView} remain`;
}

/** Scrolls the line to its end when there is another chip. */
function useRevealNew(section: RefObject<HTMLElement | null>): void {
  const count = useRef<number>(undefined);
  useLayoutEffect(() => {
    const before = count.current;
    count.current = chipsIn(section).length;
    if (before !== undefined && count.current > before)
      section.current?.parentElement?.scrollTo({ left: section.current.parentElement.scrollWidth });
  });
}

/** When the focused chip is removed, focuses the next chip, else the last chip, else the view. */
function useChipFocus(section: RefObject<HTMLElement | null>): (index: number) => void {
  const requested = useRef<number>(undefined);
  /** Index of the focused chip, which any button or key might remove. */
  const focused = useRef<number>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const isInside = target instanceof Node && section.current?.contains(target);
      const index = chipsIn(section).findIndex((chip) => chip.contains(document.activeElement));
      focused.current = isInside ? Math.max(0, index) : undefined;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [section]);
  useEffect(() => {
    const index =
      requested.current ?? (document.activeElement === document.body ? focused.current : undefined);
    requested.current = undefined;
    if (index === undefined) return;
    const chips = chipsIn(section);
    const chip = (chips.at(index) ?? chips.at(-1))?.querySelector<HTMLElement>('[data-chip]');
    // The chip of folded imports is also there without filters.
    if (chip && (index === 0 || !chip.closest('[data-permanent]'))) chip.focus();
    else focusView();
  });
  return (index) => {
    requested.current = index;
  };
}

/** Except the one for imports, which does not select samples. */
function chipsIn(section: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(section.current?.querySelectorAll<HTMLElement>('li:not(.calm, .unused)') ?? [])];
}

/** The switch between the callers of cut stacks as recorded and those that were inferred. Recordings without inferred callers have none. */
const CallersSwitch = memo(function CallersSwitch() {
  const isShown = useAppState(hasInferredCallers);
  const canRun = useAppState(COMMANDS.toggleCallers.isAvailable);
  const isInferred = useAppState(({ options }) => options.callers === undefined);
  const title = useAppState(describe);
  return (
    isShown && (
      <BarSwitch command={COMMANDS.toggleCallers} canRun={canRun} isOn={canRun && isInferred} title={title}>
        Inferred callers
      </BarSwitch>
    )
  );
});

function describe({ options }: State): string {
  if (options.level === 'raw') return 'The level “As recorded” never shows inferred callers';
  return tooltip(
    COMMANDS.toggleCallers,
    options.callers
      ? 'Show cut stacks with the callers that were inferred from other samples'
      : 'Show cut stacks as they were recorded',
  );
}

/** A message shown over the view when no samples match the filters. */
export function NoSamples() {
  return (
    <NothingShown
      label="No matching samples"
      title="No samples match the current filters."
      clear="Show all samples"
    />
  );
}

interface NothingShownProps {
  readonly label: string;
  readonly title: string;
  readonly reason?: string;
  /** The label of the button that selects all samples; false for none. */
  readonly clear: string | false;
}

/** Why there is nothing to show, with buttons to get samples back. */
function NothingShown({ label, title, reason, clear }: NothingShownProps) {
  const canUndo = useAppState((state) => state.past.length > 0);
  // The button disappears with the message.
  const focusViewAnd = (act: () => void) => () => {
    focusView();
    act();
  };
  return (
    <div className="no-samples" role="group" aria-label={label}>
      <p>
        <strong>{title}</strong>
      </p>
      {reason !== undefined && <p>{reason}</p>}
      <p className="row wrap">
        {canUndo && (
          <button type="button" onClick={focusViewAnd(undo)}>
            Undo last change
          </button>
        )}
        {clear && (
          <button type="button" onClick={focusViewAnd(selectAllSamples)}>
            {clear}
          </button>
        )}
      </p>
    </div>
  );
}

export function NotComparable({ reason }: { readonly reason: string }) {
  const hasFilters = useAppState(({ options }) => options.filters.length > 0);
  return (
    <NothingShown
      label="Not comparable"
      title="These sides cannot be compared."
      reason={reason}
      clear={hasFilters && 'Clear all filters'}
    />
  );
}
