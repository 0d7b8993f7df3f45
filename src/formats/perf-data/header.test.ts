import { describe, expect, test } from 'vitest';
import { concat, perfData, u64, type EventSpec } from '../../../fixtures/perf-data.ts';
import { explainUnreadablePerfData, explainNoStacks } from './header.ts';

describe('explains why a perf.data file cannot be read', () => {
  const why = (bytes: Uint8Array<ArrayBuffer>) => explainUnreadablePerfData('perf.data', bytes);
  const file = perfData({});

  test('returns undefined for a readable file', () => {
    expect(why(file)).toBeUndefined();
    expect(why(perfData({ pipe: true }))).toBeUndefined();
  });

  test('for a big-endian machine', () => {
    expect(why(concat('2ELIFREP', file.subarray(8)))).toBe(
      '“perf.data” was recorded on a big-endian machine, which Pyrograph cannot read: run perf script there and open its output.',
    );
  });

  test('for a damaged header', () => {
    for (const bytes of [
      file.subarray(0, 8),
      file.subarray(0, 50),
      concat('PERFILE2', u64(17), file.subarray(16)),
    ])
      expect(why(bytes)).toBe(
        '“perf.data” is a perf.data file with a damaged header: copy it again, or record again.',
      );
  });

  test('for output of perf stat or perf record --threads', () => {
    const stat = perfData({ features: { 19: new Uint8Array(0) } });
    expect(why(stat)).toBe(
      '“perf.data” was written by perf stat, which counts events but takes no samples: record with perf record -g.',
    );
    expect(why(perfData({ features: { 24: u64(1) } }))).toMatch(/^“perf.data” is one of several files .+\.$/);
  });

  test('for a processor trace without samples', () => {
    const features = { 18: u64(0) };
    const fields = ['ip', 'tid', 'time', 'identifier'] as const;
    const traced = { fields, type: 9 };
    const dummy = { fields, type: 1, config: 9 };
    expect(why(perfData({ events: [traced, dummy], features }))).toMatch(
      /^“perf.data” has a processor trace but no samples: record with .+ without -e intel_pt\.$/,
    );
    expect(why(perfData({ events: [traced, dummy, { fields, type: 0 }], features }))).toBeUndefined();
    expect(
      why(perfData({ events: [{ fields: [...fields, 'callchain'], type: 9 }], features })),
    ).toBeUndefined();
  });
});

describe('recognizes a recording without stacks by its events', () => {
  const why = (...events: readonly EventSpec[]) => explainNoStacks('perf.data', perfData({ events }));
  const fields = ['ip', 'tid', 'time'] as const;
  const tracepoint = { fields, type: 2, config: 700 };
  const explanation = expect.stringMatching(/^“perf.data” has tracepoints without call chains, .+\.$/);

  test('if all are tracepoints without call chains', () => {
    expect(why(tracepoint)).toEqual(explanation);
    expect(why(tracepoint, tracepoint, { fields, type: 1, config: 9 })).toEqual(explanation);
  });

  test('unless there are call chains or other events', () => {
    expect(why({ ...tracepoint, fields: [...fields, 'callchain'] })).toBeUndefined();
    expect(why(tracepoint, { fields, type: 0 })).toBeUndefined();
    expect(why()).toBeUndefined();
  });

  test('never throws for a damaged header', () => {
    const file = perfData({ events: [tracepoint, tracepoint] });
    for (let length = 0; length < file.length; length += 7)
      expect(explainNoStacks('a', file.subarray(0, length))).toSatisfy(
        (reason) => reason === undefined || typeof reason === 'string',
      );
    for (const at of [16, 24, 32]) {
      const wrong = perfData({ events: [tracepoint] });
      wrong.fill(0xff, at, at + 8);
      expect(explainNoStacks('a', wrong)).toBeUndefined();
    }
  });
});
