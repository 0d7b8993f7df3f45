// Answers the queries of model/queries.ts.

import * as Comlink from 'comlink';
import type { QueryMethods, Side } from '../src/model/queries.ts';
import { copyOfTree, type CallTree } from '../src/model/tree.ts';
import { matchOnce } from './matcher.ts';
import type { Pause } from './scheduler.ts';
import { transferablesOf } from './transfer.ts';
import type { Views } from './views.ts';

/** Creates a query method from a function that answers for one recording. */
type Scheduled = <Question, Answer>(
  answer: (views: Views, question: Question, pause: Pause) => Promise<Answer>,
) => (side: Side, slot: string, question: Question) => Promise<Answer>;

export function queryMethods(scheduled: Scheduled): QueryMethods {
  return {
    tree: scheduled(async (views, question, pause) => {
      const { value, isComplete } = await views.tree(question, pause);
      // The cache keeps the original. Transferring a copy is faster than a structured clone.
      const tree = copyOfTree(value.tree);
      return transferTrees({ value: { ...value, tree }, isComplete }, [tree]);
    }),
    sandwich: scheduled(async (views, question) => {
      const answer = await views.sandwich(question);
      const { sandwich } = answer.value;
      return transferTrees(answer, sandwich ? [sandwich.callers, sandwich.callees] : []);
    }),
    table: scheduled(async (views, question) => completeAnswer(await views.table(question))),
    timeOrder: scheduled(async (views, question) => {
      const answer = await views.timeOrder(question);
      const trees = answer.value.lanes.map(({ tree }) => tree);
      return transferTrees(answer, trees);
    }),
    timeline: scheduled(async (views, question, pause) => {
      // The graph is more urgent.
      await pause();
      const timeline = await views.timeline(question);
      return Comlink.transfer(completeAnswer(timeline), transferablesOf(...(timeline?.lanes ?? [])));
    }),
    ownCode: scheduled(async (views, question) => completeAnswer(await views.ownCode(question))),
    nodeDetails: scheduled(async (views, question) => completeAnswer(await views.nodeDetails(question))),
    functionDetails: scheduled(async (views, question) =>
      completeAnswer(await views.functionDetails(question)),
    ),
    diagnosis: scheduled(async (views, _, pause) => {
      const { diagnosisOf } = await import('./diagnosis.ts');
      await pause();
      return completeAnswer(diagnosisOf(views.open)?.diagnosis);
    }),
    overview: scheduled(async (views, question) => completeAnswer(await views.overview(question))),
    search: scheduled(async (views, question) => completeAnswer(await views.search(question))),
    rowMatches: scheduled(async (views, { options, by, query }) => {
      const { matchRows } = await import('./match-rows.ts');
      const { id } = await views.table({ options, by });
      return completeAnswer(await matchRows(views.open.recording, by, id, query));
    }),
    export: scheduled(async (views, { options, to, name }) => {
      const { exportFile } = await import('./export.ts');
      const profile = await views.profile(options);
      return completeAnswer(await exportFile(to, profile, options.level, options.event, name));
    }),
    oneFile: scheduled(async (views, { address }) => {
      const { oneFile } = await import('./one-file.ts');
      return completeAnswer(await oneFile(views.open, address));
    }),
    share: scheduled(async (views, question) => {
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

function completeAnswer<T>(value: T) {
  return { value, isComplete: true };
}

/** Transfers the trees to the page instead of copying them, since the worker no longer uses them. */
function transferTrees<T extends object>(answer: T, trees: readonly CallTree[]): T {
  return Comlink.transfer(answer, transferablesOf(...trees));
}
