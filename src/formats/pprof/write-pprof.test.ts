// What is written, taken apart by Datadog's decoder: every number in it leads somewhere, and nothing is lost.

import { Profile as Decoded, type Sample } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { rawOf } from '../../../fixtures/raw.ts';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { NONE, Seen, type Profile } from '../../model/profile.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { writePprof } from './write-pprof.ts';

function decoded(profile: Profile, event?: number): Decoded {
  return Decoded.decode(Buffer.concat([...writePprof(profile, 'raw', event)]));
}

/** A sample as a line: its frames from the root, `name|system name|file @module`, then values and labels. */
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
  const labels = label.map(({ key, str, num }) => `${text(key)}=${str === 0 ? num : text(str)}`);
  return `${frames.join(';')} ${value.join(',')} ${labels.join(',')}`;
}

function linesOf(file: Decoded): string[] {
  return file.sample.map((sample) => lineOf(file, sample));
}

describe('a sample', () => {
  test('has its stack, what it stands for, and its thread', () => {
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

  test('names its event where there are several', () => {
    const file = decoded(rawOf('a | cycles 1 | f 10\na | faults 2 | f 3'));
    expect(linesOf(file)).toEqual(['f|f| 1,10,0 thread=a,event=cycles', 'f|f| 1,0,3 thread=a,event=faults']);
  });

  test('has the functions that are inlined in one location', () => {
    const file = decoded(rawOf('f@/a;g (inlined);h (inlined);f@/a 1'));
    expect(file.location.map(({ line }) => line.map((each) => each.functionId))).toEqual([[1], [2, 3, 1]]);
    expect(linesOf(file)).toEqual(['f|f| @/a;g|g| @/a;h|h| @/a;f|f| @/a 1,1 ']);
  });

  test('has a location of its own where what it is inlined into is gone', () => {
    const builder = new ProfileBuilder();
    const main = builder.func('main', builder.module('/bin/app'), Seen.plain);
    const inlined = builder.func('f', builder.module('/lib/a.so'), Seen.inlined);
    const stack = builder.stack(builder.stack(NONE, main), inlined);
    builder.sample(stack, builder.thread(NONE, NONE, ''), builder.event('cycles'), NaN, 1);
    const file = decoded(builder.finish());
    expect(file.location).toHaveLength(2);
    expect(linesOf(file)).toEqual(['main|main| @/bin/app;f|f| @/lib/a.so 1,1 ']);
  });

  test.each([
    [2.4, '2'],
    [0.2, '0'],
    [2 ** 53, String(2 ** 53)],
    [1e300, '9223372036854774784'],
  ])('that weighs %d weighs %s', (weight, written) => {
    const builder = new ProfileBuilder();
    builder.sample(NONE, builder.thread(NONE, NONE, ''), builder.event('cycles'), NaN, weight);
    expect(decoded(builder.finish()).sample[0].value.map(String)).toEqual(['1', written]);
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

  test('are the number of samples and each event in its unit', () => {
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

  test('of no event are the number of samples', () =>
    expect(typesOf(decoded(new ProfileBuilder().finish())).types).toEqual(['samples/count']));
});

describe('all tables', () => {
  const profile = syntheticProfile({ seed: 3, samples: 40_000, depth: 30, events: ['cycles', 'faults'] });
  const shown = atLevel(classify(profile), 'raw');
  const chunks = [...writePprof(shown, 'raw')];
  const file = Decoded.decode(Buffer.concat(chunks));
  const { strings } = file.stringTable;
  const ids = (rows: readonly { readonly id: number | bigint }[]) => rows.map(({ id }) => Number(id));
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  test('come in chunks', () => expect(chunks.length).toBeGreaterThan(1));

  test('number their rows from 1 on', () => {
    expect(ids(file.location)).toEqual(upTo(file.location.length));
    expect(ids(file.function)).toEqual(upTo(file.function.length));
    expect(ids(file.mapping)).toEqual(upTo(shown.modules.length));
  });

  test('refer to rows that are there', () => {
    const within = (value: number | bigint, least: number, most: number) =>
      Number(value) >= least && Number(value) <= most;
    const isString = (row: number | bigint) => within(row, 0, strings.length - 1);
    expect(strings[0]).toBe('');
    expect(new Set(strings).size).toBe(strings.length);
    for (const { locationId, value, label } of file.sample) {
      expect(locationId.every((id) => within(id, 1, file.location.length))).toBe(true);
      expect(value).toHaveLength(file.sampleType.length);
      expect(label.every(({ key, str }) => within(key, 1, strings.length - 1) && isString(str))).toBe(true);
    }
    for (const { mappingId, line } of file.location) {
      expect(within(mappingId, 0, file.mapping.length)).toBe(true);
      expect(line.length > 0 && line.every((each) => within(each.functionId, 1, file.function.length))).toBe(
        true,
      );
    }
    for (const { name, systemName, filename } of file.function)
      expect(within(name, 1, strings.length - 1) && isString(systemName) && isString(filename)).toBe(true);
    expect(file.mapping.every(({ filename }) => isString(filename))).toBe(true);
  });

  test('have addresses of their own, those of the kernel only', () => {
    const addresses = file.location.map(({ address }) => BigInt(address)).filter((address) => address !== 0n);
    expect(addresses.length).toBeGreaterThan(0);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.every((address) => address >= 2n ** 63n)).toBe(true);
  });

  test('add up to what was sampled', () => {
    const sum = (column: number) => file.sample.reduce((all, { value }) => all + Number(value[column]), 0);
    const weight = (event: number) =>
      shown.samples.weight.reduce((all, each, i) => all + (shown.samples.event[i] === event ? each : 0), 0);
    expect([sum(0), sum(1), sum(2)]).toEqual([40_000, weight(0), weight(1)]);
  });
});
