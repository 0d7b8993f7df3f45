// Writes the current graph as SVG, in the light theme. Loaded on first use.

import { costColoringOf } from '../../canvas/colors/cost-coloring.ts';
import { writeSvg, type SvgScene } from '../../canvas/svg/svg.ts';
import { measureAt } from '../../text/labels.ts';
import type { Recording } from '../../model/session.ts';
import { currentGraph, directionOf, needsCosts } from '../../state/view/graphs.ts';
import { searchedCost } from '../../state/view/matches.ts';
import { type State, store } from '../../state/store.ts';
import { engine } from '../../state/engine/session.ts';
import type { ViewName } from '../../model/view-names.ts';
import { filterLabel, rangeLabel, threadsLabel } from '../filters/filter-labels.ts';
import { comparedColoring } from '../../canvas/colors/compared-coloring.ts';
import type { ComparedNodes } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';
import { comparedBoxLines } from '../../text/compared-box.ts';

const WIDTH = 1200;
/** In milliseconds. Writing yields to the page after each time slice. */
const TIME_SLICE = 10;

/** Writes a flame graph of the samples for views that do not consist of one graph. Returns undefined until a view is loaded. */
export async function writeViewSvg(recording: Recording): Promise<Blob | undefined> {
  const scene = await sceneOf(store.getState(), recording);
  if (!scene) return undefined;
  const texts: string[] = [];
  let sliceStart = performance.now();
  for (const text of writeSvg(scene)) {
    texts.push(text);
    if (performance.now() - sliceStart < TIME_SLICE) continue;
    await new Promise((done) => setTimeout(done));
    sliceStart = performance.now();
  }
  return new Blob(texts, { type: 'image/svg+xml' });
}

async function sceneOf(state: State, recording: Recording): Promise<SvgScene | undefined> {
  const { view, viewName, searchResult, highlighted, colorBy, highlightedCosts } = state;
  if (!view) return undefined;
  const { options, shape } = view;
  const showsCosts = needsCosts(state);
  const { tree, costs, inferred, compared } =
    view.isComplete && (view.costs || !showsCosts)
      ? view
      : (await engine.ask('export', 'tree', { options, shape, costs: showsCosts })).value;
  const isGraph = GRAPHS.includes(viewName);
  const graph = isGraph ? currentGraph({ ...state, view: { ...view, tree } }) : undefined;
  return {
    tree,
    costs,
    inferred,
    costColoring: showsCosts
      ? costColoringOf(colorBy === 'cost', highlightedCosts, 'light', searchedCost(searchResult))
      : undefined,
    direction: isGraph ? directionOf(state) : 'flame',
    zoomed: graph?.zoomed ?? 0,
    width: WIDTH,
    title: recording.name,
    level: options.level,
    measure: measureAt(recording, options.event),
    choices: choicesOf(state, recording),
    names: recording,
    matches: searchResult?.matches,
    highlighted,
    ...(compared && comparedScene(state, recording, tree, compared)),
  };
}

const GRAPHS: readonly ViewName[] = ['flame', 'icicle', 'inverted'];

/** The labels of the chips. */
function choicesOf({ options, timeline }: State, recording: Recording): string[] {
  const { threads, range, filters } = options;
  const { threadList } = recording;
  return [
    ...(threads ? [threadsLabel(threads, threadList, recording.threads)] : []),
    ...(range ? [rangeLabel(range, timeline)] : []),
    ...filters.filter(({ isOn }) => isOn).map((filter) => filterLabel(filter, recording)),
  ];
}

const WIDTH_TEXT = {
  b: 'Boxes as wide as in B',
  a: 'Boxes as wide as in A',
  max: 'Boxes as wide as on the larger side',
  both: 'Boxes show A and B side by side',
} as const;

/** Of a differential graph. `dashed` is what dashed boxes are. */
const legend = (dashed: 'gone' | 'new') => [
  'Blue: less in B.',
  'Orange: more in B.',
  'Pale blue or orange: likely, but not certain.',
  'Gray: no change.',
  'Pale gray: cannot tell, or too small to test.',
  `Dashed: ${dashed} in B, or maybe ${dashed} if it has no color.`,
  'Bracket: a call that only one side makes; what it calls is one level up.',
];

function comparedScene(
  { comparison, options: { comparison: options } }: State,
  recording: Recording,
  tree: CallTree,
  nodes: ComparedNodes,
): Pick<SvgScene, 'comparedColoring' | 'compared'> | undefined {
  if (!options) return undefined;
  const boxes = { names: recording, nodes, tree, moves: comparison?.moves ?? [] };
  return {
    comparedColoring: comparedColoring({ tree, nodes, options }, 'light'),
    compared: {
      summary: [...(comparison ? [comparison.sentence] : []), WIDTH_TEXT[options.width]],
      legend: legend(options.width === 'a' ? 'new' : 'gone'),
      describe: (box) => comparedBoxLines(boxes, box).join('\n'),
    },
  };
}
