// What the side panel shows: details of the selection, or the overview while nothing is selected.

import { isPath, ROOT_PATH, wholePath, withoutTime } from '../../model/call-path.ts';
import { NONE } from '../../model/profile.ts';
import { sourcePathOf } from '../../model/lines.ts';
import type { Question } from '../../model/queries.ts';
import type { TimeLane } from '../../model/session.ts';
import { currentGraph, namesOf, subjectOf } from './graphs.ts';
import { functionAt } from './location.ts';
import { action, openRecording, type State } from '../store.ts';

/** The user's position in the table or the sandwich, where something is always selected. Each click changes one of these values. */
function positionOf({ viewName, row, half, locations }: State): readonly unknown[] {
  const { selected, zoomed } = locations[half];
  return viewName === 'table' ? [viewName, row] : [viewName, half, selected, zoomed];
}

function isClosed(state: State): boolean {
  const { detailsClosedAt } = state;
  return detailsClosedAt !== undefined && positionOf(state).every((value, i) => value === detailsClosedAt[i]);
}

/** True for the overview, false for details. */
export function showsOverview(state: State): boolean {
  const { viewName, row, focusedRow, table, locations, comparing } = state;
  if (viewName === 'sandwich') return isClosed(state);
  // The first row of a comparison is only focused when the user chooses it.
  if (viewName === 'table' && comparing) return isClosed(state) || !row;
  if (viewName === 'table') return isClosed(state) || (!focusedRow && (!row || table !== undefined));
  if (viewName === 'time') return isRoot(locations.time.selected) && !selectedThread(state);
  const graph = currentGraph(state);
  // While the tree is loading, the panel keeps showing what it showed before.
  if (!graph) return isRoot(locations[viewName === 'inverted' ? 'inverted' : 'calls'].selected);
  return graph.tree.func[graph.selected] === NONE;
}

/** True until the overview arrives, or the details beside a name and its weight. */
export function awaitsDetails(state: State): boolean {
  const { viewName, sandwich, table, details, overview } = state;
  if (showsOverview(state)) return overview === undefined;
  if (details) return awaitsLines(state);
  if (viewName === 'sandwich' && !sandwich) return true;
  if (viewName === 'table' && !table) return true;
  return (nodeDetailsQuestion(state) ?? functionDetailsQuestion(state)) !== undefined;
}

/** The node of the call tree whose details are shown. Roots have none. */
export function nodeDetailsQuestion(state: State): Question<'nodeDetails'> | undefined {
  const graph = state.viewName === 'table' ? undefined : currentGraph(state);
  if (graph?.name !== 'calls') return undefined;
  const selected = withoutTime(graph.location.selected);
  const path = isPath(selected) && state.recording ? wholePath(selected, namesOf(state.recording)) : selected;
  return isPath(path) && path.length > 0 ? { options: graph.options, path } : undefined;
}

/** The function whose details are shown, in the views that have no call tree. */
export function functionDetailsQuestion(state: State): Question<'functionDetails'> | undefined {
  const { viewName } = state;
  if (viewName === 'table') {
    const subject = subjectOf(state);
    return subject?.by === 'function' && state.view
      ? { options: state.view.options, func: subject.id }
      : undefined;
  }
  const graph = currentGraph(state);
  if (!graph || graph.name === 'calls') return undefined;
  const func = graph.tree.func[graph.selected];
  return func === NONE ? undefined : { options: graph.options, func };
}

/** True until the lines and the source of the function whose details are shown arrive. */
export function awaitsLines(state: State): boolean {
  const { functionLines, sourceText } = state;
  return (
    functionLinesQuestion(state) !== undefined &&
    (functionLines === undefined || (sourceText === undefined && sourceTextQuestion(state) !== undefined))
  );
}

/** The function whose lines are shown in its details. */
export function functionLinesQuestion(state: State): Question<'functionLines'> | undefined {
  const { viewName, view, recording } = state;
  const func = detailedFunction(state);
  if (recording?.hasLines !== true || func === undefined) return undefined;
  if (sourcePathOf(recording, func) === undefined) return undefined;
  const options = (viewName === 'table' ? view : currentGraph(state))?.options;
  return options && { options, func };
}

/** The source of the Python function whose details are shown. */
export function sourceTextQuestion(state: State): Question<'sourceText'> | undefined {
  const func = detailedFunction(state);
  const recording = openRecording(state);
  if (func === undefined || !recording) return undefined;
  const path = recording.strings.at(recording.funcs.file[func]);
  if (recording.funcs.file[func] === NONE || path === undefined) return undefined;
  return { path, given: state.sourcesAdded };
}

export function detailedFunction(state: State): number | undefined {
  const subject = showsOverview(state) ? undefined : subjectOf(state);
  return subject?.by === 'function' && subject.id >= 0 ? subject.id : undefined;
}

/** The lane that the user has selected in time order, rather than one of its boxes. */
export function selectedThread({
  viewName,
  timeOrder,
  locations,
}: Pick<State, 'viewName' | 'timeOrder' | 'locations'>): TimeLane | undefined {
  const { selected } = locations.time;
  if (viewName !== 'time' || !('tid' in selected) || !isRoot(selected)) return undefined;
  return timeOrder?.lanes.find(({ pid, tid }) => pid === selected.pid && tid === selected.tid);
}

/** False for a node from a link until it is resolved. */
function isRoot(selected: State['locations']['time']['selected']): boolean {
  return functionAt(selected) === NONE && isPath(withoutTime(selected));
}

/** The change that shows the overview: graphs deselect their box. */
export function withoutDetails(state: State): Partial<State> {
  const { viewName, locations } = state;
  if (viewName === 'table' || viewName === 'sandwich') return { detailsClosedAt: positionOf(state) };
  const atRoot = (name: 'calls' | 'inverted' | 'time') => ({ ...locations[name], selected: ROOT_PATH });
  if (viewName === 'inverted') return { locations: { ...locations, inverted: atRoot('inverted') } };
  const calls = atRoot('calls');
  return { locations: { ...locations, calls, ...(viewName === 'time' && { time: atRoot('time') }) } };
}

export const closeDetails = action(withoutDetails);
