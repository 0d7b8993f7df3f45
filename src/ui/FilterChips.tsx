// Which part of the recording is looked at, as a row of chips: the chosen threads and time, and the filters in the
// order in which they are applied. What remains of the samples is told beside them, and said aloud when it changes.

import { useEffect, useRef, type RefObject } from 'react';
import type { FlameView, Looked, Recording } from '../model/session.ts';
import { lookAtAll, moveFilter, removeFilter, setRange, setThreads, toggleFilter } from '../state/look.ts';
import { FilterChip, PlainChip } from './Chip.tsx';
import { wordsOfRange, wordsOfThreads } from './filter-words.ts';
import { focusView } from './focus-view.ts';
import { formatShare } from '../model/format.ts';
import { useChipDrag } from './use-chip-drag.ts';
import { useStateOf } from './use-state-of.ts';

export function FilterChips({ recording }: { readonly recording: Recording }) {
  const options = useStateOf((state) => state.options);
  const view = useStateOf((state) => state.view);
  const section = useRef<HTMLElement>(null);
  const focusNext = useFocusKept(section);
  const remains = view ? formatShare(shareOf(view, recording)) : '';
  return (
    <>
      {isPart(options) && (
        <section ref={section} className="chips" aria-label="Filters">
          <Chips recording={recording} looked={options} focusNext={focusNext} />
          <div className="remains">
            <p>
              <strong>{remains}</strong> <span>of all samples</span>
            </p>
            <button
              type="button"
              className="quiet"
              title="No filters, all threads, all of the time (x)"
              onClick={lookAtAll}
            >
              Clear all
            </button>
          </div>
        </section>
      )}
      <output className="visually-hidden" aria-label="What remains">
        {view && wordsOfRest(view, remains)}
      </output>
    </>
  );
}

interface ChipsProps {
  readonly recording: Recording;
  readonly looked: Looked;
  readonly focusNext: (place: number) => void;
}

function Chips({ recording, looked: { threads, range, filters }, focusNext }: ChipsProps) {
  const strip = useStateOf((state) => state.timeline);
  const first = (threads ? 1 : 0) + (range ? 1 : 0);
  const { dragged, target, onPointerDown } = useChipDrag((from, to) => moveFilter(from, to - from));
  const move = (index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= filters.length) return;
    focusNext(first + to);
    moveFilter(index, by);
  };
  const markOn = (index: number) => {
    if (dragged === undefined || target !== index) return undefined;
    return dragged < index ? 'behind' : 'before';
  };
  return (
    <ol>
      {threads && (
        <PlainChip
          words={wordsOfThreads(threads, recording.threadList, recording.threads)}
          onRemove={() => setThreads(undefined)}
        />
      )}
      {range && <PlainChip words={wordsOfRange(range, strip)} onRemove={() => setRange(undefined)} />}
      {filters.map((filter, index) => (
        <FilterChip
          // Filters may be equal: only their place tells them apart.
          key={`${index}`}
          filter={filter}
          place={index}
          isDragged={dragged === index}
          mark={markOn(index)}
          onPointerDown={onPointerDown}
          onToggle={() => toggleFilter(index)}
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

function isPart({ threads, range, filters }: Looked): boolean {
  return threads !== undefined || range !== undefined || filters.length > 0;
}

function shareOf({ options, tree }: FlameView, { events }: Recording): number {
  // Sums taken in another order differ in their last digits.
  return Math.min(1, tree.total[0] / (events.at(options.event)?.weight || 1));
}

/** Said whenever it changes; nothing while all of the recording is looked at. */
function wordsOfRest({ options }: FlameView, remains: string): string {
  if (!isPart(options)) return '';
  const on = options.filters.filter(({ isOn }) => isOn).length;
  const filters = on === 1 ? '1 filter' : `${on} filters`;
  return `${on > 0 ? `${filters}: ` : ''}${remains} of the samples remain`;
}

/** The focus is not lost with a chip: it goes to the one that is then in its place, the last, or the view. */
function useFocusKept(section: RefObject<HTMLElement | null>): (place: number) => void {
  const wanted = useRef<number>(undefined);
  /** The place of the chip that has it: a button or a key from anywhere may take that chip away. */
  const held = useRef<number>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const isHere = target instanceof Node && section.current?.contains(target);
      const place = chipsIn(section).findIndex((chip) => chip.contains(document.activeElement));
      held.current = isHere ? Math.max(0, place) : undefined;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [section]);
  useEffect(() => {
    const place = wanted.current ?? (document.activeElement === document.body ? held.current : undefined);
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
