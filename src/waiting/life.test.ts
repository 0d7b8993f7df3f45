import { expect, test } from 'vitest';
import { Life } from './life.ts';
import type { SpanKind } from './spans.ts';

const DRAWN: Readonly<Record<SpanKind, string>> = { on: '#', off: '.', runnable: '~', notRecorded: '?' };

/** Draws a life from 0 to 12, one character per unit of time. Records are written as `3 in`. */
function drawn(records: string, isForked = false): string {
  const life = new Life(1, 1, 'app', 0, isForked, () => undefined);
  for (const [sample, record] of records.split(', ').entries()) {
    const [time, kind] = record.split(' ');
    if (kind === 'in') life.in(Number(time));
    else if (kind === 'out' || kind === 'preempted') life.out(Number(time), kind === 'preempted');
    else if (kind === 'clock' || kind === 'switch')
      life.sample(Number(time), sample, kind === 'switch', kind === 'clock');
  }
  life.finish(12);
  return Array.from(life.spans, ({ kind, from, to }) => DRAWN[kind].repeat(to - from)).join('');
}

test.each([
  // Before its first record, a thread ran, unless it starts to run then.
  ['4 out, 8 in', '####....####'],
  ['4 preempted, 8 in', '####~~~~####'],
  ['4 clock', '############'],
  ['4 in', '????########'],
  ['none', '????????????'],
  // An out was lost.
  ['2 in, 4 clock, 7 in, 9 out', '??##???##...'],
  // An in was lost.
  ['2 out, 6 out, 8 in', '##????..####'],
  ['2 out, 6 clock, 8 out', '##????##....'],
  // Spans without a length do not exist.
  ['4 out, 4 in, 6 out, 6 in', '############'],
])('%s', (records, expected) => expect(drawn(records)).toBe(expected));

test('a new thread waits for its first CPU', () => {
  expect(drawn('3 in, 6 out', true)).toBe('~~~###......');
  expect(drawn('none', true)).toBe('~~~~~~~~~~~~');
});

test('a wait has the stack of the last switch since the thread came in, and the name that it had then', () => {
  const life = new Life(1, 1, 'old', 0, false, (sample) => (sample === 7 ? 'then' : undefined));
  life.sample(2, 7, true, false);
  life.out(3, false);
  life.comm = 'new';
  life.in(5);
  life.out(6, false);
  life.finish(8);
  expect(Array.from(life.spans, ({ kind, sample, comm }) => `${kind} ${sample} ${comm}`)).toEqual([
    'on 7 old',
    'off 7 then',
    'on -1 new',
    'off -1 new',
  ]);
});
