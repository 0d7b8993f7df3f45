// What a person can do, as functions: each changes the state and asks for what follows from it.

import type { Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping } from '../model/session.ts';
import type { Direction, Seen } from '../model/tree.ts';
import {
  currentGraph,
  moved,
  shapeOf,
  subjectBeside,
  subjectOf,
  type GraphName,
  type GraphState,
} from './graphs.ts';
import { stepFrom, zoomedBack, zoomedOut, zoomedTo, type Place, type Step } from './place.ts';
import {
  refreshAll,
  refreshDetails,
  refreshOthers,
  refreshSearch,
  refreshTimeline,
  refreshView,
} from './refresh.ts';
import {
  remember,
  store,
  type Half,
  type State,
  type Subject,
  type TableColumn,
  type ThemeChoice,
  type ViewName,
} from './store.ts';

const { getState, setState } = store;

export function sayProblem(text: string): void {
  setState({ problem: { text } });
}

export function dismissProblem(): void {
  setState({ problem: undefined });
}

export function setLevel(level: Level): void {
  if (!getState().recording || level === getState().options.level) return;
  setState({ options: { ...getState().options, level } });
  refreshAll();
}

export function setEvent(event: number): void {
  setState({ options: { ...getState().options, event } });
  refreshAll();
  refreshTimeline();
}

export function setView(viewName: ViewName): void {
  const before = shapeOf(getState().viewName);
  const graph = currentGraph(getState());
  const beside = subjectBeside(getState());
  const meant = currentSubject();
  setState({ viewName, subject: viewName === 'table' ? meant : undefined, menu: undefined });
  if (!getState().recording) return;
  if (viewName === 'sandwich' && getState().sandwiched === NONE && meant?.by === 'function')
    setState({ sandwiched: meant.id });
  if (shapeOf(viewName) !== before) refreshView();
  else if (beside || currentGraph(getState())?.tree !== graph?.tree) {
    setState({ details: undefined });
    refreshDetails();
  }
  refreshOthers();
}

export function setInvertedDirection(invertedDirection: Direction): void {
  setState({ invertedDirection });
  remember('inverted-direction', invertedDirection);
}

/** What the rows of the table are. */
export function setGrouping(grouping: Grouping): void {
  setState({ grouping });
  refreshOthers();
}

/** Sorts the table: by names from A on, by numbers from the largest; the same column again turns it round. */
export function sortBy(column: TableColumn): void {
  const { sorting } = getState();
  const isSame = sorting.column === column;
  setState({ sorting: { column, isDescending: isSame ? !sorting.isDescending : column !== 'name' } });
}

export function setRowQuery(rowQuery: string): void {
  setState({ rowQuery });
}

export function setTreeSorting(treeSorting: 'total' | 'self'): void {
  setState({ treeSorting });
}

export function setUnfolded(unfolded: State['unfolded']): void {
  setState({ unfolded });
}

/** Shows a function between its callers and its callees. */
export function openSandwich(func: number): void {
  const { viewName, sandwiched, sandwichedBefore } = getState();
  if (viewName !== 'sandwich') {
    setState({ sandwiched: func, sandwichedBefore: [], sandwich: undefined });
    return setView('sandwich');
  }
  if (func === sandwiched) return;
  setState({ sandwiched: func, sandwichedBefore: [...sandwichedBefore, sandwiched] });
  refreshOthers();
}

/** Opens what the keyboard is on in the sandwich, where it is a function. */
export function sandwichSubject(): void {
  const subject = currentSubject();
  if (subject?.by === 'function') openSandwich(subject.id);
}

/** Which half of the sandwich the keyboard is in. */
export function setHalf(half: Half): void {
  if (half === getState().half) return;
  setState({ half, details: undefined });
  refreshDetails();
}

/** Undefined for as much as suits the callers. */
export function setSandwichSplit(sandwichSplit: number | undefined): void {
  setState({ sandwichSplit });
}

