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
      // The cache keeps the tree. Copying and transferring is faster than a structured clone.
      const tree = copyOfTree(value.tree);
      return transferred({ value: { ...value, tree }, isComplete }, [tree]);
    }),
    sandwich: scheduled(async (views, question) => {
      const answer = await views.sandwich(question);
      const { sandwich } = answer.value;
      return transferred(answer, sandwich ? [sandwich.callers, sandwich.callees] : []);
    }),
    table: scheduled(async (views, question) => complete(await views.table(question))),
    timeOrder: scheduled(async (views, question) => {
      const answer = await views.timeOrder(question);
      const trees = answer.value.lanes.map(({ tree }) => tree);
      return transferred(answer, trees);
    }),
    timeline: scheduled(async (views, question) => complete(await views.timeline(question))),
    nodeDetails: scheduled(async (views, question) => complete(await views.nodeDetails(question))),
    functionDetails: scheduled(async (views, question) => complete(await views.functionDetails(question))),
    search: scheduled(async (views, question) => complete(await views.search(question))),
    export: scheduled(async (views, { options, to, name }) => {
      const { exportFile } = await import('./export.ts');
      const profile = await views.profile(options);
      return complete(await exportFile(to, profile, options.level, options.event, name));
    }),
    oneFile: scheduled(async (views, { address }) => {
      const { oneFile } = await import('./one-file.ts');
      return complete(await oneFile(views.open, address));
    }),
    share: scheduled(async (views, question) => {
      const { shareProfile } = await import('./share.ts');
      const { options, choice, patterns } = question;
      const { hidden } = views.open.classified.marks;
      const profile = await views.profileToShare(question);
      return complete(await shareProfile(profile, options, choice, { hidden, patterns, find: matchOnce }));
    }),
  };
}

function complete<T>(value: T) {
  return { value, isComplete: true };
}

/** Moves the trees to the page instead of copying them: nothing here uses them anymore. */
function transferred<T extends object>(answer: T, trees: readonly CallTree[]): T {
  return Comlink.transfer(answer, transferablesOf(...trees));
}
