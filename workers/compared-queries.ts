// Answers queries about a comparison. Loaded on demand.

import type { Answer, QueryName, Question } from '../src/model/queries.ts';
import type { ComparedViews } from './compared-views.ts';
import { completeAnswer } from './queries.ts';

export type ComparedQueries = {
  readonly [Q in QueryName]?: (question: Question<Q>) => Promise<Answer<Q>>;
};

export function comparedQueries(views: ComparedViews): ComparedQueries {
  return {
    tree: async (question) => completeAnswer(await views.tree(question)),
    comparison: async ({ options }) => completeAnswer(await views.comparison(options)),
    exportComparison: async (question) => completeAnswer(await views.exported(question)),
    oneFile: async ({ address }) => completeAnswer(await views.oneFile(address)),
    comparedTimelines: async (question) => completeAnswer(await views.timelines(question)),
    rowMatches: async ({ query }) => {
      const { matchRows } = await import('./match-rows.ts');
      const id = Int32Array.from(views.recording.funcs.name.keys());
      return completeAnswer(await matchRows(views.recording, { by: 'function', id }, query));
    },
    sandwich: async (question) => completeAnswer(await views.sandwich(question)),
    search: async (question) => completeAnswer(await views.search(question)),
  };
}
