// The differential flame and icicle graphs: boxes are colored by their differences. Loaded on demand.

import { useMemo } from 'react';
import { comparedColoring } from '../../canvas/compared-coloring.ts';
import type { Recording } from '../../model/session.ts';
import type { Direction } from '../../model/tree.ts';
import { callsGraph } from '../../state/graphs.ts';
import { comparedBoxSentence, type ComparedBoxes } from '../../text/compared-box.ts';
import { Graph, type PointedBox } from '../flame/Graph.tsx';
import { useTheme } from '../header/use-theme.ts';
import { useAppState, useGraph } from '../primitives/use-app-state.ts';
import { ComparedTooltip } from './ComparedTooltip.tsx';
import { GraphTools } from './GraphTools.tsx';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import './compared-graph.css';

interface Props {
  readonly recording: Recording;
}

function ComparedFlameGraph({ recording }: Props) {
  return <ComparedGraph recording={recording} direction="flame" label="Flame graph" />;
}

function ComparedIcicleGraph({ recording }: Props) {
  return <ComparedGraph recording={recording} direction="icicle" label="Icicle graph" />;
}

export const FLAME_PARTS = { Component: ComparedFlameGraph, Tools: GraphTools };

export const ICICLE_PARTS = { Component: ComparedIcicleGraph, Tools: GraphTools };

interface GraphProps extends Props {
  readonly direction: Direction;
  readonly label: string;
}

function ComparedGraph({ recording, direction, label }: GraphProps) {
  const graph = useGraph(callsGraph);
  const view = useAppState((state) => state.view);
  const moves = useAppState((state) => state.comparison?.moves);
  const options = useAppState((state) => state.options.comparison);
  const theme = useTheme();
  const compared = useMemo(() => {
    const drawn = view?.options.comparison;
    if (!view?.compared || !drawn) return undefined;
    const { tree, compared: nodes } = view;
    const boxes: ComparedBoxes = { names: recording, nodes, func: tree.func, moves: moves ?? [] };
    return {
      comparedColoring: comparedColoring({ tree, nodes, options: drawn }, theme),
      describe: (box: number) => comparedBoxSentence(boxes, box),
      renderTooltip: (pointed: PointedBox) => <ComparedTooltip boxes={boxes} {...pointed} />,
    };
  }, [recording, view, moves, theme]);
  return (
    <>
      {options && <DifferenceLegend options={options} />}
      <Graph {...{ recording, direction, label, compared }} graph={compared && graph} isCurrent />
    </>
  );
}
