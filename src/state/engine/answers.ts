// The queries about the open recording, one slot each: what to request in each state, and how the answer changes the
// state.

import { functionIdsOf } from '../../model/call-path.ts';
import { canFoldImports, DEFAULT_LEVEL } from '../../model/levels.ts';
import { withLines, NONE, type FuncTable } from '../../model/profile.ts';
import { chainOf, SAMPLE_POINTS, type CallTree, type DetailLimit } from '../../model/tree.ts';
import {
  currentGraph,
  groupingOf,
  halfGraph,
  isTreeByLine,
  namesOf,
  needsCosts,
  shapeOf,
} from '../view/graphs.ts';
import { withAwaitedMatch, withSearchResult } from '../view/navigation.ts';
import { openRecording, type State } from '../store.ts';
import { withOwnCode } from '../view/selection.ts';
import {
  detailedFunction,
  functionDetailsQuestion,
  functionLinesQuestion,
  nodeDetailsQuestion,
  showsOverview,
  sourceTextQuestion,
} from '../view/side-panel.ts';
import { isResolved, withResolvedPaths, type GraphName } from '../view/location.ts';
import type { Slots } from './requests.ts';
import { HALVES, type ViewName } from '../../model/view-names.ts';
import { withOptions } from '../view/view-state.ts';

/** Maximum depth of an approximate tree: more rows than fit in a window 1000 pixels high. */
const FIRST_ROWS = 64;

/**
 * Maximum zoom at which an approximate tree has full resolution; beyond it, gaps are possible until the complete
 * tree arrives.
 */
const MAX_SAMPLING_ZOOM = 1024;

/** Wider than any window, so that resizing needs no new timeline. */
const TIMELINE_COLUMNS = 4096;

