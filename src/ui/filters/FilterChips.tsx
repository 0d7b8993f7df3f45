// The selected samples as a row of chips: threads, time range, and filters in the order in which they apply. The share of
// samples that remain is shown beside them and announced when it changes.

import { useEffect, useRef, type RefObject } from 'react';
import type { FlameView, Recording, SampleSelection } from '../../model/session.ts';
import { isSubset } from '../../state/graphs.ts';
import { moveFilter, removeFilter, setRange, setThreads } from '../../state/selection.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { FilterChip, PlainChip } from './Chip.tsx';
import { rangeLabel, threadsLabel } from './filter-labels.ts';
import { focusView } from '../primitives/focus-view.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { useChipDrag } from './use-chip-drag.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function FilterChips({ recording }: { readonly recording: Recording }) {
  const options = useAppState((state) => state.options);
  const view = useAppState((state) => state.view);
  const section = useRef<HTMLElement>(null);
  const focusNext = useChipFocus(section);
  const remains = view ? formatShare(shareOf(view, recording)) : '';
  return (
    <>
      {isSubset(options) && (
        <section ref={section} className="chips row wrap small" aria-label="Filters">
          <Chips recording={recording} selection={options} focusNext={focusNext} />
          <div className="remains row push-end muted nowrap">
            <p>
              <strong className="number">{remains}</strong> <span>of all samples</span>
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
        </section>
      )}
      <output className="visually-hidden" aria-label="Remaining samples">
        {view && remainingText(view, remains)}
      </output>
    </>
  );
}

interface ChipsProps {
  readonly recording: Recording;
  readonly selection: SampleSelection;
  readonly focusNext: (place: number) => void;
}

function Chips({ recording, selection: { threads, range, filters }, focusNext }: ChipsProps) {
  const timeline = useAppState((state) => state.timeline);
  const first = (threads ? 1 : 0) + (range ? 1 : 0);
  const { drag, onPointerDown } = useChipDrag((from, to) => moveFilter(from, to - from));
  const move = (index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= filters.length) return;
    focusNext(first + to);
    moveFilter(index, by);
  };
  return (
    <ol className="row wrap">
      {threads && (
        <PlainChip
          label={threadsLabel(threads, recording.threadList, recording.threads)}
          onRemove={() => setThreads(undefined)}
        />
      )}
      {range && <PlainChip label={rangeLabel(range, timeline)} onRemove={() => setRange(undefined)} />}
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

function shareOf({ options, tree }: FlameView, { events }: Recording): number {
  // Floating-point sums depend on the order of addition.
  return Math.min(1, tree.total[0] / (events.at(options.event)?.weight || 1));
}

/** Text announced to screen readers when it changes; empty if all samples are shown. */
function remainingText({ options }: FlameView, remains: string): string {
  if (!isSubset(options)) return '';
  const on = options.filters.filter(({ isOn }) => isOn).length;
  return `${on > 0 ? `${formatNumberOf(on, 'filter')}: ` : ''}${remains} of the samples remain`;
}

/** When a focused chip is removed, focuses the chip that takes its place, the last chip, or the view. */
function useChipFocus(section: RefObject<HTMLElement | null>): (place: number) => void {
  const wanted = useRef<number>(undefined);
  /** Index of the focused chip, which any button or key may remove. */
  const focused = useRef<number>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const isHere = target instanceof Node && section.current?.contains(target);
      const place = chipsIn(section).findIndex((chip) => chip.contains(document.activeElement));
      focused.current = isHere ? Math.max(0, place) : undefined;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [section]);
  useEffect(() => {
    const place = wanted.current ?? (document.activeElement === document.body ? focused.current : undefined);
    wanted.current = undefined;
    if (place === undefined) return;
    const chips = chipsIn(section);
    const chip = chips.at(place) ?? chips.at(-1);
    if (chip) chip.querySelector<HTMLElement>('[data-chip]')?.focus();
    else focusView();
  });
  return (place) => {
    wanted.current = place;
  };
}

function chipsIn(section: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(section.current?.querySelectorAll('li') ?? [])];
}
