// An open comparison of a session: of the stacks as recorded, and with inferred callers. Loaded on demand.

import type { RecordingId } from '../src/model/comparison.ts';
import type { Callers } from '../src/model/mending-counts.ts';
import type { Outcome, Recording } from '../src/model/session.ts';
import { ComparedBackground } from './compared-background.ts';
import { comparedQueries, type ComparedQueries } from './compared-queries.ts';
import { ComparedViews } from './compared-views.ts';
import { differentEvents } from './different-events.ts';
import type { OpenRecording } from './open-recording.ts';
import type { Work } from './scheduler.ts';
import type { Views } from './views.ts';

interface Prepared {
  readonly compared: ComparedViews;
  readonly queries: ComparedQueries;
  readonly background: ComparedBackground;
}

export class OpenComparison {
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
    return this.last.compared.recording;
  }

  queriesOf(callers: Callers): ComparedQueries {
    this.last = this.preparedWith(callers);
    return this.last.queries;
  }

  /** As in `OpenRecording`. */
  nextStep(): Work<void> | undefined {
    return this.last.background.next();
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
    return {
      compared,
      queries: comparedQueries(compared, views),
      background: new ComparedBackground(compared),
    };
  });
  if (comparison.recording.events.length > 0) return { ok: true, value: comparison };
  const text = differentEvents([...sides.values()].map(({ recording }) => recording));
  return { ok: false, problem: { text } };
}
