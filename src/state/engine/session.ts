// Connects the store to the session worker: shows progress while the worker opens a recording, and requests what the
// view of the open recording needs.

import { reasonOf } from '../../text/format.ts';
import type { ViewOptions } from '../../model/session.ts';
import { isTooSlow, disableSlowFilter } from '../../async/too-slow.ts';
import { afterPaint } from '../after-paint.ts';
import { SLOTS, treeLimit } from './answers.ts';
import { Engine } from './engine.ts';
import { shapeOf } from '../view/graphs.ts';
import { type State, store } from '../store.ts';
import type { Answer } from '../../model/queries.ts';
import { Requests } from './requests.ts';

const { getState, setState } = store;

export const engine = new Engine({
  progress(progress) {
    const { opening } = getState();
    if (!opening) return;
    setState({ opening: { ...opening, progress, seconds: (performance.now() - opening.since) / 1000 } });
  },
  preview({ recording, view }) {
    const { opening } = getState();
    if (opening)
      setState({ opening: { ...opening, beginning: recording }, view: { ...view, isComplete: true } });
  },
});

function fail(error: unknown): void {
  const { options } = getState();
  const filters = disableSlowFilter(options.filters, error);
  // Any other error is a bug, or the browser is out of memory; the page stays usable.
  const text = isTooSlow(error)
    ? error.message
    : `Could not draw this view (${reasonOf(error)}): open the recording again, or a smaller one.`;
  setState({ problem: { text }, ...(filters && { options: { ...options, filters } }) });
}

const requests = new Requests(store, engine, SLOTS, fail, afterPaint);
store.subscribe(() => requests.update());

/** Requests the first tree of a newly opened recording. Filters from a link that take too long are turned off. */
export async function askFirstTree(
  options: ViewOptions,
  viewName: State['viewName'],
): Promise<Pick<State, 'options' | 'problem'> & { readonly answer: Answer<'tree'> }> {
  try {
    const question = { options, shape: shapeOf(viewName), limit: treeLimit(viewName) };
    const answer = await engine.ask('tree', 'tree', question);
    return { options, answer, problem: undefined };
  } catch (error) {
    const filters = disableSlowFilter(options.filters, error);
    if (!filters) throw error;
    return { ...(await askFirstTree({ ...options, filters }, viewName)), problem: { text: reasonOf(error) } };
  }
}
