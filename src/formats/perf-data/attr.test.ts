import { expect, test } from 'vitest';
import { perfData, type Field, type EventSpec } from '../../../fixtures/perf-data.ts';
import { layoutOf, defaultEventName, readAttr, trailerOf, type Attr } from './attr.ts';

/** The attr as read from a recording. */
function attrOf(event: EventSpec, size = 144): Attr {
  return readAttr(new DataView(perfData({ events: [event], attrSize: size }).buffer), 104, size);
}

const layoutFor = (...fields: Field[]) => layoutOf(attrOf({ fields }));
const trailerFor = (...fields: Field[]) => trailerOf(attrOf({ fields }));

test('locates the fields of a sample, regardless of the order in which they were requested', () => {
  expect(layoutFor('period', 'tid', 'ip', 'time', 'callchain')).toEqual({
    ip: 8,
    tid: 16,
    time: 24,
    id: NaN,
    period: 32,
    rest: 40,
  });
  expect(layoutFor('ip', 'tid', 'time', 'address', 'id', 'stream', 'cpu', 'period')).toEqual({
    ip: 8,
    tid: 16,
    time: 24,
    id: 40,
    period: 64,
    rest: 72,
  });
  expect(layoutFor()).toEqual({ ip: NaN, tid: NaN, time: NaN, id: NaN, period: NaN, rest: 8 });
});

test('the identifier is the first field and takes precedence over the ID', () => {
  expect(layoutFor('identifier', 'ip', 'id')).toMatchObject({ id: 8, ip: 16, rest: 32 });
});

test('locates the fields of a trailer from the end of its record', () => {
  expect(trailerFor('ip', 'tid', 'time', 'period')).toEqual({ tid: 16, time: 8, size: 16 });
  expect(trailerFor('tid', 'time', 'id', 'stream', 'cpu')).toEqual({ tid: 40, time: 32, size: 40 });
  expect(trailerFor('tid', 'time', 'id', 'identifier')).toEqual({ tid: 32, time: 24, size: 32 });
  expect(trailerOf(attrOf({ fields: ['tid', 'time'], trailers: false }))).toMatchObject({ size: 0 });
});

test.each([64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 152, 160, 400])(
  'reads an attr of %i bytes',
  (size) => {
    const registers = 0xff0fff;
    const found = attrOf(
      {
        fields: ['ip', 'stack'],
        type: 1,
        config: 2 ** 40,
        period: 5,
        registers,
        stackSize: 8192,
        maxStack: 300,
        excludesKernel: true,
        startsAtExec: true,
        branchType: 3,
        clock: 1,
      },
      size,
    );
    expect(found).toEqual({
      size,
      type: 1,
      config: 2 ** 40,
      period: 5,
      frequency: -1,
      sampleType: 1 | (1 << 13),
      unknownFields: [],
      defersChains: false,
      readFormat: 0,
      sampleIdAll: true,
      isInherited: false,
      registers: size > 80 ? registers : 0,
      stackSize: size > 88 ? 8192 : 0,
      maxStack: size > 108 ? 300 : 0,
      excludesKernel: true,
      startsAtExec: true,
      branchType: size > 72 ? 3 : 0,
      clock: size > 92 ? 1 : 0,
      hasSwitches: false,
    });
  },
);

test('an event sampled by frequency has no period, and one without a clock ID has no clock', () => {
  expect(attrOf({ fields: [], frequency: 49 })).toMatchObject({ period: 0, frequency: 49, clock: NaN });
});

test('recognizes deferred chains, and lists the bits of unknown fields', () => {
  expect(attrOf({ fields: [], defers: true })).toMatchObject({ defersChains: true });
  expect(attrOf({ fields: ['ip'], otherFields: 2 ** 24 + 2 ** 25 + 2 ** 40 })).toMatchObject({
    unknownFields: [25, 40],
  });
});

test('names an event by type and config if the recording does not name it', () => {
  const name = (type: number, config: number) => defaultEventName(attrOf({ fields: [], type, config }));
  expect(name(0, 0)).toBe('cycles');
  expect(name(1, 1)).toBe('task-clock');
  expect(name(1, 99)).toBe('event 1:63');
  expect(name(4, 0x1c2)).toBe('event 4:1c2');
});
