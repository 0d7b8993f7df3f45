// The spans of a life as columns, since a recording may have millions: objects would cost more time than all that is computed.

import { Float64Column, Int32Column, Uint8Column } from '../model/columns.ts';

const SPAN_KINDS = ['on', 'off', 'runnable', 'notRecorded'] as const;

export type SpanKind = (typeof SPAN_KINDS)[number];

export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
  /** The sample with its stack: of the wait, or of the switch that ends a running span; NONE if there is none. */
  readonly sample: number;
  /** The name of the thread. */
  readonly comm: string;
}

const CODES = { on: 0, off: 1, runnable: 2, notRecorded: 3 } satisfies Record<SpanKind, number>;

/** In time order. */
export class Spans implements Iterable<Span> {
  private readonly kinds = new Uint8Column();
  private readonly starts = new Float64Column();
  private readonly ends = new Float64Column();
  private readonly samples = new Int32Column();
  private readonly comms: string[] = [];

  get length(): number {
    return this.comms.length;
  }

  /** Takes values instead of a Span, because this is called for each switch. */
  push(kind: SpanKind, from: number, to: number, sample: number, comm: string): void {
    this.kinds.push(CODES[kind]);
    this.starts.push(from);
    this.ends.push(to);
    this.samples.push(sample);
    this.comms.push(comm);
  }

  at(row: number): Span {
    return {
      kind: SPAN_KINDS[this.kinds.at(row)],
      from: this.starts.at(row),
      to: this.ends.at(row),
      sample: this.samples.at(row),
      comm: this.comms[row],
    };
  }

  *[Symbol.iterator](): Generator<Span> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
