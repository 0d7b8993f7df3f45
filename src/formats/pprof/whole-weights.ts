// The weights of a pprof file are int64. Weights with a fractional part are written in a smaller unit, a power of ten that
// keeps them: 334.618 as 334618 in the unit `e-3 count`. What even that cannot hold is lost, and a note says how much.
//
// Powers are multiples of three, so that two exports of one event mostly have the same unit: pprof compares no others. It
// knows no such unit and prints plain numbers, so a comment, which it prints above its reports, says what they are.

import { formatNumberOf, formatShare } from '../../model/format.ts';
import { inPowerOfTen, typeAndUnit, type TypeAndUnit } from '../event-unit.ts';
import type { SummedSamples } from '../summed-samples.ts';

/** One more than an int64 can be. */
const LIMIT = 2 ** 63;
/** The largest double below LIMIT. */
const LARGEST = LIMIT - 1024;
const STEP = 3;
/** A row is exact when rounding changes it by no more of its own weight: sums of decimal fractions are as inexact. */
const EXACT = 1e-12;
/** Of the weight of an event. Less is not worth a note. */
const NOTED_LOSS = 0.001;
const OTHERWISE = 'export folded stacks or speedscope to keep them';

export class WholeWeights {
  /** One sentence for each loss. */
  readonly notes: readonly string[];
  /** What to tell a reader of the file of events that are written in a smaller unit. */
  readonly comments: readonly string[];
  /** What the file holds of each event, in the event's own unit. */
  readonly totals: readonly number[];
  private readonly samples: SummedSamples;
  private readonly types: readonly TypeAndUnit[];
  /** Of each event the power of ten that its weights are multiplied with. */
  private readonly powers: readonly number[];

  /** `names` are those of all events, as the rows of `samples` number them. */
  constructor(samples: SummedSamples, names: readonly string[]) {
    this.samples = samples;
    const rows: number[][] = names.map(() => []);
    for (let row = 0; row < samples.length; row++) rows[samples.event.at(row)].push(row);
    this.powers = rows.map((each) => this.powerFor(each));
    this.types = names.map((name, event) => {
      const { type, unit } = typeAndUnit(name);
      return { type, unit: inPowerOfTen(unit, this.powers[event]) };
    });
    this.comments = names.flatMap((name, event) => {
      const power = this.powers[event];
      return power === 0 ? [] : [`pyrograph: values of “${name}” are 1e${power} times what was recorded`];
    });
    this.totals = rows.map((each, event) =>
      each.reduce((sum, row) => sum + this.at(row) / 10 ** this.powers[event], 0),
    );
    this.notes = names.flatMap((name, event) => this.notesOn(name, event, rows[event]));
  }

  typeOf(event: number): TypeAndUnit {
    return this.types[event];
  }

  /** The weight of a row in its unit in the file: whole, from 0 up to what an int64 holds. */
  at(row: number): number {
    const { samples, powers } = this;
    const weight = Math.round(samples.weight.at(row) * 10 ** powers[samples.event.at(row)]);
    return Math.min(LARGEST, Math.max(0, weight));
  }

  /** The smallest power that keeps every weight, else the largest with which their sum is exact. */
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
        `pprof holds no weight of 2^63 or more, so ${formatNumberOf(cut, 'weight')} of “${name}” ${cut === 1 ? 'was' : 'were'} cut to that, and ${formatShare(lost)} of all is lost: ${OTHERWISE}.`,
      );
    else if (lost > NOTED_LOSS)
      notes.push(
        `pprof holds whole numbers, so the weights of “${name}” were rounded, by ${formatShare(lost)} of all: ${OTHERWISE}.`,
      );
    if (sum((row) => this.at(row)) >= LIMIT)
      notes.push(
        `The weights of “${name}” add up to 2^63 or more, so go tool pprof shows a wrong total: ${OTHERWISE}.`,
      );
    return notes;
  }
}
