// Describes the current view as an address, with names for the nodes, functions and threads of the open recording.

import {
  isPath,
  hashPathTo,
  hashPath,
  type PathHashes,
  type NodeRef,
  type PathNames,
} from '../../model/call-path.ts';
import type { ComparedPart } from '../../model/comparison.ts';
import { COSTS, partOfRow } from '../../model/costs.ts';
import { targetOf } from '../../model/filter.ts';
import { fnv1a } from '../../model/hash.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import type { Address, LinkedComparison, LinkedLocation } from '../../sharing/address.ts';
import { shortText } from '../../sharing/escape-text.ts';
import type {
  FunctionName,
  LinkedPart,
  RecordingName,
  RowName,
  ThreadName,
} from '../../sharing/link-values.ts';
import { baseName } from '../../model/paths.ts';
import { labelOf } from '../../text/labels.ts';
import { DEFAULT_LEVEL } from '../../model/levels.ts';
import { NONE, type Thread } from '../../model/profile.ts';
import { eventWithMostSamples, type Recording, type Table } from '../../model/session.ts';
import { deepestExpanded, expandedNodes } from '../view/expanded.ts';
import {
  answerOf,
  currentGraph,
  halfGraph,
  namesOf,
  sandwichedFunc,
  type GraphState,
  isTreeByLine,
} from '../view/graphs.ts';
import { isResolved, type GraphName } from '../view/location.ts';
import type { State } from '../store.ts';
import { timeGraph } from '../view/time-graph.ts';
import { DEFAULT_COMPARED_TABLE, type Subject, type ViewState } from '../view/view-state.ts';

/** The initial view of a recording. */
export const DEFAULT_VIEW = {
  view: 'flame',
  inverted: 'icicle',
  grouping: 'function',
  half: 'callees',
} as const;
export const DEFAULT_SORTING = { column: 'self', isDescending: true } as const;

/** True when all requested answers are complete and all locations are resolved, so that an address can describe them. */
export function isSettled(state: State): boolean {
  const { options, viewName, locations } = state;
  const isFinal = (name: GraphName) => {
    const answer = answerOf(state, name);
    return answer !== undefined && answer.isComplete && answer.options === options;
  };
  return (
    isFinal('calls') &&
    (viewName !== 'sandwich' || isFinal('callees')) &&
    (viewName !== 'time' || isFinal('time')) &&
    Object.values(locations).every(isResolved)
  );
}

/** A link contains no default, so it names an event that only the file says to show first. */
function isDefaultEvent({ defaultEvent, events }: Recording, event: number): boolean {
  return event === defaultEvent && (events.length === 0 || event === eventWithMostSamples(events));
}

/** The address of the view; without locations until the view is settled. */
export function addressOf(state: State, recording: Recording): Address {
  const { options, viewName, invertedDirection, grouping, sorting, query, comparing } = state;
  const { level, event, foldImports, callers, threads, range, filters } = options;
  const isTable = viewName === 'table';
  const isTree = viewName === 'tree';
  const isSandwich = viewName === 'sandwich';
  return {
    view: unlessDefault(DEFAULT_VIEW.view, viewName),
    level: unlessDefault(DEFAULT_LEVEL, level),
    imports: foldImports || comparing ? undefined : 'all',
    // Until a large recording is mended, it is not known whether this matters.
    mend: callers && recording.mending?.mended !== 0 ? '0' : undefined,
    event: isDefaultEvent(recording, event) ? undefined : recording.events[event]?.name,
    threads: threads && threadNames(threads, recording.threadList),
    range: range && { from: range.from - recording.start, to: range.to - recording.start },
    filters: filters.length > 0 ? filters : undefined,
    ...(isSettled(state) && locationIn(state, recording)),
    half: isSandwich ? unlessDefault(DEFAULT_VIEW.half, state.half) : undefined,
    sandwiched: isSandwich ? functionName(recording, sandwichedFunc(state)) : undefined,
    inverted: viewName === 'inverted' ? unlessDefault(DEFAULT_VIEW.inverted, invertedDirection) : undefined,
    grouping: isTable ? unlessDefault(DEFAULT_VIEW.grouping, grouping) : undefined,
    sorting: isTable && !isDefaultSorting(sorting) ? sorting : undefined,
    costColumns: isTable ? state.costColumns : undefined,
    row: isTable && state.row ? rowName(recording, state.row, state.table) : undefined,
    words: isTable ? state.rowQuery : undefined,
    treeSorting: isTree && state.treeSorting === 'self' ? 'self' : undefined,
    split: isTreeByLine(state) ? 'line' : undefined,
    highlighted: [...state.highlighted],
    highlightedCosts: [...state.highlightedCosts],
    colorBy: state.colorBy === 'cost' ? 'cost' : undefined,
    search: query === '' ? undefined : query,
    comparison: comparisonIn(state),
  };
}

