// The call tree of a comparison: calls of both sides, with the columns of the table.

import { Route } from 'lucide-react';
import { useMemo } from 'react';
import {
  NODE_MARKS,
  NodeMark,
  type ComparedNodes,
  type ComparisonSummary,
  isCertain,
} from '../../model/comparison.ts';
import { chainOf, type CallTree } from '../../model/tree.ts';
import { callersOf, expand } from '../../state/view/expanded.ts';
import { callsGraph, type GraphState } from '../../state/view/graphs.ts';
import { sortComparedBy } from '../../state/view/tables.ts';
import { select } from '../../state/view/navigation.ts';
import { COMPARED_COLUMNS, type ComparedColumn } from '../../model/view-names.ts';
import { formatNumberOf } from '../../text/format.ts';
import { useAppState, useParts } from '../primitives/use-app-state.ts';
import { TreeRows } from '../tree/TreeRows.tsx';
import { axisOf, sortKeys, type ComparedValues } from './compared-rows.ts';
import { comparedColumns, perNote } from './compared-columns.tsx';
import { hasMarkedCalls } from './DifferenceLegend.tsx';

export function ComparedTree() {
  const graph = useParts(callsGraph);
  const nodes = useAppState(({ view }) => view?.compared);
  const comparison = useAppState('comparison');
  if (!graph || !nodes || !comparison) return <div className="rows-view column fill" aria-busy="true" />;
  return <Tree {...{ graph, nodes, comparison }} />;
}

interface Props {
  readonly graph: GraphState;
  readonly nodes: ComparedNodes;
  readonly comparison: ComparisonSummary;
}

function Tree({ graph, nodes, comparison }: Props) {
  const { column: chosen, isDescending } = useAppState('comparedTable');
  // Siblings are not sorted by name.
  const column = chosen === 'name' ? 'size' : chosen;
  const axis = useMemo(() => axisOf(testedValues(nodes)), [nodes]);
  const hasMarks = useMemo(
    () => hasMarkedCalls(nodes, NodeMark.inserted) || hasMarkedCalls(nodes, NodeMark.removed),
    [nodes],
  );
  const { tree } = graph;
  const order = useMemo(
    () => orderOf(tree, nodes, column, isDescending),
    [tree, nodes, column, isDescending],
  );
  const columns = useMemo(
    () => comparedColumns((node) => valuesAt(tree, nodes, node), comparison, axis),
    [tree, nodes, comparison, axis],
  );
  return (
    <div className="rows-view column fill">
      <Tools {...{ graph, nodes, comparison }} />
      <TreeRows
        {...{ graph, order, columns }}
        className={`tree-rows compared-rows ${hasMarks ? 'has-marks' : ''}`}
        colorOf={noColor}
        nameNote={perNote(comparison)}
        sorting={{ column, isDescending }}
        onSort={(name) => {
          const sorting = SORTED.find((each) => each === name);
          if (sorting) sortComparedBy(sorting);
        }}
      />
    </div>
  );
}

/** Colors say in which direction something changed, so kinds of code have none. */
const noColor = () => undefined;

const SORTED = COMPARED_COLUMNS.filter((column) => column !== 'name');

/** The values of all code and of the tested nodes, without inserted and removed calls: they are large, but change nothing. */
function testedValues({ rows, total }: ComparedNodes): ComparedValues[] {
  const aligned = rows.filter(({ mark }) => mark === '');
  return (total ? [total, ...aligned] : aligned).map((tested) => ({ a: tested.a, b: tested.b, tested }));
}

function valuesAt(tree: CallTree, { a, b, row, rows, total, mark }: ComparedNodes, node: number) {
  const chain = chainOf(tree, node);
  const tested = chain === 0 ? total : rows[row[chain]];
  return { a: a[chain], b: b[chain], tested, mark: NODE_MARKS[mark[chain]] };
}

function orderOf(
  tree: CallTree,
  nodes: ComparedNodes,
  column: Exclude<ComparedColumn, 'name'>,
  isDescending: boolean,
) {
  const sign = isDescending ? 1 : -1;
  return (node: number) => sign * sortKeys[column](valuesAt(tree, nodes, node));
}

function Tools({ graph, nodes, comparison: { explained } }: Props) {
  const { tree } = graph;
  const found = useMemo(() => explainedNodes(tree, nodes, explained), [tree, nodes, explained]);
  const showExplained = () => {
    expand(found.flatMap((node) => callersOf(tree, node)));
    select(found[0]);
  };
  return (
    <div className="rows-tools row wrap small">
      {found.length > 0 && (
        <button
          type="button"
          onClick={showExplained}
          title="Expand the paths to the calls that the difference comes from"
        >
          <Route size={14} aria-hidden="true" />
          Where it comes from
        </button>
      )}
      <p className="rows-sum row push-end muted nowrap">
        <span>{formatNumberOf(tree.length - 1, 'node')}</span>
      </p>
    </div>
  );
}

/** Nodes whose difference is certain and whose function explains the difference; the largest difference first. */
export function explainedNodes(
  tree: Pick<CallTree, 'chains' | 'first' | 'func'>,
  { row, rows, mark }: Pick<ComparedNodes, 'row' | 'rows' | 'mark'>,
  explained: readonly { readonly index: number; readonly d: number }[],
): number[] {
  const signs = new Map(explained.map(({ index, d }) => [index, Math.sign(d)]));
  const sizes = new Map<number, number>();
  for (let chain = 1; chain < tree.chains; chain++) {
    if (row[chain] < 0 || mark[chain] !== NodeMark.none) continue;
    const node = tree.first[chain];
    const sign = signs.get(tree.func[node]);
    if (sign === undefined) continue;
    const { d, verdict } = rows[row[chain]];
    if (isCertain(verdict) && Math.sign(d) === sign) sizes.set(node, Math.abs(d));
  }
  return [...sizes].sort(([, a], [, b]) => b - a).map(([node]) => node);
}
