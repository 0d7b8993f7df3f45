// Binary formats of other programs, detected by their magic numbers.

import { viewOf } from '../../bytes/numbers.ts';
import { decodeLatin1, matchesAt, isText, startsWith } from '../head.ts';
import { matchesShape, type Shape } from '../protobuf-shape.ts';

const LZ4_FRAME = '\x04"M\x18';

/** The test for each format. The key completes the sentence “FILE is …” (see explainForeign). */
const FORMATS: Readonly<Record<string, (head: Uint8Array) => boolean>> = {
  // Linux 6.12, tools/perf/util/header.c, __perf_magic1. perf can still read this version.
  'a perf.data file of version 1, from an old release of perf; convert it with perf: perf script -i FILE > FILE.perf':
    startsWith('PERFFILE', 'ELIFFREP'),
  // system/extras/simpleperf/cmd_report_sample.cpp.
  'output of simpleperf report-sample --protobuf; fold the original recording with simpleperf’s script: stackcollapse.py -i perf.data > perf.folded.':
    startsWith('SIMPLEPERF'),
  // src/memray/_memray/records.h: MAGIC, by default in an LZ4 frame, whose first block contains it uncompressed.
  'a memray recording of memory allocations; convert it with memray: memray transform speedscope FILE':
    isMemray,
  // CPython 3.15, Modules/_remote_debugging/binary_io.h: BINARY_FORMAT_MAGIC, 0x54414348.
  'a binary profile from Tachyon, Python’s sampling profiler; convert it with Python 3.15: python3.15 -m profiling.sampling replay --collapsed -o FILE.folded FILE':
    startsWith('HCAT', 'TACH'),
  // P403n1x87/austin, src/mojo.h: the version follows the magic number.
  'a binary Austin profile (MOJO); convert it with austin-python: mojo2austin FILE FILE.folded': (head) =>
    startsWith('MOJ')(head) && head[3] < 9,
  'a Java Flight Recorder recording (JFR); convert it with async-profiler: jfrconv FILE FILE.collapsed':
    startsWith('FLR\0'),
  'a cProfile profile (pstats), which has times per function but no stacks; convert it with flameprof, which estimates the stacks: python -m flameprof --format=log FILE > FILE.folded':
    isPstats,
  'a gperftools CPU profile, the predecessor of the pprof format; convert it with pprof and the profiled program: pprof -proto PROGRAM FILE > FILE.pb.gz':
    isGperftools,
  'a gprof profile (gmon.out), which has call counts but no stacks: read it with gprof, or record stacks with: perf record -g.':
    startsWith('gmon'),
  // fuchsia.dev, trace format: the magic number record.
  'a Fuchsia trace (.fxt), as written by magic-trace: view it in Perfetto, or record samples with: perf record -g.':
    startsWith('\x10\x00\x04FxT\x16\x00'),
  'a trace-cmd recording, which has kernel events but no samples: record samples with: perf record -g.':
    startsWith('\x17\x08Dtracing'),
  'a zipped Instruments trace: unpack it on a Mac, run xctrace export --input NAME.trace --xpath \'//table[@schema="time-profile"]\' --output FILE.xml, and fold it with inferno: inferno-collapse-xctrace FILE.xml > FILE.folded.':
    (head) => startsWith('PK\x03\x04')(head) && /^[^\0]*\.trace\//.test(decodeLatin1(head.subarray(30, 286))),
  'an OpenTelemetry profile (OTLP): export it as pprof from the backend that stores it.': isOtlp,
};

/** Completes the sentence for a file that begins with `head`; undefined if its format is unknown. */
export function describeBinary(head: Uint8Array): string | undefined {
  return Object.keys(FORMATS).find((sentence) => FORMATS[sentence](head));
}

function isMemray(head: Uint8Array): boolean {
  const isPacked = startsWith(LZ4_FRAME)(head) && decodeLatin1(head.subarray(0, 64)).includes('memray\0');
  return isPacked || startsWith('memray\0')(head);
}

/**
 * Detects a marshaled dictionary that is empty or has a tuple of three (file, line, function) as its first key. Bit 0x80 of a
 * type is marshal's FLAG_REF (CPython 3.13, Python/marshal.c: TYPE_DICT, TYPE_TUPLE, TYPE_SMALL_TUPLE, TYPE_NULL).
 */
function isPstats(head: Uint8Array): boolean {
  if ((head[0] & 0x7f) !== 0x7b) return false;
  const key = head[1] & 0x7f;
  if (key === 0x30) return head.length === 2;
  return (key === 0x29 && head[2] === 3) || (key === 0x28 && matchesAt(head, 2, '\x03\0\0\0'));
}

/**
 * Detects words of 32 or 64 bits in either byte order: 0, 3, 0, the period in microseconds, 0. In Java profiles, the third word
 * is 1 (github.com/google/pprof at b9395ee17fa0, profile/legacy_profile.go, parseCPU).
 */
function isGperftools(head: Uint8Array): boolean {
  const view = viewOf(head);
  return [4, 8].some((size) =>
    [true, false].some((isLittleEndian) => {
      if (head.length < 5 * size) return false;
      const low = (word: number) =>
        view.getUint32(word * size + (isLittleEndian ? 0 : size - 4), isLittleEndian);
      const high = (word: number) =>
        size === 4 ? 0 : view.getUint32(word * size + (isLittleEndian ? 4 : 0), isLittleEndian);
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
/** ProfilesData and ExportProfilesServiceRequest of opentelemetry-proto have the fields resource_profiles and dictionary. */
const OTLP: Shape = [undefined, RESOURCE_PROFILES, [undefined, ...Array<'bytes'>(8).fill('bytes')]];

function isOtlp(head: Uint8Array): boolean {
  // Text may match the shape by chance.
  if (isText(head)) return false;
  let hasProfiles = false;
  const isMatch = matchesShape(head, OTLP, (field, from, to) => {
    hasProfiles ||= field === 1 && to - from > 4;
  });
  return isMatch && hasProfiles;
}