function comparisonIn({ comparing, comparedTable, options }: State): LinkedComparison | undefined {
  if (!comparing || !options.comparison) return undefined;
  const linkedPart = ({ recording, range, threads }: ComparedPart): LinkedPart => {
    const { start, threadList } = comparing.recordings[recording];
    return {
      recording,
      range: range && { from: range.from - start, to: range.to - start },
      threads: threads && threadNames(threads, threadList),
    };
  };
  const { a, b, width, ...others } = options.comparison;
  return {
    ...others,
    a: a.map(linkedPart),
    b: b.map(linkedPart),
    width: unlessDefault('b', width),
    table: unlessDefault(DEFAULT_COMPARED_TABLE, comparedTable),
  };
}

/** The user's location in the graphs of the view. */
function locationIn(state: State, recording: Recording): Partial<Address> {
  const { viewName } = state;
  const names = namesOf(recording);
  if (viewName === 'table') return {};
  if (viewName === 'time') {
    const time = timeGraph(state);
    if (!time) return {};
    const { pid, tid, time: at, path } = time.selectedRef;
    const thread = threadNameOf(recording.threadList, pid, tid);
    const isFirst = time.selected.node === 0 && time.selected.lane === 0;
    return {
      visibleRange: time.location.visibleRange,
      ...(!isFirst && { selected: linked(path, names), when: { thread, time: at - recording.start } }),
    };
  }
  const graph = currentGraph(state);
  if (!graph) return {};
  if (viewName !== 'sandwich') {
    const { location, tree } = graph;
    const isTree = viewName === 'tree';
    const expanded =
      isTree && location.expanded
        ? deepestExpanded(tree, expandedNodes(recording, { ...graph, selected: 0 })).map((node) =>
            hashPathTo(tree, node, names),
          )
        : undefined;
    return { ...linkedLocation(graph, names), ...(isTree && { visibleRange: undefined, expanded }) };
  }
  const other = halfGraph(state, state.half === 'callers' ? 'callees' : 'callers');
  const otherHalf = other && linkedLocation(other, names);
  const hasOtherHalf = Object.values(otherHalf ?? {}).some((value) => value !== undefined);
  return { ...linkedLocation(graph, names), otherHalf: hasOtherHalf ? otherHalf : undefined };
}

function linkedLocation(
  { tree, root, zoomed, selected, location }: GraphState,
  names: PathNames,
): LinkedLocation {
  const linkedIn = (node: number) => (node === root ? undefined : hashPathTo(tree, node, names));
  return {
    zoomed: linkedIn(zoomed),
    selected: linkedIn(selected),
    visibleRange: location.visibleRange,
  };
}

function linked(ref: NodeRef, names: PathNames): PathHashes | undefined {
  if (!isPath(ref)) return ref;
  return ref.length === 0 ? undefined : hashPath(ref, names);
}

/** `addressOf` for a link that neither contains the recordings nor leads to them. */
export function namedAddressOf(state: State, recording: Recording): Address {
  const address = addressOf(state, recording);
  const { recording: named, ...names } = namesIn(state, recording);
  const { comparison } = address;
  if (!comparison) return { ...address, ...names, recording: named };
  const recordings = state.comparing?.recordings.map(recordingName);
  return { ...address, ...names, comparison: { ...comparison, recordings } };
}

