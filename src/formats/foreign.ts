// Formats of other programs, in the order in which they are tested: similar, more general ones come last.

import { viewOf } from '../bytes/numbers.ts';
import { isDifference } from './folded-line.ts';
import { decodeLatin1, matchesAt, isText, startsWith } from './format.ts';
import { jsonHead } from './json-head.ts';
import { matchesShape, type MessageShape } from './protobuf-shape.ts';
import { asList, asString, memberOf } from './speedscope/json.ts';

/** A format is recognized by its first bytes, by its members if it is JSON, or by characteristic lines of text. */
interface Format {
  /** Completes the sentence “FILE is …” (see explainForeign). */
  readonly is: string;
  readonly binary?: (head: Uint8Array) => boolean;
  /** Members that all files have, or a test. The file may be incomplete (json-head.ts). */
  readonly json?: readonly string[] | ((file: unknown) => boolean);
  /** Matches the start of the text, or tests it and all of the text. */
  readonly text?: RegExp | ((start: string, all: string) => boolean);
}

const RECORD_STACKS = 'record stacks with: perf record -g.';

const FORMATS: readonly Format[] = [
  {
    // Linux 6.12, tools/perf/util/header.c, __perf_magic1. perf can still read this version.
    is: 'a perf.data file of version 1, from an old release of perf; convert it with perf: perf script -i FILE > FILE.perf',
    binary: startsWith('PERFFILE', 'ELIFFREP'),
  },
  {
    // system/extras/simpleperf/cmd_report_sample.cpp.
    is: 'output of simpleperf report-sample --protobuf; fold the original recording with simpleperf’s script: stackcollapse.py -i perf.data > perf.folded.',
    binary: startsWith('SIMPLEPERF'),
  },
  {
    // src/memray/_memray/records.h: MAGIC, by default in an LZ4 frame, whose first block contains it uncompressed.
    is: 'a memray recording of memory allocations; convert it with memray: memray transform speedscope FILE',
    binary: isMemray,
  },
  {
    // CPython 3.15, Modules/_remote_debugging/binary_io.h: BINARY_FORMAT_MAGIC, 0x54414348.
    is: 'a binary profile from Tachyon, Python’s sampling profiler; convert it with Python 3.15: python3.15 -m profiling.sampling replay --collapsed -o FILE.folded FILE',
    binary: startsWith('HCAT', 'TACH'),
  },
  {
    is: 'JSON lines from Tachyon, Python’s sampling profiler: record again with --collapsed instead of --jsonl.',
    json: ['sample_interval_usec', 'run_id'],
  },
  {
    // P403n1x87/austin, src/mojo.h: the version follows the magic number.
    is: 'a binary Austin profile (MOJO); convert it with austin-python: mojo2austin FILE FILE.folded',
    binary: (head) => startsWith('MOJ')(head) && head[3] < 9,
  },
  {
    is: 'a cProfile profile (pstats), which has times per function but no stacks; convert it with flameprof, which estimates the stacks: python -m flameprof --format=log FILE > FILE.folded',
    binary: isPstats,
  },
  {
    is: 'output of cProfile or pstats, which has times per function but no stacks: save the profile with python -m cProfile -o app.prof, and estimate the stacks with: python -m flameprof --format=log app.prof > app.folded.',
    text: /^ +\d+ function calls .*in [\d.]+ (?:CPU )?seconds$/m,
  },
  {
    is: 'a pyinstrument session; convert it with pyinstrument: pyinstrument --load FILE -r speedscope -o FILE.json',
    json: ['start_call_stack'],
  },
  {
    is: 'pyinstrument JSON output, which no longer contains the samples: record again with -r speedscope.',
    json: ['root_frame', 'sample_count'],
  },
  {
    is: 'a Java Flight Recorder recording (JFR), or output of jfr print; convert the .jfr file with async-profiler: jfrconv NAME.jfr NAME.collapsed',
    binary: startsWith('FLR\0'),
    json: (file) =>
      asList(memberOf(memberOf(file, 'recording'), 'events')).some((event) =>
        asString(memberOf(event, 'type'))?.startsWith('jdk.'),
      ),
    text: /^jdk\.\w+ \{$/m,
  },
  {
    is: 'a profile from gperftools, the predecessor of the pprof format, or an old Go version; convert it with pprof and the profiled program: pprof -proto PROGRAM FILE > FILE.pb.gz',
    binary: isGperftools,
    text: /^(?:heap profile: |--- ?(?:heapz|growthz|contentionz?|threadz|mutex)\b|(?:goroutine|threadcreate|block|mutex|heap) profile: )/,
  },
  {
    is: 'output of pprof: open the profile itself, or convert it with: pprof -proto PROFILE > profile.pb.gz.',
    text: /^(?:PeriodType: |Showing nodes accounting for |Type: .*\n(?:.*\n){0,4}-+\+-+$)/m,
  },
  {
    is: 'an OpenTelemetry profile (OTLP): export it as pprof from the backend that stores it.',
    binary: isOtlp,
    json: (file) => has(file, 'resourceProfiles') || has(file, 'resource_profiles'),
  },
  { is: 'a Pyroscope flame graph as JSON: export it from Pyroscope as pprof.', json: ['flamebearer'] },
  {
    is: 'a profile in the Firefox Profiler format, also written by samply and Tachyon: view it at profiler.firefox.com, or record again with perf record -g or, in Tachyon, with --collapsed instead of --gecko.',
    json: (file) => {
      const meta = memberOf(file, 'meta');
      return has(meta, 'interval') && (has(meta, 'processType') || has(meta, 'startTime'));
    },
  },
  {
    is: 'output of perf report, perf annotate, perf diff, perf script -D or perf data convert, which cannot be opened: open the perf.data file itself, or the output of: perf script > out.perf.',
    json: ['linux-perf-json-version'],
    text: (start, all) =>
      /^# (?:Overhead|Children|Samples: +\S+ +of event)|^ +\d+\.\d\d% .*\[[.kguH]\] /m.test(all) ||
      /^(?:# Baseline +Delta|\. \.\.\. raw event: size \d+ bytes$| *Percent.*\tSource code & Disassembly of )/m.test(
        start,
      ),
  },
  {
    is: 'the difference of two profiles in folded stacks (difffolded.pl), which cannot be opened: open the two profiles with: pyrograph compare A.folded B.folded',
    text: (_, all) => isDifference(all.split('\n'), !all.endsWith('\n')),
  },
  {
    is: `stacks of one moment, as faulthandler, py-spy dump, pystack, gdb or jstack print them, which are not samples: ${RECORD_STACKS}`,
    text: /^(?:Fatal Python error: |(?:Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):|Traceback \(most recent call (?:last|first)\):|Traceback for thread \d+|Process \d+: .*\nPython v\d|Thread \d+ \(Thread 0x[0-9a-f]+ |#0 +0x[0-9a-f]+ in |\[New LWP \d+\]|Full thread dump )/m,
  },
  {
    // The magic numbers are those of gprof, trace-cmd and Fuchsia traces (fuchsia.dev, trace format), which magic-trace writes.
    is: `output of ftrace, perf sched, perf lock, perf c2c, perf stat or perf trace, or of trace-cmd, magic-trace, strace or gprof, which has no sampled stacks: ${RECORD_STACKS}`,
    binary: startsWith('gmon', '\x17\x08Dtracing', '\x10\x00\x04FxT\x16\x00'),
    json: ['counter-value'],
    text: (start) =>
      /^# tracer: |^ *-{20,}\n +Task +\||^ +time +cpu +task name|^ *Name +acquired +contended|^ *contended +total wait|Shared Data Cache Line Table|Trace Event Information|^\{"(?:interval|cpu|counter-value|event)" ?: .*"(?:counter-value|event)" ?:|^ *Performance counter stats for |^ +[\d.?]+ \( *(?:[\d.]+ ms)? *\): .*\(.*\)|^ Summary of events:$/m.test(
        start,
      ) ||
      /^(?:(?:\[pid +\d+\] |\d+ +)?[a-z]\w+\(.*\) += (?:-?\d+|0x|\?)|% time +seconds +usecs\/call )/.test(
        start,
      ),
  },
  {
    is: 'a profile from Scalene, Massif, Cachegrind or DHAT, or a V8 heap snapshot, which has no stacks of samples: view it with the program that wrote it.',
    json: (file) =>
      has(file, 'alloc_samples') ||
      has(file, 'growth_rate', 'files') ||
      has(file, 'dhatFileVersion') ||
      has(memberOf(memberOf(file, 'snapshot'), 'meta'), 'node_fields'),
    text: /^desc: .*\n(?:desc: .*\n)*cmd: .*\n(?:time_unit|events): /,
  },
  {
    is: 'a zipped Instruments trace: unpack it on a Mac, run xctrace export --input NAME.trace --xpath \'//table[@schema="time-profile"]\' --output FILE.xml, and fold it with inferno: inferno-collapse-xctrace FILE.xml > FILE.folded.',
    binary: (head) =>
      startsWith('PK\x03\x04')(head) && /^[^\0]*\.trace\//.test(decodeLatin1(head.subarray(30, 286))),
  },
  {
    is: 'output of DTrace, sample (macOS), xctrace, VTune, Visual Studio or GHC; convert it with inferno’s program for it, for example: inferno-collapse-dtrace FILE > FILE.folded',
    text: /^(?: *CPU +ID +FUNCTION:NAME *$| +\S+`\S.*\n +\S+`\S.*\n(?:.*\n)*? +\d+ *$|Analysis of sampling|Sampling process |"?Function Stack"?[,;\t]|"?Level"?,"?Function Name"?,"?Number of Calls)|<trace-query-result>|Time and Allocation Profiling Report/m,
  },
  {
    is: 'output of bpftrace; convert it with FlameGraph: stackcollapse-bpftrace.pl FILE > FILE.folded',
    text: /^Attaching \d+ probes?\.\.\.$|^@\w*\[\s*$|^@\w*\[.*\]: /m,
  },
  {
    is: 'a V8 log of node --prof, or its summary by node --prof-process; convert the log with Node.js and speedscope, whose Export button saves a file that Pyrograph opens: node --prof-process --preprocess FILE > FILE.json && npx speedscope FILE.json',
    text: /^v8-version,|^Statistical profiling result from /,
  },
  {
    // Speedscope reads many formats and exports its own.
    is: 'a profile or trace of another program, such as VizTracer, Chrome, Node.js, Firefox, Safari, Callgrind, Instruments, stackprof or GHC; convert it with speedscope, whose Export button saves a file that Pyrograph opens: npx speedscope FILE',
    json: isReadBySpeedscope,
    text: /^# callgrind format$|^positions: (?:instr|line)|^events: .+\n(?:.*\n)*?(?:ob|fl|fn)=|^(?:Weight\tSelf Weight|Running Time\tSelf|Bytes Used\tCount)\b/m,
  },
  {
    is: 'an SVG image, which cannot be read back: open the recording or the folded stacks it was drawn from.',
    text: (start) => /^\s*<(?:\?xml|!DOCTYPE svg|!--|svg)\b/i.test(start) && /<svg\b/.test(start),
  },
];

/** Number of leading characters to examine: enough to detect most formats, and few enough to be quick. */
const START_LENGTH = 4096;

/** Completes the sentence “FILE is …” for a file that begins with these bytes; undefined if its format is unknown. */
export function describeForeign(head: Uint8Array): string | undefined {
  const all = isText(head) ? new TextDecoder().decode(head) : '';
  const start = all.slice(0, START_LENGTH);
  const file = all && jsonHead(head);
  const found =
    FORMATS.find(({ binary }) => binary?.(head)) ??
    FORMATS.find(({ json }) => (typeof json === 'function' ? json(file) : json && has(file, ...json))) ??
    FORMATS.find(({ text }) => (typeof text === 'function' ? text(start, all) : text?.test(start)));
  return found?.is;
}

function has(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => memberOf(value, name) !== undefined);
}

/** Number of trace events to examine. */
const MAX_EVENTS = 50;

function isReadBySpeedscope(file: unknown): boolean {
  const events = Array.isArray(file) ? asList(file) : asList(memberOf(file, 'traceEvents'));
  const [node] = asList(memberOf(file, 'nodes'));
  const [code] = asList(memberOf(file, 'code'));
  const head = memberOf(file, 'head');
  return (
    // VizTracer and the Chrome trace event format: events with a phase and a time or process, in a list or in `traceEvents`
    has(file, 'viztracer_metadata') ||
    has(file, 'traceEvents') ||
    events.slice(0, MAX_EVENTS).some((each) => has(each, 'ph') && (has(each, 'ts') || has(each, 'pid'))) ||
    // V8: .cpuprofile, .heapprofile, and output of node --prof-process --preprocess
    has(node, 'callFrame') ||
    has(head, 'functionName') ||
    has(head, 'callFrame') ||
    has(code, 'name', 'type') ||
    // stackprof, GHC, Firefox's old performance tools and Safari's timelines
    has(file, 'mode', 'interval', 'gc_samples') ||
    has(file, 'total_ticks', 'tick_interval') ||
    has(file, 'label', 'markers', 'ticks') ||
    has(memberOf(file, 'recording'), 'instrumentTypes')
  );
}

const LZ4_FRAME = '\x04"M\x18';

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

const KEY_VALUE: MessageShape = [undefined, 'bytes', 'bytes', 'number'];
const RESOURCE: MessageShape = [undefined, KEY_VALUE, 'number', 'bytes'];
const SCOPE: MessageShape = [undefined, 'bytes', 'bytes', KEY_VALUE, 'number'];
const SCOPE_PROFILES: MessageShape = [undefined, SCOPE, 'bytes', 'bytes'];
const RESOURCE_PROFILES: MessageShape = [undefined, RESOURCE, SCOPE_PROFILES, 'bytes'];
/** ProfilesData and ExportProfilesServiceRequest of opentelemetry-proto have the fields resource_profiles and dictionary. */
const OTLP: MessageShape = [undefined, RESOURCE_PROFILES, [undefined, ...Array<'bytes'>(8).fill('bytes')]];

function isOtlp(head: Uint8Array): boolean {
  // Text may match the shape by chance.
  if (isText(head)) return false;
  let hasProfiles = false;
  const isMatch = matchesShape(head, OTLP, (field, from, to) => {
    hasProfiles ||= field === 1 && to - from > 4;
  });
  return isMatch && hasProfiles;
}
