// Asks the engine for what the state asks for, and puts the answers into the state. Newest request wins.

import { reasonOf } from '../model/reason.ts';
import { NONE } from '../model/profile.ts';
import type { FlameView, ViewOptions } from '../model/session.ts';
import { boxLike } from './box-like.ts';
import { Cancelled, Engine } from './engine.ts';
import { shapeOf } from './graphs.ts';
import { latest } from './latest.ts';
import { store } from './store.ts';
import { boxAtEnd } from './trail.ts';

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
  if (error instanceof Cancelled) return;
  const reason = reasonOf(error);
  setState({
    problem: {
      text: `The picture could not be made (${reason}): open the recording again, or a smaller one.`,
    },
  });
}

export const refreshView = latest(
  () => engine.view(getState().options, shapeOf(getState().viewName)),
  (view: FlameView) => {
    setState({ view, ...placeIn(view), zoomedBefore: [], arrival: undefined, details: undefined });
    refreshDetails();
    refreshSearch();
  },
  fail,
);

/** Where to be in a new picture. */
function placeIn({ tree }: FlameView): { zoomed: number; selected: number } {
  const { recording, view: before, zoomed, selected, arrival } = getState();
  if (!recording) return { zoomed: 0, selected: 0 };
  const { funcs } = recording;
  if (arrival)
    return {
      zoomed: boxAtEnd(arrival.zoomed, tree, funcs),
      selected: boxAtEnd(arrival.selected, tree, funcs),
    };
  const like = (box: number) => (before ? boxLike(before.tree, box, tree, funcs) : 0);
  return { zoomed: like(zoomed), selected: like(selected) };
}

/** What the picture shows, which may still be what was asked for before: boxes are numbered as in the picture. */
function shownOptions(): ViewOptions {
  return getState().view?.options ?? getState().options;
}

const askDetails = latest(
  () => engine.details(shownOptions(), getState().view?.shape ?? 'calls', getState().selected),
  (details) => setState({ details }),
  fail,
);

/** There are no details of a recording that is still being opened. */
export function refreshDetails(): void {
  if (getState().recording) askDetails();
}

const searchAgain = latest(
  () => engine.search(shownOptions(), getState().query),
  (found) => setState({ found }),
  fail,
);

export function refreshSearch(): void {
  if (getState().query === '') setState({ found: undefined });
  else searchAgain();
}

const askTable = latest(
  () => engine.table(getState().options, getState().grouping),
  (table) => setState({ table }),
  fail,
);

const askSandwich = latest(
  () => engine.sandwich(getState().options, getState().sandwiched),
  (sandwich) => setState({ sandwich }),
  fail,
);

const askTimeOrder = latest(
  () => engine.timeOrder(getState().options),
  (timeOrder) => setState({ timeOrder }),
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
  const { viewName, sandwiched } = getState();
  if (viewName === 'table') askTable();
  if (viewName === 'sandwich' && sandwiched !== NONE) askSandwich();
  if (viewName === 'time') askTimeOrder();
}

/** Another level, event or choice of samples: everything that is shown follows. */
export function refreshAll(): void {
  refreshView();
  refreshOthers();
}