export const SLOTS: Slots = {
  tree: {
    isForComparisons: true,
    isInView: true,
    question: (state) => ({
      options: state.options,
      shape: shapeOf(state.viewName),
      keepsGhosts: keepsGhosts(state),
      costs: needsCosts(state),
      byLine: isTreeByLine(state) || undefined,
    }),
    known({ view }, { options, shape, keepsGhosts: withGhosts, byLine = false }) {
      if (view?.options !== options || view.shape !== shape || view.keepsGhosts !== withGhosts)
        return undefined;
      if (byLine !== (view.lineFuncs !== undefined)) return undefined;
      return view.isComplete ? 'complete' : 'approximate';
    },
    limit(state) {
      const graph = currentGraph(state);
      return treeLimit(state.viewName, samplePointsFor(graph?.tree, graph?.zoomed ?? 0));
    },
    answered(state, { value, isComplete }, { options, shape }) {
      // Keeps the page's own options object, because options are compared by identity.
      const view = { ...value, options, isComplete };
      const graphs: readonly GraphName[] = shape === 'calls' ? ['calls', 'time'] : ['inverted'];
      const named = withLineFunctions(state, value.lineFuncs);
      return {
        view,
        ...named,
        ...(isComplete && resolvedLocations({ ...state, ...named }, graphs, () => value.tree)),
      };
    },
  },
  treeCosts: {
    isInView: true,
    // Of a complete tree that was requested without costs.
    question(state) {
      const { view, options } = state;
      const isShown = view?.isComplete && view.options === options && view.shape === shapeOf(state.viewName);
      return isShown && !view.costs && needsCosts(state) ? { options, shape: view.shape } : undefined;
    },
    answered(state, { value }, { options, shape }) {
      const { view } = state;
      if (!view?.isComplete || view.options !== options || view.shape !== shape) return {};
      return withAwaitedMatch(state, { view: { ...view, costs: value } });
    },
  },
  sandwich: {
    isForComparisons: true,
    isInView: true,
    question(state) {
      const { viewName, options, sandwiched } = state;
      const recording = openRecording(state);
      if (viewName !== 'sandwich' || !recording) return undefined;
      const func = sandwiched === undefined ? NONE : functionIdsOf(recording).rowOf(sandwiched);
      return { options, func, costs: needsCosts(state) };
    },
    limit(state) {
      const points = HALVES.map((half) => {
        const graph = halfGraph(state, half);
        return samplePointsFor(graph?.tree, graph?.zoomed ?? 0);
      });
      return { depth: Infinity, samplePoints: Math.max(...points) };
    },
    answered(state, { value, isComplete }, { options }) {
      const { sandwich, functions } = value;
      const answer = {
        ...value,
        isComplete,
        functions: { ...functions, options },
        sandwich: sandwich && { ...sandwich, options },
      };
      const known =
        isComplete &&
        sandwich &&
        resolvedLocations(state, HALVES, (half) =>
          half === 'callers' ? sandwich.callers : sandwich.callees,
        );
      return { sandwich: answer, ...known };
    },
  },
  timeOrder: {
    isInView: true,
    question: (state) =>
      state.viewName === 'time' ? { options: state.options, costs: needsCosts(state) } : undefined,
    limit: () => ({ depth: Infinity, samplePoints: SAMPLE_POINTS }),
    answered: (_, { value, isComplete }, { options }) => ({ timeOrder: { ...value, options, isComplete } }),
  },
  table: {
    isInView: true,
    question: ({ viewName, options, grouping: by, costColumns }) =>
      viewName === 'table' ? { options, by, hasCosts: costColumns.length > 0 } : undefined,
    answered: (state, { value }) => ({ table: value, ...withLineFunctions(state, value.lineFuncs) }),
  },
  nodeDetails: {
    question: nodeDetailsQuestion,
    empty: { details: undefined },
    answered: (_, { value }) => ({ details: value }),
  },
  functionDetails: {
    question: functionDetailsQuestion,
    empty: { details: undefined },
    answered: (_, { value }) => ({ details: value }),
  },
  functionLines: {
    question: functionLinesQuestion,
    empty: { functionLines: undefined },
    answered: (_, { value }) => ({ functionLines: value }),
  },
  sourceText: {
    isForComparisons: true,
    question: sourceTextQuestion,
    empty: { sourceText: undefined },
    answered: (_, { value }) => ({ sourceText: { found: value } }),
  },
  overview: {
    // Mending is more urgent, because the overview would be requested again after it.
    question: (state) =>
      state.recording?.mending && showsOverview(state) ? { options: state.options } : undefined,
    known: ({ overview }, { options }) => (overview?.options === options ? 'complete' : undefined),
    answered: (_, { value }, { options }) => ({ overview: { ...value, options } }),
  },
  search: {
    isForComparisons: true,
    isInView: true,
    empty: { searchResult: undefined },
    isKeptWhilePending: true,
    question: ({ query, view }) => (query !== '' && view ? { options: view.options, query } : undefined),
    answered(state, { value }, { query }) {
      const { funcs } = openRecording(state) ?? {};
      const matches = funcs ? withLines(funcs, value.matches) : value.matches;
      return withSearchResult(state, { ...value, matches, query });
    },
  },
  comparison: {
    isForComparisons: true,
    isInView: true,
    question: ({ options }) => (options.comparison ? { options } : undefined),
    known: ({ comparison, notComparable }, { options }) =>
      (comparison ?? notComparable)?.options === options ? 'complete' : undefined,
    answered: (_, { value }, { options }) =>
      value.ok
        ? { comparison: { ...value.value, options }, notComparable: undefined }
        : { comparison: undefined, notComparable: { text: value.problem.text, options } },
  },
  comparedNeighbors: {
    isForComparisons: true,
    question(state) {
      const func = state.comparison && detailedFunction(state);
      return func === undefined ? undefined : { options: state.options, func };
    },
    empty: { comparedNeighbors: undefined },
    answered: (_, { value }) => ({ comparedNeighbors: value }),
  },
  comparedLines: {
    isForComparisons: true,
    question(state) {
      const func = state.comparison && detailedFunction(state);
      return func !== undefined && openRecording(state)?.hasLines
        ? { options: state.options, func }
        : undefined;
    },
    empty: { comparedLines: undefined },
    answered: (_, { value }) => ({ comparedLines: value }),
  },
  comparedTimelines: {
    isForComparisons: true,
    // The comparison is more urgent. Time ranges that cannot be compared can be changed here.
    question({ options: { event, level, callers, comparison }, comparison: answer, notComparable }) {
      const [a] = comparison?.a ?? [];
      const [b] = comparison?.b ?? [];
      if (!a || !b || !(answer ?? notComparable)) return undefined;
      return { event, level, callers, columns: TIMELINE_COLUMNS, a: a.recording, b: b.recording };
    },
    answered: (_, { value }) => ({ comparedTimelines: value }),
  },
  comparedFindings: {
    isForComparisons: true,
    // About the whole recordings, so requested once, after everything else.
    question: ({ comparison }) => comparison && {},
    known: ({ comparedFindings }) => (comparedFindings ? 'complete' : undefined),
    answered: (_, { value }) => ({ comparedFindings: value }),
  },
  rowMatches: {
    isForComparisons: true,
    isInView: true,
    empty: { rowMatches: undefined },
    isKeptWhilePending: true,
    question(state) {
      const { viewName, options, rowQuery: query } = state;
      return viewName === 'table' && query !== '' ? { options, by: groupingOf(state), query } : undefined;
    },
    answered: (_, { value }) => ({ rowMatches: value }),
  },
  timeline: {
    question({ options: { event, level, foldImports, callers }, colorBy }) {
      const asked = { event, callers, columns: TIMELINE_COLUMNS };
      // What samples cost does not depend on the level.
      if (colorBy === 'cost') return { ...asked, level: DEFAULT_LEVEL, foldImports: true, bands: 'costs' };
      // No new request where folding has no effect.
      return { ...asked, level, foldImports: foldImports && canFoldImports(level) };
    },
    answered: (_, { value }) => ({ timeline: value }),
  },
  pieceAt: {
    question({ pointedTime, timeline }) {
      return pointedTime && timeline?.hasStates ? { event: timeline.event, ...pointedTime } : undefined;
    },
    empty: { pieceOfTime: undefined },
    answered: (_, { value }) => ({ pieceOfTime: value }),
  },
  mending: {
    // Small recordings are mended before they are shown, large ones after their first view.
    question: ({ recording }) => (recording?.mending ? undefined : {}),
    answered(state, { value }) {
      const { recording, options } = state;
      if (!recording) return {};
      const isChanged = value.mending.mended > 0 && !options.callers;
      // New options request everything again. What refers to lines must not stay: the functions that were sent have none.
      return {
        ...(state.view?.lineFuncs && { view: undefined }),
        ...(state.table?.lineFuncs && { table: undefined }),
        recording: { ...recording, ...value },
        ...(isChanged && withOptions(state, {})),
      };
    },
  },
  diagnosis: {
    // About the whole recording, so requested once, after everything else.
    question: (state) =>
      state.overview?.options === state.options || !showsOverview(state) ? {} : undefined,
    known: ({ diagnosis }) => (diagnosis ? 'complete' : undefined),
    answered: (_, { value }) => ({ diagnosis: value }),
  },
  ownCode: {
    question: ({ options: { event } }) => ({ event }),
    known: ({ ownCode }, { event }) => (ownCode?.event === event ? 'complete' : undefined),
    answered: (state, { value }) => withOwnCode(state, value),
  },
};

