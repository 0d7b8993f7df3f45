// The message about a file of another program names its format and says what to do, usually how to convert it.

import { describe, expect, test } from 'vitest';
import { bytesOf, concatBytes, sourceOf } from '../../../fixtures/sources.ts';
import { openProfile } from '../../../workers/pipeline.ts';
import { NO_LISTENER } from '../../../workers/reading/read-recording.ts';
import { explainUnreadable } from '../unreadable.ts';

const words32 = (...words: number[]) => new Uint8Array(Uint32Array.from(words).buffer);
const words64 = (...words: bigint[]) => new Uint8Array(BigUint64Array.from(words).buffer);
const swapped32 = (...words: number[]) =>
  words32(...words.map((word) => Number(BigInt.asUintN(32, swap(word)))));
const swap = (word: number) => BigInt(new DataView(words32(word).buffer).getUint32(0));
/** A length-delimited Protocol Buffers field. */
const field = (number: number, ...bytes: (Uint8Array | string)[]) => {
  const content = concatBytes(...bytes);
  return concatBytes(Uint8Array.of((number << 3) | 2, content.length), content);
};
const OTLP = concatBytes(
  field(
    1,
    field(1, field(1, field(1, 'process.pid'), field(2, Uint8Array.of(0x18, 0x42)))),
    field(2, field(2, 'x')),
  ),
  field(2, field(5, '')),
);
const MANY_EVENTS = '[\n{"name":"f","ph":"X","ts":1,"pid":1,"tid":1,"cat":"c"},\n'.padEnd(300, ' ');
const HEADER = '# ========\n# captured on    : Sun Nov 22 21:27:44 2026\n# hostname : vm\n#\n';

/** The name of the format in the message, the beginning of the file, and the end of the message. */
type Row = readonly [format: string, head: Uint8Array | string, advice: string];

const BINARY: readonly Row[] = [
  [
    'a perf.data file of version 1, from an old release of perf',
    concatBytes('PERFFILE', new Uint8Array(96)),
    'perf script -i x > x.perf',
  ],
  [
    'output of simpleperf report-sample --protobuf',
    'SIMPLEPERF\x01\0',
    'stackcollapse.py -i perf.data > perf.folded.',
  ],
  ['a memray recording of memory allocations', 'memray\0\x0d\0\0\0', 'memray transform speedscope x'],
  [
    'a memray recording of memory allocations',
    concatBytes(Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0, 19, 65, 0, 0, 0xfb, 3), 'memray\0\x0d'),
    'memray transform speedscope x',
  ],
  [
    'a binary profile from Tachyon, Python’s sampling profiler',
    'HCAT\x01\0\0\0',
    'replay --collapsed -o x.folded x',
  ],
  [
    'a binary profile from Tachyon, Python’s sampling profiler',
    'TACH\0\0\0\x01',
    'replay --collapsed -o x.folded x',
  ],
  ['a binary Austin profile (MOJO)', 'MOJ\x03\x01austin\0', 'mojo2austin x x.folded'],
  ['a Java Flight Recorder recording (JFR)', 'FLR\0\0\x02\0\x01', 'jfrconv x x.collapsed'],
  [
    'a cProfile profile (pstats)',
    concatBytes(Uint8Array.of(0xfb, 0x29, 3, 0xda, 1), '~'),
    'flameprof --format=log x > x.folded',
  ],
  [
    'a cProfile profile (pstats)',
    concatBytes(Uint8Array.of(0x7b, 0xa9, 3, 0xfa, 1), '~'),
    'flameprof --format=log x > x.folded',
  ],
  ['a cProfile profile (pstats)', concatBytes('{(', words32(3), 't'), 'flameprof --format=log x > x.folded'],
  ['a cProfile profile (pstats)', Uint8Array.of(0xfb, 0x30), 'flameprof --format=log x > x.folded'],
  ['a gperftools CPU profile', words32(0, 3, 0, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a gperftools CPU profile', swapped32(0, 3, 0, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a gperftools CPU profile', words64(0n, 3n, 0n, 10_000n, 0n, 1n), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a gperftools CPU profile', words32(0, 3, 1, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a gprof profile (gmon.out)', 'gmon\x01\0\0\0', 'perf record -g.'],
  ['a Fuchsia trace (.fxt), as written by magic-trace', '\x10\0\x04FxT\x16\0', 'perf record -g.'],
  ['a trace-cmd recording', '\x17\x08Dtracing6\0', 'perf record -g.'],
  [
    'a zipped Instruments trace',
    concatBytes('PK\x03\x04', new Uint8Array(26), 'run.trace/form.template'),
    'inferno-collapse-xctrace x.xml > x.folded.',
  ],
  ['an OpenTelemetry profile (OTLP)', OTLP, 'export it as pprof from the backend that stores it.'],
];

