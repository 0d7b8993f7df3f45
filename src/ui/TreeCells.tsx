// The columns of the call tree, and the cells of one row of it.

import { memo } from 'react';
import { labelOf } from '../model/labels.ts';
import type { FlameView, Recording } from '../model/session.ts';
import { runOf, selfOf } from '../model/tree.ts';
import { eventName, formatCount, formatShare, formatWeight } from '../model/format.ts';
import { indentOf, PLAIN_LEVELS } from './indent.ts';
import type { Order } from './open-rows.ts';
import type { Column } from './RowsHead.tsx';
import { ShareBar } from './ShareBar.tsx';

export function columnsOf(order: Order): Column[] {
  const sorted = (by: Order) => (by === order ? 'descending' : 'none');
  return [
    { name: 'name', label: 'Function', className: 'row-name' },
    { name: 'total', label: 'Total', className: 'row-number', sorted: sorted('total') },
    { name: 'samples', before: 'Total', label: 'samples', className: 'row-number samples' },
    { name: 'totalShare', before: 'Total', label: 'share', className: 'row-number' },
    { name: 'self', label: 'Self', className: 'row-number self', sorted: sorted('self') },
    { name: 'selfShare', before: 'Self', label: 'share', className: 'row-number self-share' },
  ];
}

interface Props {
  readonly recording: Recording;
  readonly view: FlameView;
  readonly box: number;
  readonly depth: number;
  /** Undefined for a box without callees. */
  readonly isOpen: boolean | undefined;
  /** Of each kind of code. */
  readonly colors: readonly string[];
  readonly onToggle: (box: number) => void;
}

/** Most rows stay as they are when the focus moves on. */
export const TreeCells = memo(function TreeCells(props: Props) {
  const { recording, view, box, depth, isOpen, colors, onToggle } = props;
  const { tree, options } = view;
  const run = runOf(tree, box);
  const func = tree.func[box];
  const { name, place } = labelOf(recording, func);
  const event = eventName(recording, options.event);
  const self = selfOf(tree, box, run).weight;
  const all = tree.total[0] || 1;
  const color = func < 0 ? undefined : colors[recording.funcs.kind[func]];
  const quiet = self === 0 ? ' zero' : '';
  return (
    <>
      <span role="gridcell" className="row-name">
        <span className="row-indent" style={{ width: `calc(${indentOf(depth)} * var(--step))` }} />
        <Twisty isOpen={isOpen} onToggle={() => onToggle(box)} />
        {depth > PLAIN_LEVELS && (
          <span className="row-depth" title={`Level ${depth}`} aria-hidden="true">
            {depth}
          </span>
        )}
        {color && <span className="swatch" style={{ background: color }} aria-hidden="true" />}
        <span className="row-label">{name}</span>
        {place !== '' && <span className="row-place">{place}</span>}
      </span>
      <span role="gridcell" className="row-number">
        {formatWeight(tree.total[run], event)}
      </span>
      <span role="gridcell" className="row-number samples">
        {formatCount(tree.samples[run])}
      </span>
      <span role="gridcell" className="row-number">
        {formatShare(tree.total[run] / all)}
      </span>
      <span role="gridcell" className={`row-number self${quiet}`}>
        {formatWeight(self, event)}
      </span>
      <span role="gridcell" className={`row-number self-share${quiet}`}>
        {formatShare(self / all)}
      </span>
      <ShareBar self={self / all} total={tree.total[run] / all} color={color} />
    </>
  );
});

/** For the pointer; the keyboard and a screen reader have the row itself. */
function Twisty({
  isOpen,
  onToggle,
}: {
  readonly isOpen: boolean | undefined;
  readonly onToggle: () => void;
}) {
  if (isOpen === undefined) return <span className="twisty" />;
  return (
    <button
      type="button"
      className="twisty"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onToggle}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <svg viewBox="0 0 14 14" width={14} height={14}>
        <path d={isOpen ? 'M3 5l4 4 4-4' : 'M5 3l4 4-4 4'} />
      </svg>
    </button>
  );
}
