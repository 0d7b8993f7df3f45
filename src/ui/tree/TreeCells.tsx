// The columns of the call tree: the name of a function, and the weights of its call node.

import { memo } from 'react';
import { chainOf, selfOf, type CallTree } from '../../model/tree.ts';
import { formatCount, formatShare, formatWeight, partNoun } from '../../text/format.ts';
import { labelOf } from '../../text/labels.ts';
import { column, NameCell, type Column } from '../primitives/columns.tsx';
import { useRecording } from '../primitives/use-app-state.ts';

/** The number columns. `measure` determines the unit of weights. */
export function treeColumns(tree: CallTree, measure: string): Column[] {
  const totalOf = (node: number) => tree.total[chainOf(tree, node)];
  const selfWeight = (node: number) => selfOf(tree, node).weight;
  const isNone = (node: number) => selfWeight(node) === 0;
  const share = (weight: number) => formatShare(weight / (tree.total[0] || 1));
  return [
    column('total', 'Total', 'row-number', {
      value: totalOf,
      text: (node) => formatWeight(totalOf(node), measure),
    }),
    column('samples', `${partNoun(measure)}s`, 'row-number samples', {
      prefix: 'Total',
      text: (node) => formatCount(tree.samples[chainOf(tree, node)]),
    }),
    column('totalShare', 'share', 'row-number', { prefix: 'Total', text: (node) => share(totalOf(node)) }),
    column('self', 'Self', 'row-number self', {
      value: selfWeight,
      isNone,
      text: (node) => formatWeight(selfWeight(node), measure),
    }),
    column('selfShare', 'share', 'row-number self-share', {
      prefix: 'Self',
      isNone,
      text: (node) => share(selfWeight(node)),
    }),
  ];
}

interface NameProps {
  readonly func: number;
  readonly node: number;
  readonly depth: number;
  /** Undefined for a node without callees. */
  readonly isOpen: boolean | undefined;
  /** The color of a function; undefined for the root. */
  readonly colorOf: (func: number) => string | undefined;
  readonly onToggle: (node: number) => void;
}

/** The function, indented below its caller. */
export const TreeNameCell = memo(function TreeNameCell(props: NameProps) {
  const { func, depth, isOpen, colorOf, node, onToggle } = props;
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
});

/** For pointers only; keyboards and screen readers expand and collapse the row itself. */
function Twisty({ isOpen, onToggle }: Pick<NameProps, 'isOpen'> & { readonly onToggle: () => void }) {
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

// Indentation of rows in the call tree: one step per level at first, then ever smaller steps, so that deep recursion leaves
// room for names. Deep rows also show their level as a number.

/** Levels indented by a full step. */
export const FULL_STEP_LEVELS = 16;

export function indentOf(depth: number): number {
  if (depth <= FULL_STEP_LEVELS) return depth;
  return Math.min(
    MAX_STEPS,
    FULL_STEP_LEVELS + 2 * Math.log2(1 + (depth - FULL_STEP_LEVELS) / FULL_STEP_LEVELS),
  );
}

export const MAX_STEPS = 24;
