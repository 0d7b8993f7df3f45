import { expect, test } from 'vitest';
import { buildIds, commandLine, concat, featureText, perfData, u32 } from '../../../fixtures/perf-data.ts';
import { Feature, noFeatures, readBuildIds, readFeature, type Features } from './features.ts';

function read(feature: number, bytes: Uint8Array): Features {
  const features = noFeatures();
  readFeature(features, feature, bytes);
  return features;
}

/** The EVENT_DESC section of a file without other features. */
function eventDesc(): Uint8Array {
  const file = perfData({
    events: [
      { fields: ['ip'], name: 'cycles:P', ids: [11, 12] },
      { fields: ['ip'], name: 'page-faults' },
    ],
  });
  const view = new DataView(file.buffer);
  const table = Number(view.getBigUint64(40, true) + view.getBigUint64(48, true));
  return file.subarray(Number(view.getBigUint64(table, true)));
}

test('reads strings', () => {
  expect(read(Feature.arch, featureText('aarch64')).arch).toBe('aarch64');
  expect(read(Feature.hostname, featureText('web1')).hostname).toBe('web1');
  expect(read(Feature.osRelease, featureText('5.4.0-42-generic')).osRelease).toBe('5.4.0-42-generic');
  expect(read(Feature.arch, concat(u32(2 ** 31), 'cut')).arch).toBe('cut');
  expect(read(Feature.arch, new Uint8Array(3)).arch).toBe('');
});

test('reads the version and command line of perf', () => {
  expect(read(Feature.version, featureText('6.12.90')).version).toBe('6.12.90');
  const words = ['perf', 'record', '-g', '--', 'python3', 'my app.py'];
  const bytes = commandLine(words);
  expect(read(Feature.commandLine, bytes).commandLine).toEqual(words);
  expect(read(Feature.commandLine, concat(u32(-1), bytes.subarray(4))).commandLine).toEqual(words);
  for (let end = 0; end < bytes.length; end++)
    expect(read(Feature.commandLine, bytes.subarray(0, end)).commandLine.length).toBeLessThanOrEqual(6);
});

test('reads when the recording began', () => {
  const wall = 1_763_934_353_000_000_000n;
  const bytes = concat(
    u32(1),
    u32(1),
    u32(Number(wall & 0xffffffffn)),
    u32(Number(wall >> 32n)),
    u32(7),
    u32(0),
  );
  expect(read(Feature.clockData, bytes).date).toBe(1_763_934_353_000);
  for (let end = 0; end < 16; end++)
    expect(read(Feature.clockData, bytes.subarray(0, end)).date).toBeUndefined();
});

test('reads names of events', () => {
  expect(read(Feature.eventDesc, eventDesc()).eventNames).toEqual(['cycles:P', 'page-faults']);
});

test('tolerates truncated event descriptions and impossible counts', () => {
  const bytes = eventDesc();
  for (let end = 0; end < bytes.length; end++)
    expect(read(Feature.eventDesc, bytes.subarray(0, end)).eventNames.length).toBeLessThanOrEqual(2);
  const many = concat(u32(-1), u32(-1), bytes.subarray(8));
  expect(read(Feature.eventDesc, many).eventNames.length).toBeLessThanOrEqual(1);
});

test('reads build IDs of any size, by path', () => {
  const id = '0123456789abcdef0123456789abcdef01234567';
  const bytes = buildIds({ '/bin/app': id, '/lib/short.so': id.slice(0, 32) });
  const expected = [
    ['/bin/app', id],
    ['/lib/short.so', id.slice(0, 32)],
  ];
  expect([...read(Feature.buildId, bytes).buildIds]).toEqual(expected);
  // Old versions of perf write no size: all their build IDs have 20 bytes.
  new DataView(bytes.buffer).setUint16(4, 2, true);
  expect([...read(Feature.buildId, bytes).buildIds]).toEqual(expected);
});

test('ignores truncated build IDs', () => {
  const bytes = buildIds({ '/bin/app': 'aa'.repeat(20), '/bin/b': 'bb'.repeat(20) });
  for (let end = 0; end < bytes.length; end++) {
    const found = new Map<string, string>();
    readBuildIds(found, bytes.subarray(0, end));
    expect(found.size).toBe(end < 52 ? 0 : 1);
  }
  const none = new Map<string, string>();
  readBuildIds(none, bytes.fill(0, 6, 8));
  expect(none.size).toBe(0);
});

test('ignores other features', () => {
  expect(read(99, new Uint8Array(100))).toEqual(noFeatures());
});
