// The call tree of a recording: total and self weight of each node.

import { useMemo } from 'react';
import { chainOf, selfOf } from '../../model/tree.ts';
import { callsGraph, isTreeByLine, type GraphState } from '../../state/view/graphs.ts';
import { setTreeSorting, toggleTreeByLine } from '../../state/view/navigation.ts';
import { treeColumns } from './TreeCells.tsx';
import { TreeRows } from './TreeRows.tsx';
import { Route } from 'lucide-react';
import type { FlameView } from '../../model/session.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { formatNumberOf, formatWeight, orDash, formatParts } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { useRecording, useAppState, useParts } from '../primitives/use-app-state.ts';
import { WeightBar } from '../primitives/columns.tsx';
import { useFunctionColors } from '../primitives/use-colors.ts';

export function TreeView() {
  const graph = useParts(callsGraph);
  // The state may still contain the caller tree of the previous view.
  if (!graph) return <div className="rows-view column fill" aria-busy="true" />;
  return <Tree graph={graph} />;
}

function Tree({ graph }: { readonly graph: GraphState }) {
  const order = useAppState('treeSorting');
  const colorOf = useFunctionColors();
  const { tree, options } = graph;
  const measure = measureAt(useRecording(), options.event);
  const columns = useMemo(() => treeColumns(tree, measure), [tree, measure]);
  const shareOf = (weight: number) => weight / (tree.total[0] || 1);
  return (
    <div className="rows-view column fill">
      <TreeTools view={graph} />
      <TreeRows
        {...{ graph, order, columns, colorOf }}
        className="tree-rows"
        sorting={{ column: order, isDescending: true }}
        renderBar={(node) => (
          <WeightBar
            self={shareOf(selfOf(tree, node).weight)}
            total={shareOf(tree.total[chainOf(tree, node)])}
            color={colorOf(tree.func[node])}
          />
        )}
        onSort={(column) => setTreeSorting(column === 'self' ? 'self' : 'total')}
      />
    </div>
  );
}

/** The toolbar above the call tree: a button that expands the heaviest path, and totals. */
function TreeTools({ view: { tree, options } }: { readonly view: Pick<FlameView, 'tree' | 'options'> }) {
  const recording = useRecording();
  const isByLine = useAppState(isTreeByLine);
  const weight = tree.total[0];
  return (
    <div className="rows-tools row wrap small">
      <button
        type="button"
        onClick={COMMANDS.heaviestPath.run}
        title={tooltip(COMMANDS.heaviestPath, 'Expand the heaviest path below the selected row')}
      >
        <Route size={14} aria-hidden="true" />
        Heaviest path
      </button>
      {recording.hasLines && (
        <button
          type="button"
          aria-pressed={isByLine}
          onClick={toggleTreeByLine}
          title="Show the calls of each source line of a function in a row of their own"
        >
          By line
        </button>
      )}
      <p className="rows-sum row push-end muted nowrap">
        <span>{formatNumberOf(tree.length - 1, 'node')}</span>
        <span>{orDash(weight, formatWeight(weight, measureAt(recording, options.event)))}</span>
        <span>{formatParts(tree.samples[0], measureAt(recording, options.event))}</span>
      </p>
    </div>
  );
}
