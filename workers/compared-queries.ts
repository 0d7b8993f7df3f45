// Answers queries about a comparison. Loaded on demand.

import * as Comlink from 'comlink';
import type { RecordingId } from '../src/model/comparison.ts';
import { NONE } from '../src/model/profile.ts';
import type {
  Answer,
  QueryName,
  Question,
  RecordingDiagnosis,
  SandwichAnswer,
} from '../src/model/queries.ts';
import type { ComparedViews } from './compared-views.ts';
import type { Pause } from './scheduler.ts';
import { completeAnswer, transferablesOf } from './transfer.ts';
import { levelsByDistance } from './view-options.ts';
import type { Views } from './views.ts';

export type ComparedQueries = {
  readonly [Q in QueryName]?: (question: Question<Q>, pause: Pause) => Promise<Answer<Q>>;
};

/** `recordings` are the compared ones. */
export function comparedQueries(
  views: ComparedViews,
  recordings: ReadonlyMap<RecordingId, Views>,
): ComparedQueries {
  return {
    tree: async (question) => {
      const answer = await views.tree(question);
      const { tree, compared = {} } = answer.value;
      return Comlink.transfer(answer, transferablesOf(tree, compared));
    },
    comparison: async ({ options }, pause) => {
      // The tree is shown first.
      await pause();
      const outcome = await views.comparison(options);
      const buffers = outcome.ok ? transferablesOf(outcome.value.weights) : [];
      return Comlink.transfer(completeAnswer(outcome), buffers);
    },
    comparedFindings: async (_, pause) => {
      const { sideDiagnosisOf } = await import('./diagnosis.ts');
      const found: RecordingDiagnosis[] = [];
      for (const [recording, { open }] of recordings) {
        await pause();
        const diagnosis = sideDiagnosisOf(open);
        if (diagnosis) found.push({ recording, diagnosis });
      }
      return completeAnswer(found);
    },
    exportComparison: async (question) => completeAnswer(await views.exported(question)),
    oneFile: async ({ address }) => completeAnswer(await views.oneFile(address)),
    comparedTimelines: async (question) => {
      const timelines = views.timelines(question);
      const lanes = [timelines.a, timelines.b].flatMap((timeline) => timeline?.lanes ?? []);
      return Comlink.transfer(completeAnswer(timelines), transferablesOf(...lanes));
    },
    rowMatches: async ({ query }) => {
      const { matchRows } = await import('./match-rows.ts');
      const id = Int32Array.from(views.recording.funcs.name.keys());
      return completeAnswer(await matchRows(views.recording, { by: 'function', id }, query));
    },
    sandwich: async (question) => completeAnswer(await sandwichOf(views, question)),
    search: async (question) => completeAnswer(await views.search(question)),
  };
}

/** If the level hides the function, the answer names the nearest level that shows it. */
async function sandwichOf(views: ComparedViews, question: Question<'sandwich'>): Promise<SandwichAnswer> {
  const answer = await views.sandwich(question);
  const { options } = question;
  if (answer.sandwich || answer.func === NONE) return answer;
  for (const level of levelsByDistance(options.level).slice(1)) {
    const { sandwich } = await views.sandwich({ ...question, options: { ...options, level } });
    if (sandwich) return { ...answer, level };
  }
  return answer;
}