const SPEEDSCOPE = 'npx speedscope x';

const JSON_FORMATS: readonly Row[] = [
  [
    'a VizTracer trace, which has calls instead of samples',
    '{"traceEvents":[{"ph":"X","ts":1,"pid":1,"cat":"FEE","name":"f"}',
    SPEEDSCOPE,
  ],
  [
    'a VizTracer trace, which has calls instead of samples',
    '{"viztracer_metadata":{"version":"1"},"traceEvents":[]}',
    SPEEDSCOPE,
  ],
  ['a trace in the Chrome trace event format', '{"traceEvents":[', SPEEDSCOPE],
  ['a trace in the Chrome trace event format', '{"displayTimeUnit":"ns","traceEvents":[]}', SPEEDSCOPE],
  ['a trace in the Chrome trace event format', MANY_EVENTS, SPEEDSCOPE],
  ['a V8 CPU profile (.cpuprofile)', '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},', SPEEDSCOPE],
  [
    'a V8 CPU profile (.cpuprofile)',
    '{"head":{"functionName":"(root)","hitCount":0,"children":[',
    SPEEDSCOPE,
  ],
  ['a V8 heap profile (.heapprofile)', '{"head":{"callFrame":{"functionName":"(root)"},', SPEEDSCOPE],
  [
    'a V8 heap snapshot, which has objects but no stacks',
    '{"snapshot":{"meta":{"node_fields":["type"],',
    'Chrome DevTools.',
  ],
  [
    'a V8 log preprocessed by node --prof-process',
    '{\n"code": [\n{"name": "node","type": "SHARED_LIB"},',
    SPEEDSCOPE,
  ],
  [
    'a profile in the Firefox Profiler format, also written by samply and Tachyon',
    '{"meta":{"interval":1,"startTime":5,"product":"a"},"libs":[',
    'instead of --gecko.',
  ],
  [
    'a profile in the Firefox Profiler format, also written by samply and Tachyon',
    '{"meta":{"processType":0,"interval":1,"version":3},',
    'instead of --gecko.',
  ],
  [
    'a Scalene profile, which has lines but no stacks',
    '{"alloc_samples": 5,"args": [',
    'view it with scalene view.',
  ],
  [
    'a pyinstrument session',
    '{"start_time":1,"start_call_stack":["a"],',
    'pyinstrument --load x -r speedscope -o x.json',
  ],
  [
    'pyinstrument JSON output',
    '{"start_time":1,"sample_count":3,"root_frame":{"function":"f",',
    '-r speedscope.',
  ],
  [
    'an OpenTelemetry profile (OTLP)',
    '{"resourceProfiles":[{"resource":{}',
    'export it as pprof from the backend that stores it.',
  ],
  ['a Pyroscope flame graph as JSON', '{"version":1,"flamebearer":{"names":[', 'as pprof.'],
  [
    'a stackprof profile',
    '{"version":1.2,"mode":"wall","interval":1000,"samples":5,"gc_samples":1,',
    SPEEDSCOPE,
  ],
  ['a GHC (Haskell) profile as JSON', '{"program":"a","total_ticks":5,"tick_interval":1000,', SPEEDSCOPE],
  ['a recording from Firefox’s old performance tools', '{"label":"a","markers":[],"ticks":[],', SPEEDSCOPE],
  ['a timeline from Safari’s Web Inspector', '{"version":1,"recording":{"instrumentTypes":[],', SPEEDSCOPE],
  [
    'output of perf data convert --to-json',
    '{"linux-perf-json-version": 1,',
    'open the perf.data file itself.',
  ],
  [
    'output of perf stat -j',
    '{"counter-value" : "0.5", "unit" : "msec", "event" : "task-clock"}\n{',
    'perf record -g.',
  ],
  [
    'output of jfr print --json',
    '{"recording": {"events": [{"type": "jdk.ExecutionSample",',
    'jfrconv NAME.jfr NAME.collapsed',
  ],
  [
    'JSON lines from Tachyon, Python’s sampling profiler',
    '{"type":"meta","run_id":"1","sample_interval_usec":1000}\n{',
    '--jsonl.',
  ],
  ['a DHAT heap profile, which has no samples', '{"dhatFileVersion":2\n,"mode":"heap",', 'Valgrind.'],
];

const REPORT = 'perf script > out.perf.';
const RAW =
  'PeriodType: cpu nanoseconds\nPeriod: 100\nSamples:\ncpu/nanoseconds\n  10000000: 1 2 3 \nLocations\n     1: 0x10 M=1 f\n';

