// One function with its callers above and its callees below. Both graphs are as wide as the function.

import {
  useId,
  useRef,
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { measureAt, labelOf, nameAndPlace } from '../../text/labels.ts';
import { LEVELS, type Level } from '../../model/levels.ts';
import { NONE } from '../../model/profile.ts';
import type { SandwichAnswer } from '../../model/queries.ts';
import type { Sandwich } from '../../model/session.ts';
import { halfGraph, isNothingSelected } from '../../state/view/graphs.ts';
import { openSandwich, setHalf, setLevel, setSandwichSplit } from '../../state/view/navigation.ts';
import { selectAllSamples } from '../../state/view/selection.ts';
import type { Half } from '../../model/view-names.ts';
import { formatShare, formatWeight, orDash } from '../../text/format.ts';
import { Graph, type GraphBoxes } from '../flame/Graph.tsx';
import { useParts, useAppState, useRecording } from '../primitives/use-app-state.ts';

export interface AmountsProps {
  readonly answer: SandwichAnswer;
}

interface Props {
  /** How a comparison shows a half. */
  readonly HalfComponent?: ComponentType<HalfProps>;
  /** How a comparison shows the weights of the function in the middle. */
  readonly AmountsComponent?: ComponentType<AmountsProps> | undefined;
}

export function SandwichView({ HalfComponent = HalfGraph, AmountsComponent }: Props) {
  const answer = useAppState('sandwich');
  const split = useAppState('sandwichSplit');
  const container = useRef<HTMLDivElement>(null);
  const callersId = useId();
  return (
    <div className="sandwich column fill" ref={container}>
      <div className="half column" id={callersId} style={{ flexGrow: split }}>
        <HalfComponent half="callers" />
      </div>
      <div className={`middle row no-shrink small relative ${AmountsComponent ? 'compared' : ''}`}>
        <Divider {...{ container, split }} fitting={fittingSplit(answer?.sandwich)} controls={callersId} />
        {answer?.sandwich && <Middle {...{ answer, AmountsComponent }} />}
      </div>
      <div className="half column" style={{ flexGrow: 1 - split }}>
        <HalfComponent half="callees" />
      </div>
      {isMissing(answer) && <Missing {...answer} />}
    </div>
  );
}

/** The callers' share of the height that is proportional to their number of rows, within limits. */
function fittingSplit(sandwich: Sandwich | undefined): number {
  if (!sandwich) return 0.5;
  const { callers, callees } = sandwich;
  return Math.min(0.6, Math.max(0.25, callers.rows / (callers.rows + callees.rows)));
}

/** True if no selected sample contains the requested function. */
function isMissing(answer: SandwichAnswer | undefined): answer is SandwichAnswer {
  return answer !== undefined && !answer.sandwich && answer.func !== NONE;
}

const HALVES: Record<Half, { label: string; direction: 'flame' | 'icicle' }> = {
  callers: { label: 'Callers', direction: 'flame' },
  callees: { label: 'Callees', direction: 'icicle' },
};

export interface HalfProps {
  readonly half: Half;
}

export function HalfGraph({ half, compared }: HalfProps & { readonly compared?: GraphBoxes | undefined }) {
  const graph = useParts((state) => halfGraph(state, half));
  const isCurrent = useAppState((state) => state.half === half);
  const emptyText = useEmptyText();
  return (
    <Graph
      {...{ graph, isCurrent, emptyText, compared }}
      {...HALVES[half]}
      onFocus={() => setHalf(half)}
      onOpen={(box) => graph && openSandwich(graph.tree.func[box])}
    />
  );
}

/** Tells screen readers why both halves are empty; undefined if they are not empty, or while loading. */
function useEmptyText(): string | undefined {
  const recording = useRecording();
  const answer = useAppState('sandwich');
  const isEmpty = useAppState(isNothingSelected);
  if (isEmpty) return 'No samples';
  if (!isMissing(answer)) return undefined;
  return `${nameAndPlace(recording, answer.func)} ${whyMissing(answer.level)}`;
}

function whyMissing(level: Level | undefined): string {
  return level ? 'is not shown at this level of detail.' : 'is in none of the selected samples.';
}

type MiddleProps = AmountsProps & Pick<Props, 'AmountsComponent'>;

function Middle({ answer, AmountsComponent = Amounts }: MiddleProps) {
  const recording = useRecording();
  const { name, place } = labelOf(recording, answer.func);
  return (
    <>
      <div className="middle-name row">
        <h2 className="ellipsis">{name}</h2>
        {place !== '' && <span className="muted ellipsis">{place}</span>}
      </div>
      <AmountsComponent answer={answer} />
    </>
  );
}

function Amounts({ answer: { functions, func } }: AmountsProps) {
  const recording = useRecording();
  const { options, weight, total, self } = functions;
  const measure = measureAt(recording, options.event);
  const row = functions.id.indexOf(func);
  if (row < 0) return null;
  const amounts = { Total: total[row], Self: self[row] };
  return (
    <dl className="amounts numbers push-end nowrap">
      {Object.entries(amounts).map(([label, amount]) => (
        <div key={label} className="row">
          <dt className="muted">{label}</dt>
          <dd>{orDash(amount, formatWeight(amount, measure))}</dd>
          <dd className="of-all">{orDash(amount, formatShare(amount / (weight || 1)))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A message that the function is not shown, with a button to show it. */
function Missing({ func, level }: SandwichAnswer) {
  const recording = useRecording();
  const isSubset = useAppState(
    ({ options: { filters, range, threads } }) =>
      filters.some(({ isOn }) => isOn) || range !== undefined || threads !== undefined,
  );
  const { name, place } = labelOf(recording, func);
  const shownAt = LEVELS.find((each) => each.name === level);
  return (
    <div className="unseen column break-anywhere" role="status">
      <p>
        <strong>{name}</strong>
        {place && ` (${place})`} {whyMissing(level)}
      </p>
      {shownAt && (
        <button type="button" onClick={() => setLevel(shownAt.name)}>
          Show it at “{shownAt.label}”
        </button>
      )}
      {!shownAt && isSubset && (
        <button type="button" onClick={selectAllSamples}>
          Show all samples
        </button>
      )}
    </div>
  );
}

const MIN_SPLIT = 0.1;
const MAX_SPLIT = 0.9;
const SPLIT_STEP = 0.05;

interface DividerProps {
  /** The element that contains both parts. */
  readonly container: RefObject<HTMLElement | null>;
  /** Share of the height that the upper part takes, 0 to 1. */
  readonly split: number;
  /** The share that fits the contents of both parts. */
  readonly fitting: number;
  /** Element ID of the upper part. */
  readonly controls: string;
}

/** A divider between the upper and lower part of a view, which the user can drag or move with keys. */
function Divider({ container, split, fitting, controls }: DividerProps) {
  const moveTo = (to: number) => setSandwichSplit(Math.min(MAX_SPLIT, Math.max(MIN_SPLIT, to)));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!container.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top, height } = container.current.getBoundingClientRect();
    const bar = event.currentTarget.getBoundingClientRect().height;
    moveTo((event.clientY - top - bar / 2) / Math.max(1, height - bar));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = KEYS[event.key]?.(split);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveTo(to);
  };
  return (
    <div
      role="separator"
      className="divider"
      aria-label="Height of the callers"
      aria-orientation="horizontal"
      aria-valuemin={MIN_SPLIT * 100}
      aria-valuemax={MAX_SPLIT * 100}
      aria-valuenow={Math.round(split * 100)}
      aria-valuetext={`${Math.round(split * 100)}%`}
      aria-controls={controls}
      tabIndex={0}
      title="Drag to resize, double-click to fit"
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => moveTo(fitting)}
      onKeyDown={onKeyDown}
    />
  );
}

const KEYS: Readonly<Record<string, (split: number) => number>> = {
  ArrowUp: (split) => split - SPLIT_STEP,
  ArrowLeft: (split) => split - SPLIT_STEP,
  ArrowDown: (split) => split + SPLIT_STEP,
  ArrowRight: (split) => split + SPLIT_STEP,
  PageUp: (split) => split - 4 * SPLIT_STEP,
  PageDown: (split) => split + 4 * SPLIT_STEP,
  Home: () => MIN_SPLIT,
  End: () => MAX_SPLIT,
};
