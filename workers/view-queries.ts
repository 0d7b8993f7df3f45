// Answers the queries about views of a recording other than its flame graphs. Loaded with the views.

import * as Comlink from 'comlink';
import type { Answer, QueryName, Question } from '../src/model/queries.ts';
import { matchRows } from './match-rows.ts';
import { matchOnce } from './matcher.ts';
import type { Pause } from './scheduler.ts';
import { completeAnswer, transferablesOf, transferTrees } from './transfer.ts';
import type { Views } from './views.ts';

export type ViewQuery = Exclude<
  QueryName,
  | 'tree'
  | 'treeCosts'
  | 'mending'
  | 'diagnosis'
  | 'comparison'
  | 'comparedFindings'
  | 'exportComparison'
  | 'comparedTimelines'
>;

type ViewQueries = {
  readonly [Q in ViewQuery]: (views: Views, question: Question<Q>, pause: Pause) => Promise<Answer<Q>>;
};

export const VIEW_QUERIES: ViewQueries = {
  sandwich: async (views, question) => {
    const answer = await views.sandwich(question);
    const { sandwich } = answer.value;
    return transferTrees(answer, sandwich ? [sandwich.callers, sandwich.callees] : []);
  },
  table: async (views, question) => completeAnswer(await views.table(question)),
  timeOrder: async (views, question) => {
    const answer = await views.timeOrder(question);
    const trees = answer.value.lanes.map(({ tree }) => tree);
    return transferTrees(answer, trees);
  },
  timeline: async (views, question, pause) => {
    // The graph is more urgent.
    await pause();
    const timeline = views.timeline(question);
    return Comlink.transfer(completeAnswer(timeline), transferablesOf(...(timeline?.lanes ?? [])));
  },
  ownCode: async (views, question) => completeAnswer(views.ownCode(question)),
  nodeDetails: async (views, question) => completeAnswer(await views.nodeDetails(question)),
  functionDetails: async (views, question) => completeAnswer(await views.functionDetails(question)),
  overview: async (views, question) => completeAnswer(await views.overview(question)),
  search: async (views, question) => completeAnswer(await views.search(question)),
  rowMatches: async (views, { options, by, query }) =>
    completeAnswer(await matchRows(views.open.recording, await views.table({ options, by }), query)),
  export: async (views, { options, to, name }) => {
    const { exportFile } = await import('./export.ts');
    const profile = await views.profile(options);
    const costs = to === 'pprof' ? await views.sampleParts(options) : undefined;
    return completeAnswer(await exportFile(to, profile, options.level, options.event, name, costs));
  },
  oneFile: async (views, { address }) => {
    const { oneFile } = await import('./one-file.ts');
    return completeAnswer(await oneFile([views.open], address));
  },
  share: async (views, question) => {
    const { shareProfile } = await import('./share.ts');
    const { options, choice, patterns } = question;
    const { hidden } = views.open.classified.markers;
    const profile = await views.profileToShare(question);
    return completeAnswer(
      await shareProfile(profile, options, choice, { hidden, patterns, find: matchOnce }),
    );
  },
};
