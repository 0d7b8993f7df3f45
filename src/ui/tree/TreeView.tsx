// The call tree as rows: callees are indented below their caller. The focused row is the selected node.

import { useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Recording } from '../../model/session.ts';
import { hasChildren, parentOf } from '../../model/tree.ts';
import { collapse, expand, expandHeaviest, expandSiblings, expandedNodes } from '../../state/expanded.ts';
import { callsGraph, type GraphState } from '../../state/graphs.ts';
import { select, setTreeSorting } from '../../state/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { matchingNodes } from '../../state/search-matches.ts';
import type { RowCommands } from '../primitives/row-commands.ts';
import { treeColumns, TreeCells } from './TreeCells.tsx';
import { treeRows, type TreeRows } from './tree-rows.ts';
import { TreeTools } from './TreeTools.tsx';
import { useFunctionColors } from '../primitives/use-kind-colors.ts';
import { useAppState, useGraph } from '../primitives/use-app-state.ts';
import { WindowedRows, type RowContent, type RowsHandle } from '../primitives/WindowedRows.tsx';

export function TreeView({ recording }: { readonly recording: Recording }) {
  const graph = useGraph(callsGraph);
  // The state may still contain the caller tree of the previous view.
  if (!graph) return <div className="rows-view column fill" aria-busy="true" />;
  return <Tree recording={recording} graph={graph} />;
}

interface Props {
  readonly recording: Recording;
  readonly graph: GraphState;
}

function Tree({ recording, graph }: Props) {
  const { tree, costs, selected, location } = graph;
  const order = useAppState((state) => state.treeSorting);
  const found = useAppState((state) => state.searchResult);
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
  const colorOf = useFunctionColors(recording);
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
      cells: <TreeCells {...{ recording, view: graph, node, depth, isOpen, colorOf }} onToggle={toggle} />,
    };
  };
  return (
    <div className="rows-view column fill">
      <TreeTools recording={recording} view={graph} />
      <WindowedRows
        ref={list}
        role="treegrid"
        label="Call tree"
        className="tree-rows"
        keys="rows tree"
        columns={treeColumns(order)}
        count={rows.length}
        content={tree}
        focused={rows.node.indexOf(selected)}
        commands={commands}
        renderRow={renderRow}
        onSort={(column) => setTreeSorting(column === 'self' ? 'self' : 'total')}
        onFocus={(row) => select(rows.node[row])}
        onOpen={(row) => toggle(rows.node[row])}
        onMenu={(row, x, y) => {
          const func = tree.func[rows.node[row]];
          if (func >= 0) openMenu({ by: 'function', id: func }, x, y);
        }}
      />
    </div>
  );
}

/** The position of a row for screen readers. `isOpen` is undefined for a row without callees. */
function attributesOf({ depth, position, siblings }: TreeRows, row: number, isOpen: boolean | undefined) {
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
  rows: TreeRows,
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
  rows: TreeRows,
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