/** Adds the lines to the functions that the page knows. */
function withLineFunctions(state: State, funcs: FuncTable | undefined): Partial<State> {
  const { recording, searchResult } = state;
  if (!recording || !funcs || recording.funcs.length === funcs.length) return {};
  return {
    recording: { ...recording, funcs },
    ...(searchResult && {
      searchResult: { ...searchResult, matches: withLines(funcs, searchResult.matches) },
    }),
  };
}

/** Lists and the details beside them have what graphs may hide. Undefined if nothing is hidden. */
function keepsGhosts({ viewName, options: { comparison } }: State): boolean | undefined {
  return comparison?.hidesGhosts && (viewName === 'tree' || viewName === 'table') ? true : undefined;
}

/** Limit for a quick approximate tree; undefined for a view that needs the complete one. */
export function treeLimit(viewName: ViewName, samplePoints = SAMPLE_POINTS): DetailLimit | undefined {
  // A list also has rows for nodes that are too narrow for a graph.
  return viewName === 'tree' ? undefined : { depth: FIRST_ROWS, samplePoints };
}

/** Number of sample points that gives the zoomed node the resolution of an unzoomed tree. */
function samplePointsFor(tree: CallTree | undefined, zoomed: number): DetailLimit['samplePoints'] {
  if (!tree) return SAMPLE_POINTS;
  const { total } = tree;
  const zoom = Math.ceil(total[0] / total[chainOf(tree, zoomed)]);
  // Multiplying by a power of two keeps the sample points of the unzoomed tree among the new ones.
  return SAMPLE_POINTS * (zoom > 1 ? 2 ** Math.ceil(Math.log2(Math.min(MAX_SAMPLING_ZOOM, zoom))) : 1);
}

/** Replaces the nodes named in a link with call paths, once the tree that resolves them is complete. */
function resolvedLocations<G extends GraphName>(
  state: State,
  graphs: readonly G[],
  treeOf: (graph: G) => CallTree,
): Partial<State> {
  const { locations } = state;
  const recording = openRecording(state);
  const unknown = graphs.filter((graph) => !isResolved(locations[graph]));
  if (!recording || unknown.length === 0) return {};
  const names = namesOf(recording);
  const known = unknown.map((graph) => [graph, withResolvedPaths(locations[graph], treeOf(graph), names)]);
  return { locations: { ...locations, ...Object.fromEntries(known) } };
}
