// Asks the engine for what the state asks for, and puts the answers into the state. Newest request wins.

import { reasonOf } from '../model/reason.ts';
import type { Details, FlameView, ViewOptions } from '../model/session.ts';
import { isSuperseded } from '../model/superseded.ts';
import { isTooSlow, withoutSlow } from '../model/too-slow.ts';
import { PLACES, runOf, type CallTree } from '../model/tree.ts';
import { placeLike, sameInWhole } from './box-like.ts';
import { Cancelled, Engine } from './engine.ts';
import { currentGraph, shapeOf, subjectBeside, type GraphState } from './graphs.ts';
import { latest, latestInTurn } from './latest.ts';
import { landed, placeAt, type Landing } from './place.ts';
import { isAtPart, sandwichFor, sandwichGrown, sandwichTaken, type SandwichPart } from './sandwich.ts';
import { backIn, HALVES, store, type State } from './store.ts';
import { boxAtEnd, landingOf } from './trail.ts';

const { getState, setState } = store;

export const engine = new Engine({
  progress(progress) {
    const { opening } = getState();
    if (!opening) return;
    setState({ opening: { ...opening, progress, seconds: (performance.now() - opening.since) / 1000 } });
  },
  preview({ recording, view }) {
    const { opening } = getState();
    if (opening) setState({ opening: { ...opening, beginning: recording }, view, zoomed: 0, selected: 0 });
  },
});

/** A failure here is a mistake of ours, or a browser out of memory: it is said, and the page goes on. */
function fail(error: unknown): void {
  if (error instanceof Cancelled || isSuperseded(error)) return;
  const text = isTooSlow(error)
    ? error.message
    : `The picture could not be made (${reasonOf(error)}): open the recording again, or a smaller one.`;
  setState({ problem: { text } });
  const { options } = getState();
  const filters = withoutSlow(options.filters, error);
  if (!filters) return;
  setState({ options: { ...options, filters } });
  refreshAll();
}

/** More rows than a window of a thousand pixels shows. */
const FIRST_ROWS = 64;

/** To so many times as many places as there are to all of it: beyond that a picture may have gaps until the whole is there. */
const FINEST = 1024;

/** As many places to what is zoomed as there are to the whole. */
function placesFor(tree: CallTree | undefined, zoomed: number): number {
  if (!tree) return PLACES;
  const { total } = tree;
  const times = Math.ceil(total[0] / total[runOf(tree, zoomed)]);
  // PLACES are among them when they are a power of two times as many.
  return PLACES * (times > 1 ? 2 ** Math.ceil(Math.log2(Math.min(FINEST, times))) : 1);
}

/** The first answer to what is asked for; when it is not the whole, refreshRest asks for that. */
export function askView(options: ViewOptions): Promise<FlameView> {
  const state = getState();
  const shape = shapeOf(state.viewName);
  // A list has rows that no picture of the same height would show.
  if (state.viewName === 'tree') return engine.view(options, shape);
  return engine.view(options, shape, { rows: FIRST_ROWS, places: placesFor(state.view?.tree, state.zoomed) });
}

/** The same for a recording that was just opened; filters of a link that take too long are switched off. */
export async function askFirstView(
  options: ViewOptions,
): Promise<Pick<State, 'options' | 'problem'> & { readonly view: FlameView }> {
  try {
    return { options, view: await askView(options), problem: undefined };
  } catch (error) {
    const filters = withoutSlow(options.filters, error);
    if (!filters) throw error;
    return { ...(await askFirstView({ ...options, filters })), problem: { text: reasonOf(error) } };
  }
}

export const refreshView = latest(
  () => askView(getState().options),
  (view: FlameView) => {
    const from = beforePart(getState());
    const place = placeIn(view, from);
    const seen = seenAgain(view);
    setState({ view, grownFrom: undefined, ...seen, ...place, zoomedBefore: [], details: undefined });
    refreshDetails();
    refreshSearch();
    refreshRest({ part: view, from, ...place });
  },
  fail,
);

