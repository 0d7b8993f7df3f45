// Checks the output with Datadog's decoder: every reference is valid, and nothing is lost.

import { Profile as Decoded, type Sample } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { rawOf } from '../../../fixtures/raw.ts';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { writePprof } from './write-pprof.ts';

function decoded(profile: Profile, event?: number): Decoded {
  return Decoded.decode(Buffer.concat([...writePprof(profile, 'raw', event).chunks]));
}

/** Formats a sample as its frames, root first, each as `name|system name|file @module`, then its values and labels. */
function lineOf(file: Decoded, { locationId, value, label }: Sample): string {
  const text = (row: number | bigint) => file.stringTable.strings[Number(row)];
  const frames = locationId.toReversed().flatMap((id) => {
    const { mappingId, line, address } = file.location[Number(id) - 1];
    const module = mappingId === 0 ? '' : ` @${text(file.mapping[Number(mappingId) - 1].filename)}`;
    const high = BigInt(address) >= 2n ** 63n ? ' ^' : '';
    return line.toReversed().map(({ functionId }) => {
      const { name, systemName, filename } = file.function[Number(functionId) - 1];
      return `${[name, systemName, filename].map(text).join('|')}${module}${high}`;
    });
  });
  const int64 = (value: number | bigint) => BigInt.asIntN(64, BigInt(value));
  const labels = label.map(({ key, str, num }) => `${text(key)}=${str === 0 ? int64(num) : text(str)}`);
  return `${frames.join(';')} ${value.join(',')} ${labels.join(',')}`;
}

function linesOf(file: Decoded): string[] {
  return file.sample.map((sample) => lineOf(file, sample));
}

describe('a sample', () => {
  test('has its stack, values and thread', () => {
    const file = decoded(
      rawOf(`
        worker 7/8 | cycles 1 | main@/bin/app;py::A.f:/app/main.py@/tmp/perf-7.map;do_idle@[kernel] ^ 10
        worker 7/8 | cycles 2 | main@/bin/app;py::A.f:/app/main.py@/tmp/perf-7.map;do_idle@[kernel] ^ 5
        -/9 | cycles 3 | [no stack] 1`),
    );
    expect(linesOf(file)).toEqual([
      'main|main| @/bin/app;A.f|py::A.f:/app/main.py|/app/main.py;do_idle|do_idle| @[kernel] ^ 2,15 thread=worker,tid=8,pid=7',
      '[no stack]|[no stack]| 1,1 tid=9',
    ]);
  });

  test('names its event if there are several', () => {
    const file = decoded(rawOf('a | cycles 1 | f 10\na | faults 2 | f 3'));
    expect(linesOf(file)).toEqual(['f|f| 1,10,0 thread=a,event=cycles', 'f|f| 1,0,3 thread=a,event=faults']);
  });

  test('has its cost and part', () => {
    const profile = rawOf('a | cycles 1 | f 10\na | cycles 2 | f 3\na | cycles 3 | f 5\na | cycles 4 | g 7');
    const parts = [
      { cost: 'libraries', part: 'json' },
      { cost: 'bytecode', part: '' },
    ] as const;
    const { chunks } = writePprof(profile, 'raw', NONE, { parts, partOf: Int32Array.of(0, 1, 0, 1) });
    expect(linesOf(Decoded.decode(Buffer.concat([...chunks])))).toEqual([
      'f|f| 2,15 thread=a,cost=libraries,part=json',
      'f|f| 1,3 thread=a,cost=bytecode',
      'g|g| 1,7 thread=a,cost=bytecode',
    ]);
  });

  test('has inlined functions in one location', () => {
    const file = decoded(rawOf('f@/a;g (inlined);h (inlined);f@/a 1'));
    expect(file.location.map(({ line }) => line.map((each) => each.functionId))).toEqual([[1], [2, 3, 1]]);
    expect(linesOf(file)).toEqual(['f|f| @/a;g|g| @/a;h|h| @/a;f|f| @/a 1,1 ']);
  });

  test('has a separate location for a function inlined into a hidden function', () => {
    const builder = new ProfileBuilder();
    const main = builder.func('main', builder.module('/bin/app'), FuncFlags.plain);
    const inlined = builder.func('f', builder.module('/lib/a.so'), FuncFlags.inlined);
    const stack = builder.stack(builder.stack(NONE, main), inlined);
    builder.sample(stack, builder.thread(NONE, NONE, ''), builder.event('cycles'), NaN, 1);
    const file = decoded(builder.finish());
    expect(file.location).toHaveLength(2);
    expect(linesOf(file)).toEqual(['main|main| @/bin/app;f|f| @/lib/a.so 1,1 ']);
  });

  test('may have negative thread IDs', () => {
    const builder = new ProfileBuilder();
    builder.sample(NONE, builder.thread(-5, -(2 ** 40), 'a'), builder.event('cycles'), NaN, 1);
    expect(linesOf(decoded(builder.finish()))).toEqual([' 1,1 thread=a,tid=-1099511627776,pid=-5']);
  });
});

