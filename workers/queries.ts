// Answers the queries of model/queries.ts.

import * as Comlink from 'comlink';
import type { RecordingId } from '../src/model/comparison.ts';
import type { Answer, QueryMethods, QueryName, Question } from '../src/model/queries.ts';
import { copyOfTree, type CallTree } from '../src/model/tree.ts';
import { matchOnce } from './matcher.ts';
import type { Pause } from './scheduler.ts';
import { transferablesOf } from './transfer.ts';
import type { Views } from './views.ts';

/** Creates a query method from a function that answers for one recording. */
type Scheduled = <Q extends QueryName>(
  name: Q,
  answer: (views: Views, question: Question<Q>, pause: Pause) => Promise<Answer<Q>>,
) => (about: RecordingId, slot: string, question: Question<Q>) => Promise<Answer<Q>>;

/** All queries about views. */
export function queryMethods(scheduled: Scheduled): Omit<QueryMethods, 'mending' | 'diagnosis'> {
  return {
    tree: scheduled('tree', async (views, question, pause) => {
      const { value, isComplete } = await views.tree(question, pause);
      // The cache keeps the original. Transferring a copy is faster than a structured clone.
      const tree = copyOfTree(value.tree);
      return transferTrees({ value: { ...value, tree }, isComplete }, [tree]);
    }),
    treeCosts: scheduled('treeCosts', async (views, question, pause) =>
      completeAnswer(await views.treeCosts(question, pause)),
    ),
    sandwich: scheduled('sandwich', async (views, question) => {
      const answer = await views.sandwich(question);
      const { sandwich } = answer.value;
      return transferTrees(answer, sandwich ? [sandwich.callers, sandwich.callees] : []);
    }),
    table: scheduled('table', async (views, question) => completeAnswer(await views.table(question))),
    timeOrder: scheduled('timeOrder', async (views, question) => {
      const answer = await views.timeOrder(question);
      const trees = answer.value.lanes.map(({ tree }) => tree);
      return transferTrees(answer, trees);
    }),
    timeline: scheduled('timeline', async (views, question, pause) => {
      // The graph is more urgent.
      await pause();
      const timeline = await views.timeline(question);
      return Comlink.transfer(completeAnswer(timeline), transferablesOf(...(timeline?.lanes ?? [])));
    }),
    ownCode: scheduled('ownCode', async (views, question) => completeAnswer(await views.ownCode(question))),
    nodeDetails: scheduled('nodeDetails', async (views, question) =>
      completeAnswer(await views.nodeDetails(question)),
    ),
    functionDetails: scheduled('functionDetails', async (views, question) =>
      completeAnswer(await views.functionDetails(question)),
    ),
    comparison: scheduled('comparison', rejectSingle),
    comparedFindings: scheduled('comparedFindings', rejectSingle),
    exportComparison: scheduled('exportComparison', rejectSingle),
    comparedTimelines: scheduled('comparedTimelines', rejectSingle),
    overview: scheduled('overview', async (views, question) =>
      completeAnswer(await views.overview(question)),
    ),
    search: scheduled('search', async (views, question) => completeAnswer(await views.search(question))),
    rowMatches: scheduled('rowMatches', async (views, { options, by, query }) => {
      const { matchRows } = await import('./match-rows.ts');
      return completeAnswer(await matchRows(views.open.recording, await views.table({ options, by }), query));
    }),
    export: scheduled('export', async (views, { options, to, name }) => {
      const { exportFile } = await import('./export.ts');
      const profile = await views.profile(options);
      const costs = to === 'pprof' ? await views.sampleParts(options) : undefined;
      return completeAnswer(await exportFile(to, profile, options.level, options.event, name, costs));
    }),
    oneFile: scheduled('oneFile', async (views, { address }) => {
      const { oneFile } = await import('./one-file.ts');
      return completeAnswer(await oneFile([views.open], address));
    }),
    share: scheduled('share', async (views, question) => {
      const { shareProfile } = await import('./share.ts');
      const { options, choice, patterns } = question;
      const { hidden } = views.open.classified.markers;
      const profile = await views.profileToShare(question);
      return completeAnswer(
        await shareProfile(profile, options, choice, { hidden, patterns, find: matchOnce }),
      );
    }),
  };
}

function rejectSingle(): Promise<never> {
  return Promise.reject(new Error('A single recording is not a comparison.'));
}

export function completeAnswer<T>(value: T) {
  return { value, isComplete: true };
}

/** Transfers the trees to the page instead of copying them, since the worker no longer uses them. */
export function transferTrees<T extends object>(answer: T, trees: readonly CallTree[]): T {
  return Comlink.transfer(answer, transferablesOf(...trees));
}