const TEXT: readonly Row[] = [
  [
    'output of perf report',
    "# Samples: 118  of event 'cycles'\n#\n# Overhead  Command  Symbol\n# ....\n",
    REPORT,
  ],
  ['output of perf report', '    57.63%     0.00%  python3  libc.so.6   [.] main\n            |\n', REPORT],
  ['output of perf report', `${HEADER}# Overhead  Command\n    57.63%  python3\n`, REPORT],
  [
    'output of perf diff',
    "# Event 'cycles'\n#\n# Baseline  Delta Abs  Symbol\n",
    'one of the perf.data files.',
  ],
  [
    'output of perf annotate',
    ' Percent |\tSource code & Disassembly of a.so for cycles (30 samples)\n---\n',
    'the perf.data file itself.',
  ],
  [
    'output of perf stat, which has event counts but no stacks',
    "\n Performance counter stats for 'true':\n\n  0.59 msec task-clock\n",
    'perf record -g.',
  ],
  [
    'output of perf trace, which has system calls but no stacks',
    '     0.038 ( 0.012 ms): true/30394 brk()  = 0x5649\n',
    'perf record -g.',
  ],
  [
    'output of perf trace, which has system calls but no stacks',
    '         ? (         ): true/30394  ... [continued]: execve())  = 0\n',
    'perf record -g.',
  ],
  [
    'output of perf trace, which has system calls but no stacks',
    '\n Summary of events:\n\n true (30396), 58 events, 90.6%\n',
    'perf record -g.',
  ],
  [
    'a dump of perf.data records (-D)',
    '\n0x108@perf.data [0x50]: event: 69\n.\n. ... raw event: size 80 bytes\n.  0000:  45 00\n',
    REPORT,
  ],
  [
    'output of strace, which has system calls but no samples',
    'execve("/bin/true", ["true"], 0x7f /* 35 vars */) = 0\nbrk(NULL) = 0x5\n',
    'perf record -g.',
  ],
  [
    'output of strace, which has system calls but no samples',
    '% time     seconds  usecs/call     calls    errors syscall\n------\n',
    'perf record -g.',
  ],
  [
    'output of cProfile or pstats',
    '         7163 function calls in 1.501 seconds\n\n   Ordered by: name\n',
    'app.prof > app.folded.',
  ],
  ['output of pprof -raw', RAW, 'pprof -proto PROFILE > profile.pb.gz.'],
  [
    'a pprof report',
    'File: g\nType: cpu\nShowing nodes accounting for 1s, 100% of 1s total\n',
    'profile.pb.gz.',
  ],
  ['a pprof report', 'File: g\nType: cpu\n-----------+-----------\n     850ms   leaf\n', 'profile.pb.gz.'],
  [
    'a text profile from gperftools or an old Go version',
    'heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2/524288\n',
    'x.pb.gz',
  ],
  [
    'a text profile from gperftools or an old Go version',
    '--- contentionz 1 ---\ncycles/second = 3201000000\n',
    'x.pb.gz',
  ],
  [
    'a text profile from gperftools or an old Go version',
    'goroutine profile: total 7\n1 @ 0x44cb3 0x45045\n',
    'x.pb.gz',
  ],
  [
    'a Massif profile, which has snapshots of memory use',
    'desc: --massif-out-file=x\ncmd: true\ntime_unit: i\n',
    'view it with ms_print.',
  ],
  [
    'a Cachegrind profile',
    'desc: I1 cache: 32768 B\ndesc: D1 cache: 1 B\ncmd: true\nevents: Ir\nfl=a\n',
    'view it with cg_annotate.',
  ],
  [
    'a profile in the Callgrind format',
    '# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n',
    SPEEDSCOPE,
  ],
  ['a profile in the Callgrind format', 'positions: instr line\nevents: cpu(ms)\n\nob=(1) a\n', SPEEDSCOPE],
  [
    'a profile in the Callgrind format',
    'version: 1\ncmd: a\npart: 1\n\nevents: Ir\n\nfl=(1) a.c\nfn=(1) main\n16 20\n',
    SPEEDSCOPE,
  ],
  [
    'stacks counted by DTrace',
    'CPU     ID                    FUNCTION:NAME\n  6  29091  :tick-60s\n',
    'inferno-collapse-dtrace x > x.folded',
  ],
  [
    'stacks counted by DTrace',
    '\n              libc`write+0xa\n              a`main+0x20\n                7\n',
    'inferno-collapse-dtrace x > x.folded',
  ],
  [
    'output of bpftrace',
    'Attaching 2 probes...\n\n\n@[\n    f+10\n    main+20\n]: 3\n',
    'stackcollapse-bpftrace.pl x > x.folded',
  ],
  ['output of bpftrace', '@bytes[python3]: 4096\n', 'stackcollapse-bpftrace.pl x > x.folded'],
  [
    'output of sample on macOS',
    'Analysis of sampling rg (pid 64751) every 1 millisecond\nProcess: rg [64751]\n',
    'inferno-collapse-sample x > x.folded',
  ],
  [
    'a time profile exported from Instruments by xctrace',
    '<?xml version="1.0"?>\n<trace-query-result>\n<node>',
    'inferno-collapse-xctrace x > x.folded',
  ],
  [
    'a call tree copied from Instruments',
    'Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%\t0 s\tstart\n',
    SPEEDSCOPE,
  ],
  [
    'a VTune report as CSV',
    'Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n',
    'inferno-collapse-vtune x > x.folded',
  ],
  [
    'a Visual Studio profiler report as CSV',
    '\ufeffLevel,Function Name,Number of Calls,Elapsed\n0,"a.exe",0\n',
    'inferno-collapse-vsprof x > x.folded',
  ],
  [
    'a GHC (Haskell) profile',
    '\tSun Aug  6 14:50 2023 Time and Allocation Profiling Report  (Final)\n',
    'inferno-collapse-ghcprof x > x.folded',
  ],
  [
    'a V8 log, as written by node --prof',
    'v8-version,11,3,244,8,-node.38,0\n',
    'node --prof-process --preprocess x > x.json && npx speedscope x.json',
  ],
  [
    'output of node --prof-process, which is aggregated',
    'Statistical profiling result from a.log, (918 ticks)\n',
    'how to convert it.',
  ],
  [
    'output of jfr print',
    'jdk.ExecutionSample {\n  startTime = 21:26:53.851\n',
    'jfrconv NAME.jfr NAME.collapsed',
  ],
  [
    'an SVG image of a flame graph, which cannot be read back',
    '<?xml version="1.0"?><svg width="1200"><!--Flame graph stack visualization.-->',
    'it was drawn from.',
  ],
  [
    'an SVG image of a flame graph, which cannot be read back',
    '<svg width="1200"><g><title>main (12 samples, 5%)</title>',
    'it was drawn from.',
  ],
  ['an SVG image', '<svg width="5"><title>Logo</title></svg>', 'it was drawn from.'],
];

