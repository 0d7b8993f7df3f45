// The columns of the call tree, and the cells of one row of it.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { kindColor } from '../canvas/colors.ts';
import { labelOf } from '../model/labels.ts';
import type { FlameView, Recording } from '../model/session.ts';
import { runOf } from '../model/tree.ts';
import { eventName, formatCount, formatShare, formatWeight } from './format.ts';
import { indentOf, PLAIN_LEVELS } from './indent.ts';
import { selfOf, type Order } from './open-rows.ts';
import type { Column } from './RowsHead.tsx';
import { ShareBar } from './ShareBar.tsx';
import { useTheme } from './use-theme.ts';

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
  readonly onToggle: () => void;
}

export function TreeCells({ recording, view, box, depth, isOpen, onToggle }: Props) {
  const { tree, options } = view;
  const theme = useTheme();
  const run = runOf(tree, box);
  const func = tree.func[box];
  const { name, place } = labelOf(recording, func);
  const event = eventName(recording, options.event);
  const self = selfOf(tree, box, run).weight;
  const all = tree.total[0] || 1;
  const color = func < 0 ? undefined : kindColor(recording.funcs.kind[func], theme);
  const quiet = self === 0 ? ' zero' : '';
  return (
    <>
      <span role="gridcell" className="row-name">
        <span className="row-indent" style={{ width: `calc(${indentOf(depth)} * var(--step))` }} />
        <Twisty isOpen={isOpen} onToggle={onToggle} />
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
}

/** For the pointer; the keyboard and a screen reader have the row itself. */
function Twisty({ isOpen, onToggle }: Pick<Props, 'isOpen' | 'onToggle'>) {
  if (isOpen === undefined) return <span className="twisty" />;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="twisty"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onToggle}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon size={14} />
    </button>
  );
}
