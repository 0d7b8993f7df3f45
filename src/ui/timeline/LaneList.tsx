// The thread names beside their lanes. Only visible lanes and the focused one are in the DOM.

import type { KeyboardEvent, Ref } from 'react';
import { rowsBetween, type TimelineRow, type TimelineRows } from '../../canvas/timeline-rows.ts';
import { NONE } from '../../model/profile.ts';
import type { Lane } from '../../model/session.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly canvas: Ref<HTMLCanvasElement>;
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** The weight that counts as 100%. */
  readonly all: number;
  /** Visible part, in CSS pixels from the first lane. */
  readonly top: number;
  readonly bottom: number;
  readonly chosen: ReadonlySet<number> | undefined;
  readonly active: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const idOf = (lane: number) => `lane-${lane}`;

export function LaneList(props: Props) {
  const { ref, canvas, lanes, rows, all, top, bottom, chosen, active, onKeyDown } = props;
  const activeRow = rows.rows[rows.ofLane[active]];
  const seen = rowsBetween(rows, top, bottom);
  const shown = activeRow && !seen.includes(activeRow) ? [...seen, activeRow] : seen;
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
      {shown.map((row) =>
        row.isHeading ? (
          <Heading key={`process-${row.lane}`} row={row} all={all} />
        ) : (
          <Option
            key={row.lane}
            row={row}
            lanes={lanes}
            all={all}
            isChosen={chosen?.has(row.lane) ?? false}
            isActive={row.lane === active}
          />
        ),
      )}
    </div>
  );
}

/** The heading of a process with several threads. */
function Heading({ row: { process, top }, all }: { readonly row: TimelineRow; readonly all: number }) {
  return (
    <div className="lane lane-process row small muted" style={{ top }} aria-hidden="true">
      <span className="lane-name ellipsis">{process?.comm}</span>
      <span className="lane-ids">{process?.pid}</span>
      <span className="number push-end">{formatShare((process?.weight ?? 0) / all)}</span>
    </div>
  );
}

interface OptionProps {
  readonly row: TimelineRow;
  readonly lanes: readonly Lane[];
  readonly all: number;
  readonly isChosen: boolean;
  readonly isActive: boolean;
}

function Option({ row: { lane, process, top }, lanes, all, isChosen, isActive }: OptionProps) {
  const { threads, tid, comm, weight, samples } = lanes[lane];
  const name = comm || '(no name)';
  const id = tid === NONE ? '' : String(tid);
  // The lane that sums all threads shows no share.
  const share = threads.length > 0 ? formatShare(weight / all) : '';
  const owner = process ? `, of process ${process.comm} ${process.pid}` : '';
  return (
    <div
      id={idOf(lane)}
      role="option"
      className={`lane row small${isActive ? ' lane-active' : ''}${process ? ' lane-of-process' : ''}`}
      style={{ top }}
      title={`${name} ${id}: ${formatNumberOf(samples, 'sample')}, ${share}${owner}`}
      aria-label={`${name} ${id} ${share}${owner}`}
      aria-selected={isChosen}
      aria-posinset={lane + 1}
      aria-setsize={lanes.length}
    >
      <span className="lane-name ellipsis">{name}</span>
      <span className="lane-ids muted">{id}</span>
      <span className="number push-end muted">{share}</span>
    </div>
  );
}
