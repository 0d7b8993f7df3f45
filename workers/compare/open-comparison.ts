// An open comparison of a session: of the stacks as recorded, and with inferred callers. Loaded on demand.

import { indicesUpTo } from '../../src/model/columns.ts';
import type { RecordingId } from '../../src/model/comparison.ts';
import type { Callers } from '../../src/model/levels.ts';
import type { Answer, QueryName, Question, RecordingDiagnosis } from '../../src/model/queries.ts';
import type { Outcome, Recording } from '../../src/model/session.ts';
import { formatList, quoted } from '../../src/text/format.ts';
import { comparedBackgroundWork } from './compared-background.ts';
import { ComparedViews } from './compared-views.ts';
import { sideDiagnosisOf } from '../diagnosis.ts';
import type { OpenRecording } from '../views/open-recording.ts';
import { answerFrom, callersIn, type Answers, type QuerySubject } from '../queries.ts';
import type { BackgroundSteps, Pause, Work } from '../scheduler.ts';
import { matchRows } from '../views/search.ts';
import { completeAnswer, withTransfer } from '../subworker.ts';
import { isWorthPreparing } from '../views/background-work.ts';
import type { Views } from '../views/views.ts';

interface Prepared {
  readonly recording: Recording;
  readonly answers: Answers;
  /** Undefined for small recordings. */
  readonly background: BackgroundSteps | undefined;
}

export class OpenComparison implements QuerySubject {
  readonly ids: readonly RecordingId[];
  private readonly prepare: (callers: Callers) => Prepared;
  private readonly prepared = new Map<Callers, Prepared>();
  private last: Prepared;

  /** `prepare` is called when comparing with these callers is first requested. */
  constructor(ids: readonly RecordingId[], prepare: (callers: Callers) => Prepared) {
    this.ids = ids;
    this.prepare = prepare;
    this.last = this.preparedWith('inferred');
  }

  get recording(): Recording {
    return this.last.recording;
  }

  answer<Q extends QueryName>(name: Q, question: Question<Q>, pause: Pause): Promise<Answer<Q>> {
    this.last = this.preparedWith(callersIn(question));
    return answerFrom(this.last.answers, name, question, pause);
  }

  nextStep(): Work<unknown> | undefined {
    return this.last.background?.next().value;
  }

  private preparedWith(callers: Callers): Prepared {
    const known = this.prepared.get(callers) ?? this.prepare(callers);
    this.prepared.set(callers, known);
    return known;
  }
}

/** Compares recordings: those of A, then those of B. A Problem if they have no event in common. */
export async function openComparison(
  sides: ReadonlyMap<RecordingId, OpenRecording>,
  matcherOf: ConstructorParameters<typeof ComparedViews>[1],
): Promise<Outcome<OpenComparison>> {
  // Inferred callers on only one side would be a difference.
  const mended = new Map<RecordingId, Readonly<Record<Callers, Views>>>();
  for (const [id, recording] of sides) {
    const { recorded, inferred } = await recording.mendedViews(async () => {});
    mended.set(id, { recorded: await recorded.all(), inferred: await inferred.all() });
  }
  const dates = new Map([...sides].flatMap(([id, { date }]) => (date === undefined ? [] : [[id, date]])));
  const comparison = new OpenComparison([...sides.keys()], (callers) => {
    const views = new Map([...mended].map(([id, both]) => [id, both[callers]]));
    const compared = new ComparedViews(views, matcherOf, dates);
    const { recording } = compared;
    const isLarge = isWorthPreparing([...views.values()].map(({ open }) => open));
    const background = isLarge ? comparedBackgroundWork(compared) : undefined;
    return { recording, answers: answersOf(compared, views), background };
  });
  if (comparison.recording.events.length > 0) return { ok: true, value: comparison };
  const text = differentEvents([...sides.values()].map(({ recording }) => recording));
  return { ok: false, problem: { text } };
}

/** `recordings` are the compared ones. */
function answersOf(views: ComparedViews, recordings: ReadonlyMap<RecordingId, Views>): Answers {
  return {
    tree: async (question) => {
      const answer = await views.tree(question);
      const { tree, compared = {} } = answer.value;
      return withTransfer(answer, tree, compared);
    },
    comparison: async ({ options }, pause) => {
      // The tree is shown first.
      await pause();
      const outcome = await views.comparison(options);
      return withTransfer(completeAnswer(outcome), outcome.ok ? outcome.value.weights : {});
    },
    comparedNeighbors: async (question) => completeAnswer(await views.neighbors(question)),
    comparedLines: async (question) => completeAnswer(await views.lines(question)),
    comparedFindings: async (_, pause) => {
      const found: RecordingDiagnosis[] = [];
      for (const [recording, { open }] of recordings) {
        await pause();
        const diagnosis = sideDiagnosisOf(open);
        if (diagnosis) found.push({ recording, diagnosis });
      }
      return completeAnswer(found);
    },
    sourceText: async ({ path }) => {
      for (const { open } of recordings.values()) {
        const found = await open.sources?.textOf(path);
        if (found) return completeAnswer(found);
      }
      return completeAnswer(undefined);
    },
    exportComparison: async (question) => completeAnswer(await views.exported(question)),
    oneFile: async (question) => completeAnswer(await views.oneFile(question)),
    comparedTimelines: async (question) => {
      const timelines = views.timelines(question);
      const lanes = [timelines.a, timelines.b].flatMap((timeline) => timeline?.lanes ?? []);
      return withTransfer(completeAnswer(timelines), ...lanes);
    },
    rowMatches: async ({ query }) => {
      const id = indicesUpTo(views.recording.funcs.length);
      return completeAnswer(await matchRows(views.recording, { by: 'function', id }, query));
    },
    sandwich: async (question) => {
      const answer = await views.sandwich(question);
      const { callers, callees, compared } = answer.value.sandwich ?? {};
      const tables = [callers, callees, compared?.callers, compared?.callees];
      return withTransfer(answer, ...tables.filter((table) => table !== undefined));
    },
    search: async (question, pause) => completeAnswer(await views.search(question, pause)),
  };
}

const MAX_RECORDINGS = 3;
const MAX_EVENTS = 3;

/** Says which events recordings have, because they have none in common. */
export function differentEvents(recordings: readonly Pick<Recording, 'name' | 'events'>[]): string {
  const each = recordings.map(({ name, events }) => {
    const names = events.map((event) => event.name);
    return `${quoted(name)} has ${names.length === 0 ? 'none' : formatList(names, MAX_EVENTS)}`;
  });
  return `The recordings have no event in common: ${formatList(each, MAX_RECORDINGS)}.`;
}
