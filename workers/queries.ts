// Who answers the queries of model/queries.ts: a subject, which is an open recording or a comparison of several.

import type { RecordingId } from '../src/model/comparison.ts';
import type { Callers } from '../src/model/levels.ts';
import type { Answer, QueryMethods, QueryName, Question } from '../src/model/queries.ts';
import type { Pause, Work } from './scheduler.ts';

/** The queries that a subject answers. It may not use again what it marks for transfer. */
export type Answers = {
  readonly [Q in QueryName]?: (question: Question<Q>, pause: Pause) => Promise<Answer<Q>>;
};

export interface QuerySubject {
  /** Rejects if the subject has no answer to such queries. */
  answer<Q extends QueryName>(name: Q, question: Question<Q>, pause: Pause): Promise<Answer<Q>>;
  /** The next step of preparing what may be requested next; undefined when nothing is left to do. */
  nextStep(): Work<unknown> | undefined;
}

export function answerFrom<Q extends QueryName>(
  answers: Answers,
  name: Q,
  question: Question<Q>,
  pause: Pause,
): Promise<Answer<Q>> {
  const answer = answers[name];
  return answer ? answer(question, pause) : Promise.reject(new Error(`Nothing here answers “${name}”.`));
}

export function callersIn(question: Question<QueryName>): Callers {
  const about = 'options' in question ? question.options : question;
  return 'callers' in about && about.callers === 'recorded' ? 'recorded' : 'inferred';
}

export type Ask = <Q extends QueryName>(
  name: Q,
) => (about: RecordingId, slot: string, question: Question<Q>) => Promise<Answer<Q>>;

/** The methods of the session worker, one for each query. */
export function queryMethods(ask: Ask): QueryMethods {
  return {
    tree: ask('tree'),
    treeCosts: ask('treeCosts'),
    sandwich: ask('sandwich'),
    table: ask('table'),
    timeOrder: ask('timeOrder'),
    timeline: ask('timeline'),
    pieceAt: ask('pieceAt'),
    ownCode: ask('ownCode'),
    nodeDetails: ask('nodeDetails'),
    functionDetails: ask('functionDetails'),
    functionLines: ask('functionLines'),
    hottestLines: ask('hottestLines'),
    mending: ask('mending'),
    diagnosis: ask('diagnosis'),
    sourceText: ask('sourceText'),
    overview: ask('overview'),
    search: ask('search'),
    rowMatches: ask('rowMatches'),
    export: ask('export'),
    oneFile: ask('oneFile'),
    share: ask('share'),
    comparison: ask('comparison'),
    comparedNeighbors: ask('comparedNeighbors'),
    comparedLines: ask('comparedLines'),
    comparedFindings: ask('comparedFindings'),
    exportComparison: ask('exportComparison'),
    comparedTimelines: ask('comparedTimelines'),
  };
}
