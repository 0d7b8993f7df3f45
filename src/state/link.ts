// Describes the current view as an address, with names for the nodes, functions and threads of the open recording.

import {
  isPath,
  linkedNodeOf,
  linkedPath,
  type LinkedNode,
  type NodeRef,
  type PathNames,
} from '../model/call-path.ts';
import { targetOf } from '../model/filter.ts';
import { fnv1a } from '../model/hash.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { baseName, labelOf } from '../text/labels.ts';
import { DEFAULT_LEVEL } from '../model/levels.ts';
import { NONE, type Thread } from '../model/profile.ts';
import type { Recording, ViewOptions } from '../model/session.ts';
import type { Address, FunctionName, LinkedLocation } from './address.ts';
import type { RowName, ThreadName } from './address-fields.ts';
import { shortText } from './address-text.ts';
import { lastOpen, openNodes } from './expanded.ts';
import { currentGraph, halfGraph, namesOf, sandwichedFunc, type GraphState } from './graphs.ts';
import { isKnown } from './location.ts';
import type { Answered, State } from './store.ts';
import { timeGraph } from './time-graph.ts';
import type { Subject, ViewState } from './view-state.ts';

/** The initial view of a recording. */
export const USUAL = { view: 'flame', inverted: 'icicle', grouping: 'function', half: 'callees' } as const;
export const USUAL_SORTING = { column: 'self', isDescending: true } as const;

/** True when all requested answers are complete and all locations are resolved, so that an address can describe them. */
export function isSettled({ view, options, viewName, sandwich, timeOrder, locations }: State): boolean {
  const isFinal = (answer: Answered<object> | undefined, answered: ViewOptions | undefined) =>
    answer !== undefined && answer.isComplete && answered === options;
  return (
    isFinal(view, view?.options) &&
    (viewName !== 'sandwich' || isFinal(sandwich, sandwich?.functions.options)) &&
    (viewName !== 'time' || isFinal(timeOrder, timeOrder?.options)) &&
    Object.values(locations).every(isKnown)
  );
}

/** The address of the view; without locations until the view is settled. */
export function addressOf(state: State, recording: Recording): Address {
  const { options, viewName, invertedDirection, grouping, sorting, query } = state;
  const { level, event, threads, range, filters } = options;
  const isTable = viewName === 'table';
  const isTree = viewName === 'tree';
  const isSandwich = viewName === 'sandwich';
  return {
    view: otherThan(USUAL.view, viewName),
    level: otherThan(DEFAULT_LEVEL, level),
    event: event === recording.defaultEvent ? undefined : recording.events[event]?.name,
    threads: threads && threadNames(threads, recording.threadList),
    range: range && { from: range.from - recording.start, to: range.to - recording.start },
    filters: filters.length > 0 ? filters : undefined,
    ...(isSettled(state) && locationIn(state, recording)),
    half: isSandwich ? otherThan(USUAL.half, state.half) : undefined,
    sandwiched: isSandwich ? functionName(recording, sandwichedFunc(state)) : undefined,
    inverted: viewName === 'inverted' ? otherThan(USUAL.inverted, invertedDirection) : undefined,
    grouping: isTable ? otherThan(USUAL.grouping, grouping) : undefined,
    sorting: isTable && !isUsual(sorting) ? sorting : undefined,
    row: isTable && state.row ? rowName(recording, state.row) : undefined,
    words: isTable ? state.rowQuery : undefined,
    treeSorting: isTree && state.treeSorting === 'self' ? 'self' : undefined,
    highlighted: [...state.highlighted],
    search: query === '' ? undefined : query,
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
        ? lastOpen(tree, openNodes(recording, { ...graph, selected: 0 })).map((node) =>
            linkedNodeOf(tree, node, names),
          )
        : undefined;
    return { ...linkedLocation(graph, names), ...(isTree && { visibleRange: undefined, expanded }) };
  }
  const other = halfGraph(state, state.half === 'callers' ? 'callees' : 'callers');
  const beside = other && linkedLocation(other, names);
  const isBeside = Object.values(beside ?? {}).some((value) => value !== undefined);
  return { ...linkedLocation(graph, names), beside: isBeside ? beside : undefined };
}

function linkedLocation(
  { tree, root, zoomed, selected, location }: GraphState,
  names: PathNames,
): LinkedLocation {
  const linkedIn = (node: number) => (node === root ? undefined : linkedNodeOf(tree, node, names));
  return {
    zoomed: linkedIn(zoomed),
    selected: linkedIn(selected),
    visibleRange: location.visibleRange,
  };
}

function linked(ref: NodeRef, names: PathNames): LinkedNode | undefined {
  if (!isPath(ref)) return ref;
  return ref.length === 0 ? undefined : linkedPath(ref, names);
}

/** Names for a link that neither contains the recording nor says where it is. */
export function namesIn(state: State, recording: Recording): Pick<Address, 'recording' | 'zoomedName'> {
  const graph = currentGraph(state);
  const func = graph && graph.zoomed > graph.root ? graph.tree.func[graph.zoomed] : NONE;
  return {
    recording: { name: shortText(baseName(recording.name)) || 'recording', print: printOf(recording) },
    zoomedName: func === NONE ? undefined : shortText(labelOf(recording, func).name) || undefined,
  };
}

/** A fingerprint of the samples, independent of file name, compression and symbol files. */
export function printOf({ samples, start, duration, events }: Recording): string {
  const text = JSON.stringify([samples, start, duration, events.map(({ name, weight }) => [name, weight])]);
  return fnv1a(text).toString(36);
}

function otherThan<T>(usual: T, value: T): T | undefined {
  return value === usual ? undefined : value;
}

function isUsual({ column, isDescending }: ViewState['sorting']): boolean {
  return column === USUAL_SORTING.column && isDescending === USUAL_SORTING.isDescending;
}

function functionName(recording: Recording, func: number): FunctionName | undefined {
  const target = targetOf(recording, func, 'function');
  return target?.by === 'function' ? target : undefined;
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

/** A row of the table by names: for a function its name and module, for a thread its ID, name and process ID. */
function rowName(recording: Recording, { by, id }: Subject): RowName {
  if (id === NONE) return { id };
  switch (by) {
    case 'function': {
      const { name, module } = functionName(recording, id) ?? { name: '', module: '' };
      return { fields: [name, module] };
    }
    case 'thread': {
      const { pid, tid, comm } = recording.threadList[id];
      return { fields: [`${tid}`, comm, `${pid}`] };
    }
    case 'kind':
      return { fields: [KIND_NAMES[id]] };
    case 'module':
      return { fields: [recording.modules[id]] };
    case 'file':
    case 'package':
      return { fields: [recording.strings[id]] };
  }
}
