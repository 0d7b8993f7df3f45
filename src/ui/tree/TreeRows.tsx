// A call tree as rows: callees are indented below their caller. The focused row is the selected node. The view renders the columns
// and the cells.

import { useCallback, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { wholeFunction } from '../../model/profile.ts';
import { hasChildren, parentOf, childrenOf, selfOf, type CallTree } from '../../model/tree.ts';
import {
  collapse,
  expand,
  expandHeaviest,
  expandSiblings,
  expandedNodes,
} from '../../state/view/expanded.ts';
import type { GraphState } from '../../state/view/graphs.ts';
import { select } from '../../state/view/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { matchingNodes } from '../../state/view/matches.ts';
import { RowCells, type Column, type ColumnSorting } from '../primitives/columns.tsx';
import type { RowCommands } from '../primitives/row-commands.ts';
import { TreeNameCell } from './TreeCells.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { WindowedRows, type RowContent, type RowsHandle } from '../primitives/WindowedRows.tsx';

interface Props {
  readonly graph: GraphState;
  readonly order: RowOrder;
  readonly className: string;
  /** Besides names. */
  readonly columns: readonly Column[];
  /** Shown after the label “Function”. */
  readonly nameNote?: ReactNode;
  readonly sorting: ColumnSorting;
  readonly colorOf: (func: number) => string | undefined;
  readonly renderBar?: (node: number) => ReactNode;
  readonly onSort: (column: string) => void;
}

export function TreeRows({ graph, order, columns, nameNote, colorOf, renderBar, ...rest }: Props) {
  const recording = useRecording();
  const { tree, costs, selected, location } = graph;
  const found = useAppState('searchResult');
  const isMatch = useMemo(() => found && matchingNodes(found, tree, costs), [found, tree, costs]);
  const list = useRef<RowsHandle>(null);
  const { expanded } = location;
  const open = useMemo(
    () => expandedNodes(recording, { tree, selected, location: { expanded } }),
    [recording, tree, selected, expanded],
  );
  const rows = useMemo(() => treeRows(tree, open, order), [tree, open, order]);
  const showEnd = useVisibleRow(list, rows, selected);
  const commands = commandsOf(graph, open, rows, showEnd);
  const toggle = useCallback(
    (node: number) => {
      if (open.has(node)) return collapse(node);
      expand([node]);
      select(node);
    },
    [open],
  );
  const renderRow = (row: number): RowContent => {
    const node = rows.node[row];
    const depth = rows.depth[row];
    const isOpen = hasChildren(tree, node) ? open.has(node) : undefined;
    return {
      attributes: {
        ...attributesOf(rows, row, isOpen),
        className: isMatch?.(node) ? 'found' : '',
      },
      cells: (
        <>
          <TreeNameCell func={tree.func[node]} {...{ node, depth, isOpen, colorOf }} onToggle={toggle} />
          <RowCells columns={columns} row={node} />
          {renderBar?.(node)}
        </>
      ),
    };
  };
  return (
    <WindowedRows
      ref={list}
      role="treegrid"
      label="Call tree"
      keys="rows tree"
      {...rest}
      columns={[{ ...NAME, note: nameNote }, ...columns]}
      count={rows.length}
      content={tree}
      focused={rows.node.indexOf(selected)}
      commands={commands}
      renderRow={renderRow}
      onFocus={(row) => select(rows.node[row])}
      onOpen={(row) => toggle(rows.node[row])}
      onMenu={(row, x, y) => {
        const func = tree.func[rows.node[row]];
        if (func >= 0) openMenu({ by: 'function', id: wholeFunction(recording.funcs, func) }, x, y);
      }}
    />
  );
}

const NAME: Column = { name: 'name', label: 'Function', className: 'row-name' };

/** The position of a row for screen readers. `isOpen` is undefined for a row without callees. */
function attributesOf({ depth, position, siblings }: RowColumns, row: number, isOpen: boolean | undefined) {
  return {
    'aria-level': depth[row] + 1,
    'aria-posinset': position[row],
    'aria-setsize': siblings[row],
    ...(isOpen !== undefined && { 'aria-expanded': isOpen }),
  };
}

/** Keeps the selected row visible when the selection changes. Returns a function that also scrolls a path below it into view. */
function useVisibleRow(
  list: RefObject<RowsHandle | null>,
  rows: RowColumns,
  selected: number,
): (end: number) => void {
  /** Last node of a path that was just expanded. */
  const end = useRef<number>(undefined);
  useLayoutEffect(() => list.current?.show(rows.node.indexOf(selected), 'middle'), [list, rows, selected]);
  useLayoutEffect(() => {
    if (end.current === undefined) return;
    // Shows as much of the path as fits, starting at the selected row.
    list.current?.show(rows.node.indexOf(end.current), 'edge');
    list.current?.show(rows.node.indexOf(selected), 'edge');
    end.current = undefined;
  });
  return (node) => {
    end.current = node;
  };
}

function commandsOf(
  { tree, selected }: GraphState,
  open: ReadonlySet<number>,
  rows: RowColumns,
  showEnd: (end: number) => void,
): RowCommands {
  return {
    expand: () => {
      if (!hasChildren(tree, selected)) return;
      if (open.has(selected)) select(rows.node[rows.node.indexOf(selected) + 1]);
      else expand([selected]);
    },
    collapse: () => {
      if (open.has(selected) && hasChildren(tree, selected)) collapse(selected);
      else select(Math.max(0, parentOf(tree, selected)));
    },
    'expand-siblings': () => expandSiblings(tree, selected),
    'expand-heaviest': () => showEnd(expandHeaviest(tree, selected)),
  };
}

// The rows of a call tree: every expanded node is followed by its callees, one level deeper.
//
//   row 0   all            expanded, so its callees follow
//   row 1     main         expanded
//   row 2       parse      collapsed
//   row 3       read
//   row 4     other

/** Callees are sorted by this weight, or by any number, the largest first. */
export type RowOrder = 'total' | 'self' | ((node: number) => number);

/** Rows as parallel arrays, one element per row. */
interface RowColumns {
  readonly length: number;
  readonly node: Int32Array;
  /** 0 for the root. */
  readonly depth: Int32Array;
  /** Position among its siblings, counted from 1, and the number of siblings including itself. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
}

export function treeRows(tree: CallTree, open: ReadonlySet<number>, order: RowOrder): RowColumns {
  const rows: number[] = [];
  /** Stack of rows still to emit, four numbers each (node, depth, position, siblings); the next row is on top. */
  const pending: number[] = [0, 0, 1, 1];
  while (pending.length > 0) {
    const [node, depth, position, siblings] = pending.splice(-4);
    rows.push(node, depth, position, siblings);
    if (!open.has(node)) continue;
    const children = sortedChildren(tree, node, order);
    for (let i = children.length - 1; i >= 0; i--)
      pending.push(children[i], depth + 1, i + 1, children.length);
  }
  const column = (at: number) => Int32Array.from({ length: rows.length / 4 }, (_, row) => rows[4 * row + at]);
  return {
    length: rows.length / 4,
    node: column(0),
    depth: column(1),
    position: column(2),
    siblings: column(3),
  };
}

function sortedChildren(tree: CallTree, node: number, order: RowOrder): number[] {
  const children = childrenOf(tree, node);
  if (order === 'total' || children.length < 2) return children;
  const keyOf = order === 'self' ? (child: number) => selfOf(tree, child).weight : order;
  const keys = new Map(children.map((child) => [child, keyOf(child)]));
  const key = (child: number) => keys.get(child) ?? 0;
  return children.sort((a, b) => (key(a) === key(b) ? 0 : key(b) - key(a)));
}