test.each([...BINARY, ...JSON_FORMATS, ...TEXT])('“x” is %s', async (format, head, advice) => {
  const outcome = await openProfile([sourceOf(head, 'x')], NO_LISTENER);
  const message = outcome.ok ? 'opened' : outcome.problem.text;
  expect(message.slice(0, `“x” is ${format}`.length)).toBe(`“x” is ${format}`);
  expect(message.slice(-advice.length)).toBe(advice);
  expect(message).not.toContain('\n');
  // The file may be a recording in an unsupported format.
  expect(message).not.toContain('not a perf recording');
});

describe('the command quotes the file name', () => {
  const commandFor = (name: string) => explainUnreadable(name, bytesOf('MOJ\x03')).reason.split(': ').at(-1);

  test.each([
    ['a.mojo', 'mojo2austin a.mojo a.mojo.folded'],
    ['my app.mojo', `mojo2austin 'my app.mojo' 'my app.mojo.folded'`],
    [`it's`, `mojo2austin 'it'\\''s' 'it'\\''s.folded'`],
    ['-o', 'mojo2austin ./-o ./-o.folded'],
    ['$(id)$&', `mojo2austin '$(id)$&' '$(id)$&.folded'`],
    // Commands do not contain names with invisible characters.
    ['a\u001b[2J', 'mojo2austin FILE FILE.folded'],
    ['a\u202eb', 'mojo2austin FILE FILE.folded'],
  ])('%j', (name, command) => expect(commandFor(name)).toBe(command));
});

describe('similar files are not mistaken for these formats', () => {
  test.each<[string, string]>([
    ['JSON', '{"name": "a", "version": 1}'],
    ['JSON', '[{"name": "a"}]'],
    ['HTML', '<!doctype html><html><body><svg></svg>'],
    ['text', '# Notes\n\nRun main(1) = 5 times, 57.63% of the time.\n'],
    ['text', 'desc: a package\nversion: 1\n'],
    ['LZ4-compressed', '\x04"M\x18'],
  ])('%s', (format, text) => {
    const { reason, isForeign } = explainUnreadable('x', bytesOf(text));
    expect(reason).toContain(`“x” is ${format}`);
    expect(isForeign).toBeUndefined();
  });

  test('zeros are not a gperftools profile', () => {
    expect(explainUnreadable('x', new Uint8Array(100)).isForeign).toBeUndefined();
  });
});
