// Converts weights to the int64 values of a pprof file. Fractional weights get a smaller unit, scaled by a power of ten that keeps
// them exact: 334.618 becomes 334618 in the unit `e-3 count`. If no power of ten does, a note says how much is lost.
//
// Powers are multiples of three, so that exports of the same event usually have the same unit; pprof can compare only profiles
// with the same units. pprof does not know these units and prints plain numbers, so a comment, which pprof prints above its
// reports, explains the scale.

import { formatNumberOf, formatShare } from '../../text/format.ts';
import { withPowerOfTen, parseEventName, type TypeAndUnit } from '../event-unit.ts';
import type { AggregatedSamples } from '../aggregated-samples.ts';

/** One more than the largest int64. */
const LIMIT = 2 ** 63;
/** The largest double below LIMIT. */
const LARGEST = LIMIT - 1024;
const STEP = 3;
/** Relative error up to which a rounded weight counts as exact, since sums of decimal fractions have such errors. */
const EXACT = 1e-12;
/** A loss above this share of an event's weight gets a note. */
const NOTED_LOSS = 0.001;
const ALTERNATIVE = 'export folded stacks or speedscope to keep them';

export class IntegerWeights {
  /** One sentence per loss. */
  readonly notes: readonly string[];
  /** One comment per event written in a smaller unit. */
  readonly comments: readonly string[];
  private readonly samples: AggregatedSamples;
  private readonly types: readonly TypeAndUnit[];
  /** The power of ten by which the weights of each event are scaled. */
  private readonly powers: readonly number[];

  /** `names` are the names of all events, indexed as in `samples`. */
  constructor(samples: AggregatedSamples, names: readonly string[]) {
    this.samples = samples;
    const rows: number[][] = names.map(() => []);
    for (let row = 0; row < samples.length; row++) rows[samples.event.at(row)].push(row);
    this.powers = rows.map((each) => this.powerFor(each));
    this.types = names.map((name, event) => {
      const { type, unit } = parseEventName(name);
      return { type, unit: withPowerOfTen(unit, this.powers[event]) };
    });
    this.comments = names.flatMap((name, event) => {
      const power = this.powers[event];
      return power === 0 ? [] : [`pyrograph: values of “${name}” are 1e${power} times the recorded weights`];
    });
    this.notes = names.flatMap((name, event) => this.notesOn(name, event, rows[event]));
  }

  typeOf(event: number): TypeAndUnit {
    return this.types[event];
  }

  /** The weight of a row in the file's unit: an integer from 0 to the largest int64. */
  at(row: number): number {
    const { samples, powers } = this;
    const weight = Math.round(samples.weight.at(row) * 10 ** powers[samples.event.at(row)]);
    return Math.min(LARGEST, Math.max(0, weight));
  }

  /** The smallest power that keeps all weights exact; if there is none, the largest that keeps their sum a safe integer. */
  private powerFor(rows: readonly number[]): number {
    const { weight } = this.samples;
    const total = rows.reduce((sum, row) => sum + weight.at(row), 0);
    const isExact = (scale: number) =>
      rows.every((row) => {
        const scaled = weight.at(row) * scale;
        return Math.abs(scaled - Math.round(scaled)) <= EXACT * scaled;
      });
    let power = 0;
    while (!isExact(10 ** power)) {
      if (!(total * 10 ** (power + STEP) <= Number.MAX_SAFE_INTEGER)) break;
      power += STEP;
    }
    return power;
  }

  private notesOn(name: string, event: number, rows: readonly number[]): string[] {
    const { weight } = this.samples;
    const scale = 10 ** this.powers[event];
    const sum = (of: (row: number) => number) => rows.reduce((all, row) => all + of(row), 0);
    const lost = sum((row) => Math.abs(weight.at(row) - this.at(row) / scale)) / sum((row) => weight.at(row));
    const cut = rows.filter((row) => weight.at(row) * scale >= LIMIT).length;
    const notes: string[] = [];
    if (cut > 0)
      notes.push(
        `pprof cannot store weights of 2^63 or more, so ${formatNumberOf(cut, 'weight')} of “${name}” ${cut === 1 ? 'was' : 'were'} capped, which loses ${formatShare(lost)} of the total: ${ALTERNATIVE}.`,
      );
    else if (lost > NOTED_LOSS)
      notes.push(
        `pprof stores integers, so the weights of “${name}” were rounded, with an error of ${formatShare(lost)} of the total: ${ALTERNATIVE}.`,
      );
    if (sum((row) => this.at(row)) >= LIMIT)
      notes.push(
        `The weights of “${name}” add up to 2^63 or more, so go tool pprof shows a wrong total: ${ALTERNATIVE}.`,
      );
    return notes;
  }
}
