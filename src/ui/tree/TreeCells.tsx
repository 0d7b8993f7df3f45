// The columns of the call tree, and the cells of a row.

import { memo } from 'react';
import { measureAt, labelOf } from '../../text/labels.ts';
import type { FlameView } from '../../model/session.ts';
import { chainOf, selfOf } from '../../model/tree.ts';
import { formatCount, formatShare, formatWeight } from '../../text/format.ts';
import { indentOf, FULL_STEP_LEVELS } from './indent.ts';
import type { Column } from '../primitives/ColumnHeaders.tsx';
import { NameCell, NumberCell } from '../primitives/RowCells.tsx';
import { WeightBar } from '../primitives/WeightBar.tsx';
import { useRecording } from '../primitives/use-app-state.ts';

export function treeColumns(order: 'total' | 'self'): Column[] {
  const sorted = (by: 'total' | 'self') => (by === order ? 'descending' : 'none');
  return [
    { name: 'name', label: 'Function', className: 'row-name' },
    { name: 'total', label: 'Total', className: 'row-number', sorted: sorted('total') },
    { name: 'samples', prefix: 'Total', label: 'samples', className: 'row-number samples' },
    { name: 'totalShare', prefix: 'Total', label: 'share', className: 'row-number' },
    { name: 'self', label: 'Self', className: 'row-number self', sorted: sorted('self') },
    { name: 'selfShare', prefix: 'Self', label: 'share', className: 'row-number self-share' },
  ];
}

interface Props {
  readonly view: Pick<FlameView, 'tree' | 'options'>;
  readonly node: number;
  readonly depth: number;
  /** Undefined for a node without callees. */
  readonly isOpen: boolean | undefined;
  /** The color of a function; undefined for the root. */
  readonly colorOf: (func: number) => string | undefined;
  readonly onToggle: (node: number) => void;
}

/** Memoized: most rows do not change when the focus moves. */
export const TreeCells = memo(function TreeCells(props: Props) {
  const recording = useRecording();
  const { view, node, colorOf } = props;
  const { tree, options } = view;
  const chain = chainOf(tree, node);
  const func = tree.func[node];
  const measure = measureAt(recording, options.event);
  const self = selfOf(tree, node, chain).weight;
  const all = tree.total[0] || 1;
  const color = colorOf(func);
  return (
    <>
      <TreeNameCell {...props} func={func} />
      <NumberCell>{formatWeight(tree.total[chain], measure)}</NumberCell>
      <NumberCell className="samples">{formatCount(tree.samples[chain])}</NumberCell>
      <NumberCell>{formatShare(tree.total[chain] / all)}</NumberCell>
      <NumberCell className="self" self={self}>
        {formatWeight(self, measure)}
      </NumberCell>
      <NumberCell className="self-share" self={self}>
        {formatShare(self / all)}
      </NumberCell>
      <WeightBar self={self / all} total={tree.total[chain] / all} color={color} />
    </>
  );
});

type NameProps = Pick<Props, 'depth' | 'isOpen' | 'colorOf' | 'node' | 'onToggle'> & {
  readonly func: number;
};

/** The function, indented below its caller. */
export function TreeNameCell({ func, depth, isOpen, colorOf, node, onToggle }: NameProps) {
  const recording = useRecording();
  return (
    <NameCell {...labelOf(recording, func)} color={colorOf(func)}>
      <span className="no-shrink" style={{ width: `calc(${indentOf(depth)} * var(--step))` }} />
      <Twisty isOpen={isOpen} onToggle={() => onToggle(node)} />
      {depth > FULL_STEP_LEVELS && (
        <span className="row-depth number no-shrink muted" title={`Level ${depth}`} aria-hidden="true">
          {depth}
        </span>
      )}
    </NameCell>
  );
}

/** For pointers only; keyboards and screen readers expand and collapse the row itself. */
function Twisty({ isOpen, onToggle }: Pick<Props, 'isOpen'> & { readonly onToggle: () => void }) {
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