/** What a person sees of a new picture: all of it, or what he saw before where undo leads back to it. */
function seenAgain({ tree }: FlameView): Partial<State> {
  const { viewName } = getState();
  const back = viewName === 'sandwich' ? undefined : backIn(getState());
  if (!back) return { seen: undefined };
  const { seen, ends } = back;
  return { seen: seen.view, ...(ends && { unfolded: { tree, ends } }), back: undefined };
}

/** Where to be in a new picture, which follows that of the state. */
function placeIn(view: FlameView, from: State): Arrived {
  const { recording, view: before, arrival, ...place } = from;
  if (arrival && 'boxes' in arrival) return landedIn(view, arrival);
  if (!recording || !before) return { ...placeAt(0), arrival: undefined };
  const { tree, shape } = view;
  const { funcs } = recording;
  // A trail leads nowhere in a tree of the other direction.
  if (arrival?.shape !== shape) return { ...placeLike(before, place, view, funcs), arrival: undefined };
  return {
    zoomed: boxAtEnd(arrival.zoomed, tree, funcs),
    selected: boxAtEnd(arrival.selected, tree, funcs),
    arrival: undefined,
  };
}

type Arrived = Pick<State, 'zoomed' | 'selected' | 'arrival'> & Partial<Pick<State, 'seen' | 'unfolded'>>;

/** Where a link leads to in a picture; it may lead to boxes that are not there yet, or are of another graph. */
export function landedIn({ tree, isWhole }: FlameView, landing: Landing): Arrived {
  const isHere = isWhole && landing.graph === 'view';
  if (!isHere) return { ...placeAt(0), arrival: landing };
  const { ends } = landing;
  return { ...landed(landing, tree, 0), ...(ends && { unfolded: { tree, ends } }), arrival: undefined };
}

/** How a person came to a part of a picture. */
interface Way extends Pick<State, 'zoomed' | 'selected'> {
  readonly part: FlameView;
  /** The page with the picture before. */
  readonly from: State;
}

let lastWay: Way | undefined;

/** Whether a person is where he came to. */
function isThere({ view, zoomed, selected }: State, way: Way | undefined): way is Way {
  return way !== undefined && view === way.part && zoomed === way.zoomed && selected === way.selected;
}

/** Whether the part has no box for what a person looked at, which then may be in the whole. */
function isLostIn({ from, zoomed, selected }: Way): boolean {
  const isGone = (before: number, now: number) => before !== 0 && now === 0;
  // A link is held until there is what it leads to.
  return !landingOf(from.arrival) && (isGone(from.zoomed, zoomed) || isGone(from.selected, selected));
}

/** The page with the last picture of which all was there: what a person looks at may be too small to be in a part. */
function beforePart(state: State): State {
  return isThere(state, lastWay) ? { ...lastWay.from, arrival: state.arrival } : state;
}

const askRest = latest(
  async (part: FlameView) => ({ part, whole: await engine.view(part.options, part.shape) }),
  ({ part, whole }) => {
    const state = getState();
    if (state.view !== part) return;
    const same = (box: number) => sameInWhole(part.tree, box, whole.tree);
    const landing = landingOf(state.arrival);
    const zoomed = same(state.zoomed);
    const way = isThere(state, lastWay) && isLostIn(lastWay) ? lastWay : undefined;
    const place = way
      ? placeIn(whole, way.from)
      : { zoomed, selected: same(state.selected), ...(landing && landedIn(whole, landing)) };
    lastWay = undefined;
    setState({
      view: whole,
      grownFrom: place.zoomed === zoomed ? part.tree : undefined,
      ...place,
      zoomedBefore: state.zoomedBefore.map(same),
    });
    // Boxes of a part are not numbered as in the whole.
    if (landing || part.shape === 'calls') refreshDetails();
  },
  fail,
);

/** All of a picture of which only a part is there. */
export function refreshRest(way?: Way): void {
  const { view } = getState();
  if (!view || view.isWhole) return;
  lastWay = way;
  askRest(view);
}

/** What the picture shows, which may still be what was asked for before: boxes are numbered as in the picture. */
function shownOptions(): ViewOptions {
  return getState().view?.options ?? getState().options;
}