/** What a person sees of a graph besides the zoomed box. */
export function setSeen(name: GraphName, seen: Seen | undefined): void {
  setState(moved(getState(), name, { seen }));
}

export function setTimeSeen(timeSeen: Seen | undefined): void {
  setState({ timeSeen });
}

/** Makes a box fill the width; its ancestors stay below it. */
export function zoomTo(box: number): void {
  moveInGraph((graph) => zoomedTo(graph, box));
}

export function zoomToSelected(): void {
  moveInGraph((graph) => zoomedTo(graph, graph.selected));
}

/** To the box that was zoomed before; then to the whole, and in the sandwich to the function before. */
export function zoomBack(): void {
  const { viewName, sandwichedBefore } = getState();
  const graph = currentGraph(getState());
  const isWhole = !graph || (graph.zoomed === graph.root && graph.zoomedBefore.length === 0);
  const before = sandwichedBefore.at(-1);
  if (viewName !== 'sandwich' || !isWhole || before === undefined)
    return moveInGraph((each) => zoomedBack(each, each.root));
  setState({ sandwiched: before, sandwichedBefore: sandwichedBefore.slice(0, -1) });
  refreshOthers();
}

export function resetZoom(): void {
  moveInGraph((graph) => zoomedOut(graph, graph.root));
}

function moveInGraph(change: (graph: GraphState) => Partial<Place>): void {
  const graph = currentGraph(getState());
  if (graph) setState(moved(getState(), graph.name, change(graph)));
}

export function select(box: number): void {
  const graph = currentGraph(getState());
  if (!graph || box === graph.selected) return;
  setState({ ...moved(getState(), graph.name, { selected: box }), details: undefined });
  refreshDetails();
}

/** Moves the focus from box to box; stays where there is no box to go to. */
export function walk(step: Step): void {
  const graph = currentGraph(getState());
  if (graph) select(stepFrom(graph.tree, graph.selected, step, graph.root));
}

export function setQuery(query: string): void {
  setState({ query });
  refreshSearch();
}

/** Moves the focus to the next box the search found, in the order of the picture; round at the ends. */
export function walkMatches(direction: 1 | -1): void {
  const graph = currentGraph(getState());
  const { found } = getState();
  if (!graph || !found) return;
  const { selected, root } = graph;
  const { length, func } = graph.tree;
  for (let step = 1; step <= length; step++) {
    const box = (((selected + direction * step) % length) + length) % length;
    if (box > 0 && box >= root && found.matches[func[box]] === 1) return select(box);
  }
}

/** What the keyboard is on, in a view that shows something else than the boxes of the tree. */
export function setSubject(subject: Subject | undefined): void {
  setState({ subject });
  if (subjectBeside(getState()) === undefined) return;
  setState({ details: undefined });
  refreshDetails();
}

/** What the keyboard is on now. */
export function currentSubject(): Subject | undefined {
  return subjectOf(getState());
}

/** Opens the menu of what can be done with `subject`; `x` and `y` are CSS pixels of the window. */
export function openMenu(subject: Subject, x: number, y: number): void {
  setState({ menu: { subject, x, y } });
}

export function closeMenu(): void {
  setState({ menu: undefined });
}

/** Lights one kind up, or puts its light out. */
export function toggleLit(kind: number): void {
  const lit = new Set(getState().lit);
  if (!lit.delete(kind)) lit.add(kind);
  setState({ lit });
}

export function setTheme(theme: ThemeChoice): void {
  setState({ theme });
  remember('theme', theme);
}

export function setSingleKeys(singleKeys: boolean): void {
  setState({ singleKeys });
  remember('single-keys', singleKeys ? 'on' : 'off');
}

/** Whether what is opened from now on is remembered in this browser. */
export function setRemembersOpened(remembersOpened: boolean): void {
  setState({ remembersOpened });
  remember('remembers-opened', remembersOpened ? 'on' : 'off');
}

export function setHelpOpen(helpOpen: boolean): void {
  setState({ helpOpen });
}