/** For a link that neither contains the recording nor leads to it: what to call the recording, and how to recognize it. */
export function namesIn(state: State, recording: Recording): Pick<Address, 'recording' | 'zoomedName'> {
  const graph = currentGraph(state);
  const func = graph && graph.zoomed > graph.root ? graph.tree.func[graph.zoomed] : NONE;
  return {
    recording: recordingName(recording),
    zoomedName: func === NONE ? undefined : shortText(labelOf(recording, func).name) || undefined,
  };
}

function recordingName(recording: Recording): RecordingName {
  return {
    name: shortText(baseName(recording.name)) || 'recording',
    fingerprint: fingerprintOf(recording),
  };
}

/** A fingerprint of the samples, independent of file name, compression and symbol files. */
export function fingerprintOf({ samples, start, duration, events, stackHash }: Recording): string {
  const weights = events.map(({ name, weight }) => [name, weight]);
  const facts = [samples, start, duration, weights, ...(stackHash === undefined ? [] : [stackHash])];
  return fnv1a(JSON.stringify(facts)).toString(36);
}

function unlessDefault<T>(defaultValue: T, value: T): T | undefined {
  return value === defaultValue ? undefined : value;
}

function isDefaultSorting({ column, isDescending }: ViewState['sorting']): boolean {
  return column === DEFAULT_SORTING.column && isDescending === DEFAULT_SORTING.isDescending;
}

function functionName(recording: Recording, func: number): FunctionName | undefined {
  const target = targetOf(recording, func, 'function');
  return target?.by === 'function' ? target : undefined;
}

function functionFields(recording: Recording, func: number): readonly string[] {
  const { name, module } = functionName(recording, func) ?? { name: '', module: '' };
  return [name, module];
}

/** Threads by ID and name, with the process ID if an unselected thread has the same ID and name. */
function threadNames(rows: readonly number[], list: readonly Thread[]): ThreadName[] {
  const chosen = new Set(rows);
  const others = new Set(list.flatMap(({ tid, comm }, row) => (chosen.has(row) ? [] : [`${tid} ${comm}`])));
  const names = rows.map((row) => threadName(list[row], others.has(`${list[row].tid} ${list[row].comm}`)));
  return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

function threadName({ pid, tid, comm }: Thread, needsProcess: boolean): ThreadName {
  return {
    pid: needsProcess && pid !== NONE ? `${pid}` : undefined,
    tid: tid === NONE ? undefined : `${tid}`,
    comm,
  };
}

function threadNameOf(list: readonly Thread[], pid: number, tid: number): ThreadName {
  const thread = list.find((each) => each.pid === pid && each.tid === tid);
  return thread ? threadName(thread, true) : {};
}

/**
 * Identifies a table row: a function by its name and module, a line also by its number, a thread by its ID, name and process ID.
 * Undefined for a part of a cost that the table does not show.
 */
function rowName(
  recording: Recording,
  { by, id, line = 0 }: Subject,
  table: Table | undefined,
): RowName | undefined {
  if (id === NONE) return { id };
  switch (by) {
    case 'function':
      return { fields: functionFields(recording, id) };
    case 'line':
      return { fields: [...functionFields(recording, id), `${line}`] };
    case 'thread': {
      const { pid, tid, comm } = recording.threadList[id];
      return { fields: [`${tid}`, comm, `${pid}`] };
    }
    case 'part': {
      const part = partOfRow(table, id);
      return part && { fields: [part.cost, part.part] };
    }
    case 'cost':
      return { fields: [COSTS[id].id] };
    case 'kind':
      return { fields: [KIND_NAMES[id]] };
    case 'module':
      return { fields: [recording.modules[id]] };
    case 'file':
    case 'package':
      return { fields: [recording.strings[id]] };
  }
}
