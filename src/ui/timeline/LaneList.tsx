// The thread names next to their lanes, which can be selected like the lanes. Only the visible lanes and the focused
// one are in the DOM. Selecting a lane selects its thread in all views.

import { memo, useId, type KeyboardEvent, type Ref, useMemo, useState, type MouseEvent } from 'react';
import {
  rowsBetween,
  type TimelineRow,
  type TimelineRows,
  selectLanes,
  type SelectionMode,
} from '../../canvas/time/timeline-rows.ts';
import { NONE } from '../../model/profile.ts';
import { threadTitle } from '../../text/labels.ts';
import type { Lane } from '../../model/session.ts';
import { formatShare, orDash, formatParts, wholeOf } from '../../text/format.ts';
import type { TimelineSelection } from './use-time-range.ts';

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly canvas: Ref<HTMLCanvasElement>;
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** True for a single lane without a name. */
  readonly isSingle: boolean;
  /** The weight that counts as 100%. */
  readonly all: number;
  readonly measure: string;
  /** Visible part, in CSS pixels below the top of the first lane. */
  readonly top: number;
  readonly bottom: number;
  readonly chosen: ReadonlySet<number> | undefined;
  readonly active: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function LaneList(props: Props) {
  const { ref, canvas, lanes, rows, isSingle, all, measure, top, bottom, chosen, active, onKeyDown } = props;
  const listId = useId();
  const idOf = (lane: number) => `${listId}-lane-${lane}`;
  const activeRow = rows.rows[rows.ofLane[active]];
  const visible = rowsBetween(rows, top, bottom);
  const rendered = activeRow && !visible.includes(activeRow) ? [...visible, activeRow] : visible;
  return (
    <div
      ref={ref}
      className="timeline-lanes relative"
      role="listbox"
      aria-label="Threads"
      aria-multiselectable="true"
      aria-activedescendant={idOf(active)}
      tabIndex={0}
      style={{ height: rows.height }}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {rendered.map((row) =>
        row.isHeading ? (
          <Heading key={`process-${row.lane}`} row={row} all={all} />
        ) : (
          <Option
            key={row.lane}
            id={idOf(row.lane)}
            top={row.top}
            height={row.height}
            {...labelsOf(lanes[row.lane], row.process, all, measure)}
            isOfProcess={row.process !== undefined}
            isChosen={chosen?.has(row.lane) ?? false}
            isActive={row.lane === active}
            isNamed={!isSingle}
            position={row.lane + 1}
            count={lanes.length}
          />
        ),
      )}
    </div>
  );
}

function Heading({ row: { process, top }, all }: { readonly row: TimelineRow; readonly all: number }) {
  return (
    <div className="lane lane-process row small muted" style={{ top }} aria-hidden="true">
      <span className="lane-name ellipsis">{process?.comm}</span>
      <span>{process?.pid}</span>
      <span className="number">
        {orDash(process?.weight ?? 0, formatShare((process?.weight ?? 0) / all))}
      </span>
    </div>
  );
}

interface LaneLabels {
  readonly name: string;
  /** The thread ID after a space; '' for several threads. */
  readonly thread: string;
  readonly weight: string;
  /** For screen readers. */
  readonly label: string;
}

function labelsOf(lane: Lane, process: TimelineRow['process'], all: number, measure: string): LaneLabels {
  const { tid, weight, samples } = lane;
  const name = threadTitle(lane);
  const thread = tid === NONE ? '' : ` ${tid}`;
  const share = formatShare(weight / all);
  const owner = process ? `, of process ${process.comm} ${process.pid}` : '';
  const label = `${name}${thread}, ${formatParts(samples, measure)}, ${share} of ${wholeOf(measure)}${owner}`;
  return { name, thread, weight: orDash(weight, share), label };
}

interface OptionProps extends LaneLabels {
  readonly id: string;
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly count: number;
  readonly isOfProcess: boolean;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly isNamed: boolean;
}

/** Memoized, because another level of detail has new lanes with the same names and weights. */
const Option = memo(function Option(props: OptionProps) {
  const { id, top, height, position, count, name, thread, weight, label } = props;
  const { isOfProcess, isChosen, isActive, isNamed } = props;
  return (
    <div
      id={id}
      role="option"
      className={`lane row small${isActive ? ' lane-active' : ''}${isOfProcess ? ' lane-of-process' : ''}`}
      style={{ top, height }}
      aria-label={label}
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={count}
    >
      {isNamed && (
        <>
          <span className="lane-name ellipsis">{name}</span>
          <span className="muted">{thread}</span>
          <span className="number muted">{weight}</span>
        </>
      )}
    </div>
  );
});

/** Lanes per page: about as many as are visible. */
const PAGE = 4;

export function useLaneChoice(
  lanes: readonly Lane[],
  { threads, setThreads }: Pick<TimelineSelection, 'threads' | 'setThreads'>,
) {
  const [focused, setActive] = useState(0);
  const active = Math.min(focused, lanes.length - 1);
  const [anchor, setAnchor] = useState(0);
  const chosen = useMemo(() => {
    if (!threads) return undefined;
    const rows = new Set(threads);
    return new Set(lanes.flatMap((lane, i) => (lane.threads.some((row) => rows.has(row)) ? [i] : [])));
  }, [lanes, threads]);

  /** Returns true if the selection changed. */
  const choose = (lane: number, mode: SelectionMode): boolean => {
    const now = selectLanes(chosen, lane, mode, anchor, lanes.length);
    setActive(lane);
    if (mode !== 'extend') setAnchor(lane);
    return setThreads(now && lanes.flatMap((each, i) => (now.has(i) ? each.threads : [])));
  };
  const click = (lane: number, { shiftKey, ctrlKey, metaKey }: MouseEvent) =>
    choose(lane, shiftKey ? 'extend' : ctrlKey || metaKey ? 'toggle' : 'replace');

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const to = steppedTo(event.key, active, lanes.length);
    if (to !== undefined) {
      if (event.shiftKey) choose(to, 'extend');
      else setActive(to);
    } else if (event.key === ' ' || event.key === 'Enter')
      choose(active, event.shiftKey ? 'extend' : 'toggle');
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) setThreads(undefined);
    else return;
    event.preventDefault();
  };
  return { chosen, active, setActive, click, onKeyDown };
}

/** The lane that a key moves to; undefined for other keys. */
function steppedTo(key: string, lane: number, lanes: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -lanes,
    End: lanes,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(lanes - 1, lane + step));
}