describe('weights', () => {
  /** Writes samples with these weights, and returns their values, unit, comments and notes. */
  function write(...weights: readonly number[]) {
    const builder = new ProfileBuilder();
    for (const [i, weight] of weights.entries())
      builder.sample(NONE, builder.thread(NONE, i, ''), builder.event('cycles'), NaN, weight);
    const profile = builder.finish();
    const file = decoded(profile);
    const text = (row: number | bigint) => file.stringTable.strings[Number(row)];
    return {
      values: file.sample.map(({ value }) => String(value[1])),
      unit: text(file.sampleType[1].unit),
      comments: file.comment.map(text),
      notes: writePprof(profile, 'raw').notes,
    };
  }

  test.each<[number[], string[], string]>([
    [[7, 2 ** 53], ['7', String(2 ** 53)], 'count'],
    [[334.618, 1], ['334618', '1000'], 'e-3 count'],
    [[0.1 + 0.2, 2.4], ['300', '2400'], 'e-3 count'],
    [[0.0000005], ['500'], 'e-9 count'],
    [[1 / 3, 1000], ['333333333333', '1000000000000000'], 'e-12 count'],
    // Weights much smaller than the largest are rounded.
    [[2 ** 50, 0.4], [String(2 ** 50), '0'], 'count'],
  ])('of %j are written as %j %s, without a note', (weights, values, unit) => {
    expect(write(...weights)).toMatchObject({ values, unit, notes: [] });
  });

  test('in a smaller unit have a comment that explains the unit', () => {
    expect(write(334.618).comments).toEqual([
      'pyrograph: values of “cycles” are 1e3 times the recorded weights',
    ]);
    expect(write(334).comments).toEqual([]);
  });

  test('that exceed int64 are capped, with a note', () => {
    const alternative = 'export folded stacks or speedscope to keep them';
    const total = `The weights of “cycles” add up to 2^63 or more, so go tool pprof shows a wrong total: ${alternative}.`;
    expect(write(2 ** 63)).toMatchObject({
      values: ['9223372036854774784'],
      notes: [
        `pprof cannot store weights of 2^63 or more, so 1 weight of “cycles” was capped, which loses <0.001% of the total: ${alternative}.`,
      ],
    });
    expect(write(1e19, 1e20, 1).notes).toEqual([
      `pprof cannot store weights of 2^63 or more, so 2 weights of “cycles” were capped, which loses 83.2% of the total: ${alternative}.`,
      total,
    ]);
    expect(write(2 ** 62, 2 ** 62).notes).toEqual([total]);
  });

  test('that lose more than 0.1% to rounding get a note', () => {
    expect(write(2 ** 53, ...Array<number>(50).fill(0.4)).notes).toEqual([]);
    expect(write(5e-324)).toMatchObject({
      values: ['0'],
      notes: [
        expect.stringMatching(
          /^pprof stores integers, so the weights of “cycles” were rounded, with an error of 100\.0% of the total: /,
        ),
      ],
    });
  });
});

