// Connects the store to the session worker: its reports while it opens a recording, and the requests about the open one.

import { reasonOf } from '../text/reason.ts';
import type { ViewOptions } from '../model/session.ts';
import { isTooSlow, withoutSlow } from '../async/too-slow.ts';
import { SAMPLE_POINTS } from '../model/tree.ts';
import { FIRST_ROWS, SLOTS } from './answers.ts';
import { Engine } from './engine.ts';
import { shapeOf } from './graphs.ts';
import { type State, store } from './store.ts';
import type { Answer } from '../model/queries.ts';
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

export const requests = new Requests(store, engine, SLOTS, (error) => {
  const { options } = getState();
  const filters = withoutSlow(options.filters, error);
  // Any other error is a bug, or the browser is out of memory; the page stays usable.
  const text = isTooSlow(error)
    ? error.message
    : `Could not draw this view (${reasonOf(error)}): open the recording again, or a smaller one.`;
  setState({ problem: { text }, ...(filters && { options: { ...options, filters } }) });
});

/** Requests the first tree of a newly opened recording. Filters from a link that take too long are turned off. */
export async function askFirstTree(
  options: ViewOptions,
  viewName: State['viewName'],
): Promise<Pick<State, 'options' | 'problem'> & { readonly answer: Answer<'tree'> }> {
  const limit = viewName === 'tree' ? undefined : { depth: FIRST_ROWS, samplePoints: SAMPLE_POINTS };
  try {
    const answer = await engine.ask('tree', 'tree', { options, shape: shapeOf(viewName), limit });
    return { options, answer, problem: undefined };
  } catch (error) {
    const filters = withoutSlow(options.filters, error);
    if (!filters) throw error;
    return { ...(await askFirstTree({ ...options, filters }, viewName)), problem: { text: reasonOf(error) } };
  }
}
