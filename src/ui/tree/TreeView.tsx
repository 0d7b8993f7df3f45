// The call tree of a recording: total and self weight of each node.

import type { Recording } from '../../model/session.ts';
import { callsGraph, type GraphState } from '../../state/graphs.ts';
import { setTreeSorting } from '../../state/navigation.ts';
import { treeColumns, TreeCells } from './TreeCells.tsx';
import { TreeRows } from './TreeRows.tsx';
import { TreeTools } from './TreeTools.tsx';
import { useFunctionColors } from '../primitives/use-kind-colors.ts';
import { useAppState, useGraph } from '../primitives/use-app-state.ts';

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
  const order = useAppState((state) => state.treeSorting);
  const colorOf = useFunctionColors(recording);
  return (
    <div className="rows-view column fill">
      <TreeTools recording={recording} view={graph} />
      <TreeRows
        {...{ recording, graph, order }}
        className="tree-rows"
        columns={treeColumns(order)}
        renderCells={(row) => <TreeCells {...{ recording, view: graph, colorOf }} {...row} />}
        onSort={(column) => setTreeSorting(column === 'self' ? 'self' : 'total')}
      />
    </div>
  );
}