describe('sample types', () => {
  const typesOf = (file: Decoded) => {
    const text = (row: number | bigint) => file.stringTable.strings[Number(row)];
    return {
      types: file.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
      period: file.periodType && `${text(file.periodType.type)}/${text(file.periodType.unit)}`,
      main: text(file.defaultSampleType),
    };
  };

  test('are the number of samples, and each event in its unit', () => {
    const profile = rawOf(
      'x | cycles 1 | f 1\nx | cpu-clock:P 2 | f 1\nx | cpu-clock:P 3 | g 1\nx | space_(bytes) 4 | f 1',
    );
    expect(typesOf(decoded(profile))).toEqual({
      types: ['samples/count', 'cycles/count', 'cpu-clock:P/nanoseconds', 'space/bytes'],
      period: 'cpu-clock:P/nanoseconds',
      main: 'cpu-clock:P',
    });
    expect(typesOf(decoded(profile, 0))).toEqual({
      types: ['samples/count', 'cycles/count'],
      period: 'cycles/count',
      main: 'cycles',
    });
  });

  test('contain only the number of samples if there are no events', () =>
    expect(typesOf(decoded(new ProfileBuilder().finish())).types).toEqual(['samples/count']));
});

describe('all tables', () => {
  const profile = syntheticProfile({ seed: 3, samples: 40_000, depth: 30, events: ['cycles', 'faults'] });
  const shown = atLevel(classify(profile), 'raw');
  const chunks = [...writePprof(shown, 'raw').chunks];
  const file = Decoded.decode(Buffer.concat(chunks));
  const { strings } = file.stringTable;
  const ids = (rows: readonly { readonly id: number | bigint }[]) => rows.map(({ id }) => Number(id));
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  test('are written in chunks', () => expect(chunks.length).toBeGreaterThan(1));

  test('number their rows from 1', () => {
    expect(ids(file.location)).toEqual(upTo(file.location.length));
    expect(ids(file.function)).toEqual(upTo(file.function.length));
    expect(ids(file.mapping)).toEqual(upTo(shown.modules.length));
  });

  test('refer to existing rows', () => {
    const isWithin = (value: number | bigint, min: number, max: number) =>
      Number(value) >= min && Number(value) <= max;
    const isString = (row: number | bigint) => isWithin(row, 0, strings.length - 1);
    expect(strings[0]).toBe('');
    expect(new Set(strings).size).toBe(strings.length);
    const isSound = {
      sample: ({ locationId, value, label }: Decoded['sample'][number]) =>
        locationId.every((id) => isWithin(id, 1, file.location.length)) &&
        value.length === file.sampleType.length &&
        label.every(({ key, str }) => isWithin(key, 1, strings.length - 1) && isString(str)),
      location: ({ mappingId, line }: Decoded['location'][number]) =>
        isWithin(mappingId, 0, file.mapping.length) &&
        line.length > 0 &&
        line.every((each) => isWithin(each.functionId, 1, file.function.length)),
      function: ({ name, systemName, filename }: Decoded['function'][number]) =>
        isWithin(name, 1, strings.length - 1) && isString(systemName) && isString(filename),
    };
    expect(file.sample.filter((each) => !isSound.sample(each))).toEqual([]);
    expect(file.location.filter((each) => !isSound.location(each))).toEqual([]);
    expect(file.function.filter((each) => !isSound.function(each))).toEqual([]);
    expect(file.mapping.every(({ filename }) => isString(filename))).toBe(true);
  });

  test('have addresses only for kernel locations, all distinct', () => {
    const addresses = file.location.map(({ address }) => BigInt(address)).filter((address) => address !== 0n);
    expect(addresses.length).toBeGreaterThan(0);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.every((address) => address >= 2n ** 63n)).toBe(true);
  });

  test('have values that add up to the recorded weight', () => {
    const sum = (column: number) => file.sample.reduce((all, { value }) => all + Number(value[column]), 0);
    const weight = (event: number) =>
      shown.samples.weight.reduce((all, each, i) => all + (shown.samples.event[i] === event ? each : 0), 0);
    expect([sum(0), sum(1), sum(2)]).toEqual([40_000, weight(0), weight(1)]);
  });
});
