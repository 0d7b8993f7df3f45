// Formats of other programs that are no text, by their magic numbers.

import { isAt, isText, startsWith } from '../head.ts';
import { fits, type Shape } from '../protobuf-shape.ts';
import type { Foreign, Head } from './foreign.ts';

const LZ4_FRAME = '\x04"M\x18';

export const BINARY: readonly Foreign[] = [
  {
    // tools/perf/util/header.c, Linux 6.12: __perf_magic1, which perf itself still reads.
    what: 'a perf.data of version 1, as old releases of perf wrote it',
    convert: { by: 'perf', command: 'perf script -i FILE > FILE.perf' },
    matches: either(startsWith('PERFFILE'), startsWith('ELIFFREP')),
  },
  {
    // system/extras/simpleperf/cmd_report_sample.cpp.
    what: 'what simpleperf report-sample --protobuf wrote',
    instead:
      'fold the recording itself with simpleperf’s script: stackcollapse.py -i perf.data > perf.folded',
    matches: bytes(startsWith('SIMPLEPERF')),
  },
  {
    // src/memray/_memray/records.h: MAGIC, by default in an LZ4 frame whose first block cannot compress it.
    what: 'a memray recording of memory allocations',
    convert: { by: 'memray', command: 'memray transform speedscope FILE' },
    matches: ({ bytes: head }) =>
      startsWith('memray\0')(head) ||
      (startsWith(LZ4_FRAME)(head) && latin(head.subarray(0, 64)).includes('memray\0')),
  },
  {
    // CPython 3.15, Modules/_remote_debugging/binary_io.h: BINARY_FORMAT_MAGIC, 0x54414348.
    what: 'a binary profile of Python’s own sampling profiler, Tachyon',
    convert: {
      by: 'Python 3.15',
      command: 'python3.15 -m profiling.sampling replay --collapsed -o FILE.folded FILE',
    },
    matches: either(startsWith('HCAT'), startsWith('TACH')),
  },
  {
    // P403n1x87/austin, src/mojo.h: the version follows.
    what: 'a binary profile (MOJO) of Austin',
    convert: { by: 'austin-python', command: 'mojo2austin FILE FILE.folded' },
    matches: bytes((head) => startsWith('MOJ')(head) && head[3] < 9),
  },
  {
    what: 'a recording of Java Flight Recorder (JFR)',
    convert: { by: 'async-profiler', command: 'jfrconv FILE FILE.collapsed' },
    matches: bytes(startsWith('FLR\0')),
  },
  {
    what: 'a profile of cProfile (pstats), which has the time of each function but no stacks',
    convert: {
      by: 'flameprof, which estimates the stacks',
      command: 'python -m flameprof --format=log FILE > FILE.folded',
    },
    matches: bytes(isPstats),
  },
  {
    what: 'a CPU profile of gperftools, the predecessor of pprof’s format',
    convert: {
      by: 'pprof and the program that was profiled',
      command: 'pprof -proto PROGRAM FILE > FILE.pb.gz',
    },
    matches: bytes(isGperftools),
  },
  {
    what: 'a profile of gprof (gmon.out), which has call counts but no stacks',
    instead: 'read it with gprof, or record stacks with: perf record -g',
    matches: bytes(startsWith('gmon')),
  },
  {
    // fuchsia.dev, trace format: the magic number record.
    what: 'a Fuchsia trace (.fxt), as magic-trace writes it',
    instead: 'view it in Perfetto, or record samples with: perf record -g',
    matches: bytes(startsWith('\x10\x00\x04FxT\x16\x00')),
  },
  {
    what: 'a recording of trace-cmd, which has events of the kernel and not samples',
    instead: 'record samples with: perf record -g',
    matches: bytes(startsWith('\x17\x08Dtracing')),
  },
  {
    what: 'a zipped trace of Instruments',
    instead:
      'unpack it on a Mac, run xctrace export --input NAME.trace --xpath \'//table[@schema="time-profile"]\' --output FILE.xml, and fold that with inferno: inferno-collapse-xctrace FILE.xml > FILE.folded',
    matches: ({ bytes: head }) =>
      startsWith('PK\x03\x04')(head) && /^[^\0]*\.trace\//.test(latin(head.subarray(30, 286))),
  },
  {
    what: 'profiles of OpenTelemetry (OTLP)',
    instead: 'get them as pprof from the program that stores them',
    matches: ({ bytes: head }) => isOtlp(head),
  },
];

function bytes(matches: (head: Uint8Array) => boolean): (head: Head) => boolean {
  return (head) => matches(head.bytes);
}

function either(...each: readonly ((head: Uint8Array) => boolean)[]): (head: Head) => boolean {
  return bytes((head) => each.some((matches) => matches(head)));
}

/**
 * A marshaled dictionary whose first key is a tuple of three, (file, line, function), or that is empty; the bit 0x80 is
 * marshal's FLAG_REF (CPython 3.13, Python/marshal.c: TYPE_DICT, TYPE_TUPLE, TYPE_SMALL_TUPLE, TYPE_NULL).
 */
function isPstats(head: Uint8Array): boolean {
  if ((head[0] & 0x7f) !== 0x7b) return false;
  const key = head[1] & 0x7f;
  if (key === 0x30) return head.length === 2;
  return (key === 0x29 && head[2] === 3) || (key === 0x28 && isAt(head, 2, '\x03\0\0\0'));
}

/**
 * Words of 32 or 64 bits, in either byte order: 0, 3, 0, the period in microseconds, 0
 * (github.com/google/pprof at b9395ee17fa0, profile/legacy_profile.go, parseCPU; Java's has version 1 in place of the third).
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
  // Text may have such lengths by chance.
  if (isText(head)) return false;
  let isKnown = false;
  const isFit = fits(head, OTLP, (field, from, to) => {
    isKnown ||= field === 1 && to - from > 4;
  });
  return isFit && isKnown;
}

function latin(head: Uint8Array): string {
  return String.fromCharCode(...head);
}
