// An open recording of a session, with its stacks as recorded and, once it is mended, with inferred callers. The views of both are
// separate, so that no view needs to know.

import { runSliced, type TimeSliced } from '../../src/async/time-slices.ts';
import type { Callers } from '../../src/model/levels.ts';
import type { Answer, MendedTables, QueryName, Question } from '../../src/model/queries.ts';
import type { Recording } from '../../src/model/session.ts';
import { copyOfTree } from '../../src/model/tree.ts';
import { Graphs } from './graphs.ts';
import type { NameMatcher } from '../matcher.ts';
import type { OpenProfile } from '../pipeline.ts';
import { answerFrom, callersIn, type Answers, type QuerySubject } from '../queries.ts';
import { noPause, type Pause, type Work } from '../scheduler.ts';
import { completeAnswer, withTransfer } from '../subworker.ts';
import type { LoadedViews } from './view-answers.ts';
import type { Views } from './views.ts';

/** Recordings with at most this many samples are mended before they are shown. */
const MAX_MENDED_FIRST = 50_000;

/** Milliseconds between pauses while mending. */
const TIME_BETWEEN_PAUSES = 10;

type MendingCode = typeof import('../mending.ts');
type BothViews = Readonly<Record<Callers, RecordingViews>>;
type MatcherOf = (recording: Pick<Recording, 'funcs' | 'strings' | 'modules'>) => NameMatcher;

/** The graphs of a recording and, once they are loaded, its other views. */
export class RecordingViews implements QuerySubject {
  readonly graphs: Graphs;
  /** To queries about the graphs. */
  private readonly answers: Answers = {
    tree: async (question, pause) => {
      const { value, isComplete } = question.byLine
        ? completeAnswer(await (await this.all()).treeByLine(question))
        : await this.graphs.tree(question, pause);
      // The cache keeps the original.
      const tree = copyOfTree(value.tree);
      return withTransfer({ value: { ...value, tree }, isComplete }, tree);
    },
    treeCosts: async (question, pause) => completeAnswer(await this.graphs.treeCosts(question, pause)),
  };
  private loaded: LoadedViews | undefined;
  private isLoadedInBackground = false;

  constructor(open: OpenProfile, find: NameMatcher) {
    this.graphs = new Graphs(open, find);
  }

  get open(): OpenProfile {
    return this.graphs.open;
  }

  async all(): Promise<Views> {
    return (await this.load()).views;
  }

  async answer<Q extends QueryName>(name: Q, question: Question<Q>, pause: Pause): Promise<Answer<Q>> {
    const answers = name in this.answers ? this.answers : (await this.load()).answers;
    return answerFrom(answers, name, question, pause);
  }

  nextStep(): Work<unknown> | undefined {
    if (this.loaded) return this.loaded.background?.next().value;
    // Loading is attempted once, unless a query needs it.
    if (this.isLoadedInBackground) return undefined;
    this.isLoadedInBackground = true;
    return () => this.load();
  }

  private async load(): Promise<LoadedViews> {
    const { viewsOf } = await import('./view-answers.ts');
    return (this.loaded ??= viewsOf(this.graphs));
  }
}

/** Pauses only if the last pause was some time ago: there are thousands of slices, and a pause takes as long as some of them. */
function rarely(pause: Pause): Pause {
  let last = -Infinity;
  return async () => {
    if (performance.now() - last < TIME_BETWEEN_PAUSES) return;
    await pause();
    last = performance.now();
  };
}

export class OpenRecording implements QuerySubject {
  /** When its file was written, in milliseconds since 1970; undefined if unknown. */
  readonly date: number | undefined;
  private readonly matcherOf: MatcherOf;
  /** Undefined once it is mended. */
  private unmended: OpenProfile | undefined;
  /** Undefined unless it is being mended. */
  private mending: TimeSliced<void> | undefined;
  /** The views that the page knows the functions of, and the latest ones. */
  private shown: BothViews;
  private latest: BothViews;
  private last: RecordingViews;
  /** To queries that are not about its views. */
  private readonly answers: Answers = {
    sourceText: async ({ path }) => completeAnswer(await this.open.sources?.textOf(path)),
    mending: async (_, pause) => completeAnswer(await this.mended(pause)),
    diagnosis: async (_, pause) => {
      const { diagnosisInSlices } = await import('../diagnosis.ts');
      // Its rules may ask which samples were re-attached, and views with inferred callers are more urgent.
      const { recorded } = await this.mendedViews(pause);
      return completeAnswer((await diagnosisInSlices(recorded.open, pause))?.diagnosis);
    },
  };

  constructor(open: OpenProfile, date: number | undefined, matcherOf: MatcherOf) {
    this.date = date;
    this.matcherOf = matcherOf;
    this.last = new RecordingViews(open, matcherOf(open.recording));
    this.shown = { recorded: this.last, inferred: this.last };
    this.latest = this.shown;
    this.unmended = open;
  }

  /** With its stacks as recorded. */
  get open(): OpenProfile {
    return this.shown.recorded.open;
  }

  get recording(): Recording {
    return this.open.recording;
  }

  viewsOf(callers: Callers): RecordingViews {
    this.last = this.shown[callers];
    return this.last;
  }

  answer<Q extends QueryName>(name: Q, question: Question<Q>, pause: Pause): Promise<Answer<Q>> {
    if (name in this.answers) return answerFrom(this.answers, name, question, pause);
    return this.viewsOf(callersIn(question)).answer(name, question, pause);
  }

  /** Mends a small recording. The page requests it for a large one, after its first view. */
  async mendFirst(maxSamples = MAX_MENDED_FIRST): Promise<void> {
    if (this.recording.samples <= maxSamples) await this.mended(noPause);
  }

  /** Mends the recording, unless it is, and tells the page its functions, to show inferred callers from now on. */
  async mended(pause: Pause): Promise<MendedTables> {
    const { recorded } = await this.mendedViews(pause);
    this.shown = this.latest;
    const { mending, strings, funcs } = recorded.open.recording;
    if (!mending) throw new Error('The recording is not mended');
    return { mending, strings, funcs };
  }

  /** The views after mending, which the page may not know yet. */
  async mendedViews(pause: Pause): Promise<BothViews> {
    if (this.unmended && !this.mending) {
      const code = await import('../mending.ts');
      await pause();
      if (this.unmended && !this.mending) this.mending = this.mend(code, this.unmended);
    }
    // Canceled work continues with the next request.
    if (this.mending) await runSliced(this.mending, rarely(pause));
    return this.latest;
  }

  /** Of the views that were last requested. */
  nextStep(): Work<unknown> | undefined {
    return this.last.nextStep();
  }

  private *mend({ mendRecording, mendedLevelStacks }: MendingCode, open: OpenProfile): TimeSliced<void> {
    const { recorded, mended } = yield* mendRecording(open);
    // Both have the same functions.
    const matcher = this.matcherOf(recorded.recording);
    const views = new RecordingViews(recorded, matcher);
    const inferred = mended ? new RecordingViews(mended, matcher) : views;
    // The next request is probably for the same level.
    const { last, trees } = this.last.graphs;
    const tree = last && trees.builtLevel(last.options);
    if (mended && tree && last.options.level !== 'raw') {
      const stacks = yield* mendedLevelStacks(mended.classified, tree, last.options);
      yield* inferred.graphs.trees.buildLevel(last.options, undefined, stacks);
    }
    this.mending = undefined;
    this.unmended = undefined;
    this.latest = { recorded: views, inferred };
  }
}