/** Whoever walks over boxes asks for more of them than are told in that time. */
export const refreshDetails = latestInTurn(askDetails, (details) => setState({ details }), fail);

/** There are no details of a recording that is still being opened, and of a row of a table only where it is a function. */
async function askDetails(): Promise<Details | undefined> {
  const state = getState();
  if (!state.recording) return undefined;
  const subject = subjectBeside(state);
  const graph = currentGraph(state);
  if (subject?.by === 'function') return engine.functionDetails(shownOptions(), subject.id);
  return !subject && graph && isTold(state, graph) ? detailsIn(graph) : undefined;
}

/** Whether the worker knows the selected box: not while only a part of a picture is there. */
function isTold({ view }: State, { name, shape }: GraphState): boolean {
  return name !== 'view' || shape !== 'calls' || view?.isWhole === true;
}

/** A box of the tree of calls has more to tell than its function. */
function detailsIn({ name, options, shape, tree, selected }: GraphState): Promise<Details> {
  return name === 'view' && shape === 'calls'
    ? engine.details(options, selected)
    : engine.functionDetails(options, tree.func[selected]);
}

export const refreshSearch = latest(
  async () => {
    const { query } = getState();
    return query === '' ? undefined : engine.search(shownOptions(), query);
  },
  (found) => setState({ found }),
  fail,
);

const askTable = latest(
  () => engine.table(getState().options, getState().grouping),
  (table) => setState({ table }),
  fail,
);

let lastPart: SandwichPart | undefined;

const askSandwich = latest(
  (state: State) => {
    const { sandwich, halves } = state;
    const places = HALVES.map((half) => placesFor(sandwich?.[half], halves[half].zoomed));
    return sandwichFor(engine, state, Math.max(...places));
  },
  (answer) => {
    const state = getState();
    const { arrival, half } = state;
    const from = lastPart && isAtPart(state, lastPart) ? { ...lastPart.from, arrival, half } : state;
    setState({ ...sandwichTaken(from, answer), back: undefined, details: undefined });
    refreshDetails();
    const { sandwich } = answer;
    lastPart = undefined;
    if (!sandwich || sandwich.isWhole) return;
    lastPart = { answer, sandwich, from, halves: getState().halves };
    askWholeSandwich(lastPart);
  },
  fail,
);

const askWholeSandwich = latest(
  async (part: SandwichPart) => {
    const { options, func } = part.sandwich;
    return { part, whole: await engine.sandwich(options, func) };
  },
  ({ part, whole }) => {
    const state = getState();
    if (state.sandwich !== part.sandwich) return;
    lastPart = undefined;
    setState(sandwichGrown(state, part, whole));
  },
  fail,
);

/** What a picture shows comes first, then all of it. */
const askTimeOrder = latest(
  async (options: ViewOptions) => ({ options, order: await engine.timeOrder(options, PLACES) }),
  ({ options, order }) => {
    if (options !== getState().options) return;
    setState({ timeOrder: order && { ...order, options } });
    if (order && !order.isWhole) askWholeTimeOrder(options);
  },
  fail,
);

const askWholeTimeOrder = latest(
  async (options: ViewOptions) => ({ options, order: await engine.timeOrder(options) }),
  ({ options, order }) => {
    if (order && options === getState().timeOrder?.options) setState({ timeOrder: { ...order, options } });
  },
  fail,
);

const askTimeline = latest(
  () => engine.timeline(getState().options.event, TIMELINE_COLUMNS),
  (timeline) => setState({ timeline }),
  fail,
);

/** More than any window is wide, so that a wider window needs no other strip. */
const TIMELINE_COLUMNS = 4096;

/** The strip over the views, once for each event. */
export const refreshTimeline = askTimeline;

/** What the view that is open needs besides the tree. */
export function refreshOthers(): void {
  const { viewName, options, timeOrder } = getState();
  if (viewName === 'table') askTable();
  if (viewName === 'sandwich') askSandwich(getState());
  if (viewName === 'time' && timeOrder?.options !== options) askTimeOrder(options);
}

/** Another level, event or choice of samples: everything that is shown follows. */
export function refreshAll(): void {
  refreshView();
  refreshOthers();
}
