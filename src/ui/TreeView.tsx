// The call tree as rows that are opened and closed: callers, and indented under each what they call. The row that the
// keyboard is on is the selected box, as in the graphs.

import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { FlameView, Recording } from '../model/session.ts';
import { hasChildren, parentOf, type CallTree } from '../model/tree.ts';
import { openMenu, select, setTreeSorting, setUnfolded } from '../state/actions.ts';
import { OpenRows, type Order } from './open-rows.ts';
import type { RowCommands } from './rows-of-page.ts';
import { columnsOf, TreeCells } from './TreeCells.tsx';
import { TreeTools } from './TreeTools.tsx';
import { useKindColors } from './use-kind-colors.ts';
import { useStateOf } from './use-state-of.ts';
import { WindowedRows, type RowContent, type RowsHandle } from './WindowedRows.tsx';

export function TreeView({ recording }: { readonly recording: Recording }) {
  const view = useStateOf((state) => state.view);
  // For a moment it may still be the tree of callers.
  if (view?.shape !== 'calls') return <div className="rows-view" aria-busy="true" />;
  return <Tree recording={recording} view={view} />;
}

interface Props {
  readonly recording: Recording;
  readonly view: FlameView;
}

function Tree({ recording, view }: Props) {
  const { tree } = view;
  const order = useStateOf((state) => state.treeSorting);
  const chosen = useStateOf((state) => state.selected);
  const matches = useStateOf((state) => state.found?.matches);
  const selected = chosen < tree.length ? chosen : 0;
  const list = useRef<RowsHandle>(null);
  const { rows, changed } = useOpenRows(tree, order, selected);
  const look = useLook(list, rows, selected);
  const commands = commandsOf(rows, selected, changed, look);
  const colors = useKindColors();
  const toggle = useCallback(
    (box: number) => {
      if (rows.isOpen(box)) rows.closeBox(box);
      else rows.openBox(box);
      select(box);
      changed();
    },
    [rows, changed],
  );
  const renderRow = (row: number): RowContent => {
    const { box, depth, ...among } = rows.at(row);
    const isOpen = hasChildren(tree, box) ? rows.isOpen(box) : undefined;
    return {
      attributes: {
        ...attributesOf(depth, among, isOpen),
        className: matches?.[tree.func[box]] === 1 ? 'found' : '',
      },
      cells: <TreeCells {...{ recording, view, box, depth, isOpen, colors }} onToggle={toggle} />,
    };
  };
  return (
    <div className="rows-view">
      <TreeTools recording={recording} view={view} onHeaviest={commands['unfold-heaviest']} />
      <WindowedRows
        ref={list}
        role="treegrid"
        label="Call tree"
        className="tree-rows"
        keys="rows tree"
        columns={columnsOf(order)}
        count={rows.length}
        picture={tree}
        focused={rows.rowOf(selected)}
        commands={commands}
        renderRow={renderRow}
        onSort={(column) => setTreeSorting(column === 'self' ? 'self' : 'total')}
        onFocus={(row) => select(rows.at(row).box)}
        onOpen={(row) => toggle(rows.at(row).box)}
        onMenu={(row, x, y) => {
          const func = tree.func[rows.at(row).box];
          if (func >= 0) openMenu({ by: 'function', id: func }, x, y);
        }}
      />
    </div>
  );
}

/** What a screen reader says of a row's place. `isOpen` is undefined where nothing is in it. */
function attributesOf(
  depth: number,
  { position, siblings }: { readonly position: number; readonly siblings: number },
  isOpen: boolean | undefined,
) {
  return {
    'aria-level': depth + 1,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(isOpen !== undefined && { 'aria-expanded': isOpen }),
  };
}

/** What is open in a tree stays so while other views are looked at. */
const opened = new WeakMap<CallTree, OpenRows>();

function openRowsOf(tree: CallTree, order: Order): OpenRows {
  const rows = opened.get(tree) ?? new OpenRows(tree, order);
  opened.set(tree, rows);
  return rows;
}

/** With all open that the selected box stands on, unless it was closed away; `changed` is to be called after a change. */
function useOpenRows(
  tree: CallTree,
  order: Order,
  selected: number,
): { readonly rows: OpenRows; readonly changed: () => void } {
  const unfolded = useStateOf((state) => state.unfolded);
  const rows = openRowsOf(tree, order);
  rows.sort(order);
  if (unfolded?.tree === tree && unfolded.ends) rows.openUpTo(unfolded.ends);
  rows.follow(selected);
  const changed = useCallback(() => setUnfolded({ tree, ends: rows.ends }), [tree, rows]);
  useLayoutEffect(() => {
    if (unfolded?.tree !== tree || unfolded.ends !== rows.ends) changed();
  });
  return { rows, changed };
}

/** Keeps the selected row in sight when another one is selected; returns how to bring more into sight below it. */
function useLook(
  list: RefObject<RowsHandle | null>,
  rows: OpenRows,
  selected: number,
): (end: number) => void {
  /** The box to which a path was opened just now. */
  const end = useRef<number>(undefined);
  useLayoutEffect(() => list.current?.show(rows.rowOf(selected), 'middle'), [list, rows, selected]);
  useLayoutEffect(() => {
    if (end.current === undefined) return;
    // As much of the path as there is room for, from where it begins.
    list.current?.show(rows.rowOf(end.current), 'edge');
    list.current?.show(rows.rowOf(selected), 'edge');
    end.current = undefined;
  });
  return (box) => {
    end.current = box;
  };
}

type TreeCommand = 'unfold' | 'fold' | 'unfold-siblings' | 'unfold-heaviest';

function commandsOf(
  rows: OpenRows,
  selected: number,
  changed: () => void,
  look: (end: number) => void,
): RowCommands & { readonly [command in TreeCommand]: () => void } {
  const { tree } = rows;
  return {
    unfold: () => {
      if (rows.isOpen(selected)) return select(rows.at(rows.rowOf(selected) + 1).box);
      rows.openBox(selected);
      return changed();
    },
    fold: () => {
      if (!rows.isOpen(selected)) return select(Math.max(0, parentOf(tree, selected)));
      rows.closeBox(selected);
      return changed();
    },
    'unfold-siblings': () => {
      rows.openSiblings(selected);
      changed();
    },
    'unfold-heaviest': () => {
      look(rows.openHeaviest(selected));
      changed();
    },
  };
}
