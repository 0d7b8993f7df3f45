import { describe, expect, test } from 'vitest';
import { concat, perfData, u64, type MadeEvent } from '../../../fixtures/perf-data.ts';
import { whyNoPerfData, whyNoStacks } from './header.ts';

describe('explains why a perf.data file cannot be read', () => {
  const why = (bytes: Uint8Array<ArrayBuffer>) => whyNoPerfData('perf.data', bytes);
  const file = perfData({});

  test('says nothing about a readable file', () => {
    expect(why(file)).toBeUndefined();
    expect(why(perfData({ pipe: true }))).toBeUndefined();
  });

  test('a big-endian machine', () => {
    expect(why(concat('2ELIFREP', file.subarray(8)))).toBe(
      '“perf.data” was recorded on a big-endian machine, which Pyrograph cannot read: run perf script there and open its output.',
    );
  });

  test('a damaged header', () => {
    for (const bytes of [
      file.subarray(0, 8),
      file.subarray(0, 50),
      concat('PERFILE2', u64(17), file.subarray(16)),
    ])
      expect(why(bytes)).toBe(
        '“perf.data” is a perf.data file with a damaged header: copy it again, or record again.',
      );
  });

  test('output of perf stat or perf record --threads', () => {
    const stat = perfData({ features: { 19: new Uint8Array(0) } });
    expect(why(stat)).toBe(
      '“perf.data” was written by perf stat, which counts events but takes no samples: record with perf record -g.',
    );
    expect(why(perfData({ features: { 24: u64(1) } }))).toMatch(/^“perf.data” is one of several files .+\.$/);
  });

  test('a processor trace without samples', () => {
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
  const why = (...events: readonly MadeEvent[]) => whyNoStacks('perf.data', perfData({ events }));
  const fields = ['ip', 'tid', 'time'] as const;
  const tracepoint = { fields, type: 2, config: 700 };
  const said = expect.stringMatching(/^“perf.data” has tracepoints without call chains, .+\.$/);

  test('if all are tracepoints without call chains', () => {
    expect(why(tracepoint)).toEqual(said);
    expect(why(tracepoint, tracepoint, { fields, type: 1, config: 9 })).toEqual(said);
  });

  test('unless there are call chains or other events', () => {
    expect(why({ ...tracepoint, fields: [...fields, 'callchain'] })).toBeUndefined();
    expect(why(tracepoint, { fields, type: 0 })).toBeUndefined();
    expect(why()).toBeUndefined();
  });

  test('never throws, whatever the header contains', () => {
    const file = perfData({ events: [tracepoint, tracepoint] });
    for (let length = 0; length < file.length; length += 7)
      expect(whyNoStacks('a', file.subarray(0, length))).toSatisfy(
        (it) => it === undefined || typeof it === 'string',
      );
    for (const at of [16, 24, 32]) {
      const wrong = perfData({ events: [tracepoint] });
      wrong.fill(0xff, at, at + 8);
      expect(whyNoStacks('a', wrong)).toBeUndefined();
    }
  });
});
