// An open recording of a session, with its stacks as recorded and, once it is mended, with inferred callers. The views of both are
// separate, so that no view needs to know.

import { runSliced, type TimeSliced } from '../src/async/time-slices.ts';
import type { Callers } from '../src/model/mending-counts.ts';
import type { MendedTables } from '../src/model/queries.ts';
import type { Recording } from '../src/model/session.ts';
import type { BackgroundWork } from './background-work.ts';
import type { MendedRecording } from './mending.ts';
import type { OpenProfile } from './pipeline.ts';
import type { Pause, Work } from './scheduler.ts';
import { Graphs, type NameMatcher } from './graphs.ts';
import type { Views } from './views.ts';

/** Recordings with at most this many samples are mended before they are shown. */
const MAX_MENDED_FIRST = 50_000;

type BothViews = Readonly<Record<Callers, RecordingViews>>;
type MatcherOf = (recording: Pick<Recording, 'funcs' | 'strings' | 'modules'>) => NameMatcher;

/** The graphs of a recording and, once they are loaded, its other views. */
export class RecordingViews {
  readonly graphs: Graphs;
  private views: Views | undefined;
  private background: BackgroundWork | undefined;
  private isBackgroundRequested = false;

  constructor(open: OpenProfile, find: NameMatcher) {
    this.graphs = new Graphs(open, find);
  }

  get open(): OpenProfile {
    return this.graphs.open;
  }

  async all(): Promise<Views> {
    const { Views } = await import('./views.ts');
    return (this.views ??= new Views(this.graphs));
  }

  /** The next step of preparing what may be requested next; undefined when nothing is left to do. */
  nextStep(): Work<unknown> | undefined {
    if (this.isBackgroundRequested) return this.background?.next();
    // Loading its code is attempted once.
    this.isBackgroundRequested = true;
    return async () => {
      const { BackgroundWork } = await import('./background-work.ts');
      this.background = new BackgroundWork(await this.all());
    };
  }
}

export class OpenRecording {
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

  /** Mends a small recording. */
  async mendFirst(maxSamples = MAX_MENDED_FIRST): Promise<void> {
    if (this.recording.samples <= maxSamples) await this.mended(async () => {});
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
      const { mendRecording } = await import('./mending.ts');
      if (this.unmended) this.mending ??= this.mend(mendRecording(this.unmended));
    }
    // Canceled work continues with the next request.
    if (this.mending) await runSliced(this.mending, pause);
    return this.latest;
  }

  /** As in `RecordingViews`, of those that were last requested. */
  nextStep(): Work<unknown> | undefined {
    return this.last.nextStep();
  }

  private *mend(work: TimeSliced<MendedRecording>): TimeSliced<void> {
    const { recorded, mended } = yield* work;
    this.mending = undefined;
    this.unmended = undefined;
    // Both have the same functions.
    const matcher = this.matcherOf(recorded.recording);
    const views = new RecordingViews(recorded, matcher);
    this.latest = { recorded: views, inferred: mended ? new RecordingViews(mended, matcher) : views };
  }
}
