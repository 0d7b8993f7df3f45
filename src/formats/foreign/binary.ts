// Binary formats of other programs, detected by their magic numbers.

import { matchesAt, isText, startsWith } from '../head.ts';
import { matchesShape, type Shape } from '../protobuf-shape.ts';
import type { ForeignFormat, Head } from './foreign.ts';

const LZ4_FRAME = '\x04"M\x18';

export const BINARY: readonly ForeignFormat[] = [
  {
    // Linux 6.12, tools/perf/util/header.c, __perf_magic1. perf can still read this version.
    name: 'a perf.data file of version 1, from an old release of perf',
    convert: { tool: 'perf', command: 'perf script -i FILE > FILE.perf' },
    matches: startsWithAny(startsWith('PERFFILE'), startsWith('ELIFFREP')),
  },
  {
    // system/extras/simpleperf/cmd_report_sample.cpp.
    name: 'output of simpleperf report-sample --protobuf',
    advice: 'fold the recording itself with simpleperf’s script: stackcollapse.py -i perf.data > perf.folded',
    matches: bytes(startsWith('SIMPLEPERF')),
  },
  {
    // src/memray/_memray/records.h: MAGIC, by default in an LZ4 frame. Its first block contains the magic uncompressed.
    name: 'a memray recording of memory allocations',
    convert: { tool: 'memray', command: 'memray transform speedscope FILE' },
    matches: ({ bytes: head }) =>
      startsWith('memray\0')(head) ||
      (startsWith(LZ4_FRAME)(head) && latin(head.subarray(0, 64)).includes('memray\0')),
  },
  {
    // CPython 3.15, Modules/_remote_debugging/binary_io.h: BINARY_FORMAT_MAGIC, 0x54414348.
    name: 'a binary profile from Tachyon, Python’s sampling profiler',
    convert: {
      tool: 'Python 3.15',
      command: 'python3.15 -m profiling.sampling replay --collapsed -o FILE.folded FILE',
    },
    matches: startsWithAny(startsWith('HCAT'), startsWith('TACH')),
  },
  {
    // P403n1x87/austin, src/mojo.h: the version follows the magic.
    name: 'a binary Austin profile (MOJO)',
    convert: { tool: 'austin-python', command: 'mojo2austin FILE FILE.folded' },
    matches: bytes((head) => startsWith('MOJ')(head) && head[3] < 9),
  },
  {
    name: 'a Java Flight Recorder recording (JFR)',
    convert: { tool: 'async-profiler', command: 'jfrconv FILE FILE.collapsed' },
    matches: bytes(startsWith('FLR\0')),
  },
  {
    name: 'a cProfile profile (pstats), which has times per function but no stacks',
    convert: {
      tool: 'flameprof, which estimates the stacks',
      command: 'python -m flameprof --format=log FILE > FILE.folded',
    },
    matches: bytes(isPstats),
  },
  {
    name: 'a gperftools CPU profile, the predecessor of the pprof format',
    convert: {
      tool: 'pprof and the profiled program',
      command: 'pprof -proto PROGRAM FILE > FILE.pb.gz',
    },
    matches: bytes(isGperftools),
  },
  {
    name: 'a gprof profile (gmon.out), which has call counts but no stacks',
    advice: 'read it with gprof, or record stacks with: perf record -g',
    matches: bytes(startsWith('gmon')),
  },
  {
    // fuchsia.dev, trace format: the magic number record.
    name: 'a Fuchsia trace (.fxt), as written by magic-trace',
    advice: 'view it in Perfetto, or record samples with: perf record -g',
    matches: bytes(startsWith('\x10\x00\x04FxT\x16\x00')),
  },
  {
    name: 'a trace-cmd recording, which has kernel events but no samples',
    advice: 'record samples with: perf record -g',
    matches: bytes(startsWith('\x17\x08Dtracing')),
  },
  {
    name: 'a zipped Instruments trace',
    advice:
      'unpack it on a Mac, run xctrace export --input NAME.trace --xpath \'//table[@schema="time-profile"]\' --output FILE.xml, and fold it with inferno: inferno-collapse-xctrace FILE.xml > FILE.folded',
    matches: ({ bytes: head }) =>
      startsWith('PK\x03\x04')(head) && /^[^\0]*\.trace\//.test(latin(head.subarray(30, 286))),
  },
  {
    name: 'an OpenTelemetry profile (OTLP)',
    advice: 'export it as pprof from the backend that stores it',
    matches: ({ bytes: head }) => isOtlp(head),
  },
];

function bytes(matches: (head: Uint8Array) => boolean): (head: Head) => boolean {
  return (head) => matches(head.bytes);
}

function startsWithAny(...each: readonly ((head: Uint8Array) => boolean)[]): (head: Head) => boolean {
  return bytes((head) => each.some((matches) => matches(head)));
}

/**
 * A marshaled dictionary that is empty or whose first key is the tuple (file, line, function). The bit 0x80 is marshal's
 * FLAG_REF (CPython 3.13, Python/marshal.c: TYPE_DICT, TYPE_TUPLE, TYPE_SMALL_TUPLE, TYPE_NULL).
 */
function isPstats(head: Uint8Array): boolean {
  if ((head[0] & 0x7f) !== 0x7b) return false;
  const key = head[1] & 0x7f;
  if (key === 0x30) return head.length === 2;
  return (key === 0x29 && head[2] === 3) || (key === 0x28 && matchesAt(head, 2, '\x03\0\0\0'));
}

/**
 * Words of 32 or 64 bits in either byte order: 0, 3, 0, the period in microseconds, 0
 * (github.com/google/pprof at b9395ee17fa0, profile/legacy_profile.go, parseCPU). Java profiles have 1 as the third word.
 */
function isGperftools(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return [4, 8].some((size) =>
    [true, false].some((isLittle) => {
      if (head.length < 5 * size) return false;
      const low = (word: number) => view.getUint32(word * size + (isLittle ? 0 : size - 4), isLittle);
      const high = (word: number) =>
        size === 4 ? 0 : view.getUint32(word * size + (isLittle ? 4 : 0), isLittle);
      const period = low(3);
      return (
        [0, 1, 2, 3, 4].every((word) => high(word) === 0) &&
        [low(0), low(1), low(4)].join() === '0,3,0' &&
        low(2) <= 1 &&
        period > 0 &&
        period <= 10_000_000
      );
    }),
  );
}

const KEY_VALUE: Shape = [undefined, 'bytes', 'bytes', 'number'];
const RESOURCE: Shape = [undefined, KEY_VALUE, 'number', 'bytes'];
const SCOPE: Shape = [undefined, 'bytes', 'bytes', KEY_VALUE, 'number'];
const SCOPE_PROFILES: Shape = [undefined, SCOPE, 'bytes', 'bytes'];
const RESOURCE_PROFILES: Shape = [undefined, RESOURCE, SCOPE_PROFILES, 'bytes'];
/** ProfilesData and ExportProfilesServiceRequest of opentelemetry-proto: resource_profiles, dictionary. */
const OTLP: Shape = [undefined, RESOURCE_PROFILES, [undefined, ...Array<'bytes'>(8).fill('bytes')]];

function isOtlp(head: Uint8Array): boolean {
  // Text may match the shape by chance.
  if (isText(head)) return false;
  let isKnown = false;
  const isFit = matchesShape(head, OTLP, (field, from, to) => {
    isKnown ||= field === 1 && to - from > 4;
  });
  return isFit && isKnown;
}

function latin(head: Uint8Array): string {
  return String.fromCharCode(...head);
}
