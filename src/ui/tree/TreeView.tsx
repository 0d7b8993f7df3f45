// The call tree of a recording: total and self weight of each node.

import { callsGraph, type GraphState } from '../../state/graphs.ts';
import { setTreeSorting } from '../../state/navigation.ts';
import { treeColumns, TreeCells } from './TreeCells.tsx';
import { TreeRows } from './TreeRows.tsx';
import { TreeTools } from './TreeTools.tsx';
import { useFunctionColors } from '../primitives/use-kind-colors.ts';
import { useAppState, useParts } from '../primitives/use-app-state.ts';

export function TreeView() {
  const graph = useParts(callsGraph);
  // The state may still contain the caller tree of the previous view.
  if (!graph) return <div className="rows-view column fill" aria-busy="true" />;
  return <Tree graph={graph} />;
}

interface Props {
  readonly graph: GraphState;
}

function Tree({ graph }: Props) {
  const order = useAppState((state) => state.treeSorting);
  const colorOf = useFunctionColors();
  return (
    <div className="rows-view column fill">
      <TreeTools view={graph} />
      <TreeRows
        {...{ graph, order }}
        className="tree-rows"
        columns={treeColumns(order)}
        renderCells={(row) => <TreeCells {...{ view: graph, colorOf }} {...row} />}
        onSort={(column) => setTreeSorting(column === 'self' ? 'self' : 'total')}
      />
    </div>
  );
}
