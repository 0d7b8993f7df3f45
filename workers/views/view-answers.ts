// Answers the queries about views of a recording other than its flame graphs. Loaded once the first graph is shown, with everything
// that these views need.

import { matchOnce } from '../matcher.ts';
import type { Answers } from '../queries.ts';
import type { BackgroundSteps } from '../scheduler.ts';
import { completeAnswer, withTransfer } from '../subworker.ts';
import { backgroundWork, isWorthPreparing } from './background-work.ts';
import type { Graphs } from './graphs.ts';
import { matchRows } from './search.ts';
import { Views } from './views.ts';

export interface LoadedViews {
  readonly views: Views;
  readonly answers: Answers;
  /** Undefined for small recordings. */
  readonly background: BackgroundSteps | undefined;
}

export function viewsOf(graphs: Graphs): LoadedViews {
  const views = new Views(graphs);
  const background = isWorthPreparing([views.open]) ? backgroundWork(views) : undefined;
  return { views, answers: answersOf(views), background };
}

function answersOf(views: Views): Answers {
  const { open } = views;
  return {
    sandwich: async (question) => {
      const answer = await views.sandwich(question);
      const { sandwich } = answer.value;
      return withTransfer(answer, ...(sandwich ? [sandwich.callers, sandwich.callees] : []));
    },
    table: async (question) => completeAnswer(await views.table(question)),
    timeOrder: async (question) => {
      const answer = await views.timeOrder(question);
      return withTransfer(answer, ...answer.value.lanes.map(({ tree }) => tree));
    },
    timeline: async (question, pause) => {
      // The graph is more urgent.
      await pause();
      const timeline = views.timeline(question);
      return withTransfer(completeAnswer(timeline), ...(timeline?.lanes ?? []));
    },
    pieceAt: async (question) => completeAnswer(views.pieceAt(question)),
    ownCode: async (question) => completeAnswer(views.ownCode(question)),
    nodeDetails: async (question) => completeAnswer(await views.nodeDetails(question)),
    functionDetails: async (question) => completeAnswer(await views.functionDetails(question)),
    functionLines: async (question) => completeAnswer(await views.functionLines(question)),
    hottestLines: async (question) => completeAnswer(await views.hottestLines(question)),
    overview: async (question) => completeAnswer(await views.overview(question)),
    search: async (question, pause) => completeAnswer(await views.search(question, pause)),
    rowMatches: async ({ options, by, query }) => {
      const table = await views.table({ options, by });
      const { funcs } = open.recording;
      const recording = { ...open.recording, funcs: table.lineFuncs ?? funcs };
      return completeAnswer(await matchRows(recording, table, query));
    },
    export: async ({ options, to, name }) => {
      const { exportFile } = await import('../export/export.ts');
      const profile = await (to === 'folded' ? views.profile(options) : views.profileWithLines(options));
      const costs = to === 'pprof' ? await views.sampleParts(options) : undefined;
      return completeAnswer(await exportFile(to, profile, options.level, options.event, name, costs));
    },
    oneFile: async ({ address, hasSources }) => {
      const { oneFile } = await import('../export/one-file.ts');
      return completeAnswer(await oneFile([open], address, { hasSources }));
    },
    share: async (question) => {
      const { shareProfile } = await import('../export/share.ts');
      const { options, choice, patterns } = question;
      const { hidden } = open.classified.markers;
      const profile = await views.profileToShare(question);
      return completeAnswer(
        await shareProfile(profile, options, choice, { hidden, patterns, find: matchOnce }),
      );
    },
  };
}
