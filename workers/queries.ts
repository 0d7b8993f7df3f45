// Answers the queries of model/queries.ts about a recording: those about its flame graphs here, and all others in view-queries.ts,
// which is loaded once the first graph is shown.

import type { RecordingId } from '../src/model/comparison.ts';
import type { Answer, QueryMethods, QueryName, Question } from '../src/model/queries.ts';
import { copyOfTree } from '../src/model/tree.ts';
import type { RecordingViews } from './open-recording.ts';
import type { Pause } from './scheduler.ts';
import { completeAnswer, transferTrees } from './transfer.ts';
import type { ViewQuery } from './view-queries.ts';

/** Creates a query method from a function that answers for one recording. */
type Scheduled = <Q extends QueryName>(
  name: Q,
  answer: (views: RecordingViews, question: Question<Q>, pause: Pause) => Promise<Answer<Q>>,
) => (about: RecordingId, slot: string, question: Question<Q>) => Promise<Answer<Q>>;

/** All queries about views. */
export function queryMethods(scheduled: Scheduled): Omit<QueryMethods, 'mending' | 'diagnosis'> {
  const later = <Q extends ViewQuery>(name: Q) =>
    scheduled(name, async (views, question, pause) => {
      const [{ VIEW_QUERIES }, all] = await Promise.all([import('./view-queries.ts'), views.all()]);
      return VIEW_QUERIES[name](all, question, pause);
    });
  return {
    tree: scheduled('tree', async ({ graphs }, question, pause) => {
      const { value, isComplete } = await graphs.tree(question, pause);
      // The cache keeps the original. Transferring a copy is faster than a structured clone.
      const tree = copyOfTree(value.tree);
      return transferTrees({ value: { ...value, tree }, isComplete }, [tree]);
    }),
    treeCosts: scheduled('treeCosts', async ({ graphs }, question, pause) =>
      completeAnswer(await graphs.treeCosts(question, pause)),
    ),
    sandwich: later('sandwich'),
    table: later('table'),
    timeOrder: later('timeOrder'),
    timeline: later('timeline'),
    ownCode: later('ownCode'),
    nodeDetails: later('nodeDetails'),
    functionDetails: later('functionDetails'),
    overview: later('overview'),
    search: later('search'),
    rowMatches: later('rowMatches'),
    export: later('export'),
    oneFile: later('oneFile'),
    share: later('share'),
    comparison: scheduled('comparison', rejectSingle),
    comparedFindings: scheduled('comparedFindings', rejectSingle),
    exportComparison: scheduled('exportComparison', rejectSingle),
    comparedTimelines: scheduled('comparedTimelines', rejectSingle),
  };
}

function rejectSingle(): Promise<never> {
  return Promise.reject(new Error('A single recording is not a comparison.'));
}
