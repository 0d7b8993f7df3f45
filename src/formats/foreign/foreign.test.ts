// Formats of other programs are named, and the sentence says how to get something that Pyrograph opens.

import { describe, expect, test } from 'vitest';
import { bytesOf, joined, sourceOf } from '../../../fixtures/sources.ts';
import { openProfile } from '../../../workers/pipeline.ts';
import { nobody } from '../../../workers/read-recording.ts';
import { whyUnreadable } from '../unreadable.ts';

const words32 = (...words: number[]) => new Uint8Array(Uint32Array.from(words).buffer);
const words64 = (...words: bigint[]) => new Uint8Array(BigUint64Array.from(words).buffer);
const swapped32 = (...words: number[]) =>
  words32(...words.map((word) => Number(BigInt.asUintN(32, swap(word)))));
const swap = (word: number) => BigInt(new DataView(words32(word).buffer).getUint32(0));
/** A field of bytes, and a message of such fields. */
const field = (number: number, ...bytes: (Uint8Array | string)[]) => {
  const content = joined(...bytes);
  return joined(Uint8Array.of((number << 3) | 2, content.length), content);
};
const OTLP = joined(
  field(
    1,
    field(1, field(1, field(1, 'process.pid'), field(2, Uint8Array.of(0x18, 0x42)))),
    field(2, field(2, 'x')),
  ),
  field(2, field(5, '')),
);
const MANY_EVENTS = '[\n{"name":"f","ph":"X","ts":1,"pid":1,"tid":1,"cat":"c"},\n'.padEnd(300, ' ');
const HEADER = '# ========\n# captured on    : Sun Nov 22 21:27:44 2026\n# hostname : vm\n#\n';

/** What the file is, its beginning, and the end of the sentence. */
type Row = readonly [what: string, head: Uint8Array | string, advice: string];

const BINARY: readonly Row[] = [
  ['a perf.data of version 1', joined('PERFFILE', new Uint8Array(96)), 'perf script -i x > x.perf'],
  [
    'what simpleperf report-sample --protobuf wrote',
    'SIMPLEPERF\x01\0',
    'stackcollapse.py -i perf.data > perf.folded.',
  ],
  ['a memray recording', 'memray\0\x0d\0\0\0', 'memray transform speedscope x'],
  [
    'a memray recording',
    joined(Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0, 19, 65, 0, 0, 0xfb, 3), 'memray\0\x0d'),
    'memray transform speedscope x',
  ],
  [
    'a binary profile of Python’s own sampling profiler',
    'HCAT\x01\0\0\0',
    'replay --collapsed -o x.folded x',
  ],
  [
    'a binary profile of Python’s own sampling profiler',
    'TACH\0\0\0\x01',
    'replay --collapsed -o x.folded x',
  ],
  ['a binary profile (MOJO) of Austin', 'MOJ\x03\x01austin\0', 'mojo2austin x x.folded'],
  ['a recording of Java Flight Recorder (JFR)', 'FLR\0\0\x02\0\x01', 'jfrconv x x.collapsed'],
  [
    'a profile of cProfile',
    joined(Uint8Array.of(0xfb, 0x29, 3, 0xda, 1), '~'),
    'flameprof --format=log x > x.folded',
  ],
  [
    'a profile of cProfile',
    joined(Uint8Array.of(0x7b, 0xa9, 3, 0xfa, 1), '~'),
    'flameprof --format=log x > x.folded',
  ],
  ['a profile of cProfile', joined('{(', words32(3), 't'), 'flameprof --format=log x > x.folded'],
  ['a profile of cProfile', Uint8Array.of(0xfb, 0x30), 'flameprof --format=log x > x.folded'],
  ['a CPU profile of gperftools', words32(0, 3, 0, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a CPU profile of gperftools', swapped32(0, 3, 0, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a CPU profile of gperftools', words64(0n, 3n, 0n, 10_000n, 0n, 1n), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a CPU profile of gperftools', words32(0, 3, 1, 10_000, 0, 1), 'pprof -proto PROGRAM x > x.pb.gz'],
  ['a profile of gprof (gmon.out)', 'gmon\x01\0\0\0', 'perf record -g.'],
  ['a Fuchsia trace (.fxt)', '\x10\0\x04FxT\x16\0', 'perf record -g.'],
  ['a recording of trace-cmd', '\x17\x08Dtracing6\0', 'perf record -g.'],
  [
    'a zipped trace of Instruments',
    joined('PK\x03\x04', new Uint8Array(26), 'run.trace/form.template'),
    'inferno-collapse-xctrace x.xml > x.folded.',
  ],
  ['profiles of OpenTelemetry (OTLP)', OTLP, 'get them as pprof from the program that stores them.'],
];

const SPEEDSCOPE = 'npx speedscope x';

const JSON_FORMATS: readonly Row[] = [
  ['a trace of VizTracer', '{"traceEvents":[{"ph":"X","ts":1,"pid":1,"cat":"FEE","name":"f"}', SPEEDSCOPE],
  ['a trace of VizTracer', '{"viztracer_metadata":{"version":"1"},"traceEvents":[]}', SPEEDSCOPE],
  ['a trace in Chrome’s format', '{"traceEvents":[', SPEEDSCOPE],
  ['a trace in Chrome’s format', '{"displayTimeUnit":"ns","traceEvents":[]}', SPEEDSCOPE],
  ['a trace in Chrome’s format', MANY_EVENTS, SPEEDSCOPE],
  ['a CPU profile of V8', '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},', SPEEDSCOPE],
  ['a CPU profile of V8', '{"head":{"functionName":"(root)","hitCount":0,"children":[', SPEEDSCOPE],
  ['a heap profile of V8', '{"head":{"callFrame":{"functionName":"(root)"},', SPEEDSCOPE],
  ['a heap snapshot of V8', '{"snapshot":{"meta":{"node_fields":["type"],', 'Chrome’s developer tools.'],
  [
    'a log of V8 that node --prof-process has read',
    '{\n"code": [\n{"name": "node","type": "SHARED_LIB"},',
    SPEEDSCOPE,
  ],
  [
    'a profile in the format of the Firefox Profiler',
    '{"meta":{"interval":1,"startTime":5,"product":"a"},"libs":[',
    'in place of --gecko.',
  ],
  [
    'a profile in the format of the Firefox Profiler',
    '{"meta":{"processType":0,"interval":1,"version":3},',
    'in place of --gecko.',
  ],
  ['a profile of Scalene', '{"alloc_samples": 5,"args": [', 'view it with scalene view.'],
  [
    'a session of pyinstrument',
    '{"start_time":1,"start_call_stack":["a"],',
    'pyinstrument --load x -r speedscope -o x.json',
  ],
  ['pyinstrument’s JSON', '{"start_time":1,"sample_count":3,"root_frame":{"function":"f",', '-r speedscope.'],
  [
    'profiles of OpenTelemetry (OTLP)',
    '{"resourceProfiles":[{"resource":{}',
    'get them as pprof from the program that stores them.',
  ],
  ['a flame graph of Pyroscope', '{"version":1,"flamebearer":{"names":[', 'as pprof.'],
  [
    'a profile of stackprof',
    '{"version":1.2,"mode":"wall","interval":1000,"samples":5,"gc_samples":1,',
    SPEEDSCOPE,
  ],
  [
    'a profile of GHC, the Haskell compiler, as JSON',
    '{"program":"a","total_ticks":5,"tick_interval":1000,',
    SPEEDSCOPE,
  ],
  ['a recording of Firefox’s old performance tools', '{"label":"a","markers":[],"ticks":[],', SPEEDSCOPE],
  ['a timeline of Safari’s Web Inspector', '{"version":1,"recording":{"instrumentTypes":[],', SPEEDSCOPE],
  ['what perf data convert --to-json wrote', '{"linux-perf-json-version": 1,', 'open the perf.data itself.'],
  [
    'what perf stat -j printed',
    '{"counter-value" : "0.5", "unit" : "msec", "event" : "task-clock"}\n{',
    'perf record -g.',
  ],
  [
    'what jfr print --json printed',
    '{"recording": {"events": [{"type": "jdk.ExecutionSample",',
    'jfrconv NAME.jfr NAME.collapsed',
  ],
  [
    'JSON lines of Python’s own sampling profiler',
    '{"type":"meta","run_id":"1","sample_interval_usec":1000}\n{',
    '--jsonl.',
  ],
  ['a heap profile of DHAT', '{"dhatFileVersion":2\n,"mode":"heap",', 'Valgrind.'],
];

const REPORT = 'perf script > out.perf.';
const RAW =
  'PeriodType: cpu nanoseconds\nPeriod: 100\nSamples:\ncpu/nanoseconds\n  10000000: 1 2 3 \nLocations\n     1: 0x10 M=1 f\n';

const TEXT: readonly Row[] = [
  [
    'what perf report printed',
    "# Samples: 118  of event 'cycles'\n#\n# Overhead  Command  Symbol\n# ....\n",
    REPORT,
  ],
  [
    'what perf report printed',
    '    57.63%     0.00%  python3  libc.so.6   [.] main\n            |\n',
    REPORT,
  ],
  ['what perf report printed', `${HEADER}# Overhead  Command\n    57.63%  python3\n`, REPORT],
  [
    'what perf diff printed',
    "# Event 'cycles'\n#\n# Baseline  Delta Abs  Symbol\n",
    'one of the perf.data files.',
  ],
  [
    'what perf annotate printed',
    ' Percent |\tSource code & Disassembly of a.so for cycles (30 samples)\n---\n',
    'the perf.data itself.',
  ],
  [
    'what perf stat printed',
    "\n Performance counter stats for 'true':\n\n  0.59 msec task-clock\n",
    'perf record -g.',
  ],
  ['what perf trace printed', '     0.038 ( 0.012 ms): true/30394 brk()  = 0x5649\n', 'perf record -g.'],
  [
    'what perf trace printed',
    '         ? (         ): true/30394  ... [continued]: execve())  = 0\n',
    'perf record -g.',
  ],
  [
    'what perf trace printed',
    '\n Summary of events:\n\n true (30396), 58 events, 90.6%\n',
    'perf record -g.',
  ],
  [
    'a dump of the records',
    '\n0x108@perf.data [0x50]: event: 69\n.\n. ... raw event: size 80 bytes\n.  0000:  45 00\n',
    REPORT,
  ],
  [
    'what strace printed',
    'execve("/bin/true", ["true"], 0x7f /* 35 vars */) = 0\nbrk(NULL) = 0x5\n',
    'perf record -g.',
  ],
  [
    'what strace printed',
    '% time     seconds  usecs/call     calls    errors syscall\n------\n',
    'perf record -g.',
  ],
  [
    'what cProfile or pstats printed',
    '         7163 function calls in 1.501 seconds\n\n   Ordered by: name\n',
    'app.prof > app.folded.',
  ],
  ['what pprof -raw printed', RAW, 'pprof -proto PROFILE > profile.pb.gz.'],
  [
    'a report that pprof printed',
    'File: g\nType: cpu\nShowing nodes accounting for 1s, 100% of 1s total\n',
    'profile.pb.gz.',
  ],
  [
    'a report that pprof printed',
    'File: g\nType: cpu\n-----------+-----------\n     850ms   leaf\n',
    'profile.pb.gz.',
  ],
  [
    'a profile of gperftools or an old Go as text',
    'heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2/524288\n',
    'x.pb.gz',
  ],
  [
    'a profile of gperftools or an old Go as text',
    '--- contentionz 1 ---\ncycles/second = 3201000000\n',
    'x.pb.gz',
  ],
  [
    'a profile of gperftools or an old Go as text',
    'goroutine profile: total 7\n1 @ 0x44cb3 0x45045\n',
    'x.pb.gz',
  ],
  ['a profile of Massif', 'desc: --massif-out-file=x\ncmd: true\ntime_unit: i\n', 'view it with ms_print.'],
  [
    'a profile of Cachegrind',
    'desc: I1 cache: 32768 B\ndesc: D1 cache: 1 B\ncmd: true\nevents: Ir\nfl=a\n',
    'view it with cg_annotate.',
  ],
  [
    'a profile in the format of Callgrind',
    '# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n',
    SPEEDSCOPE,
  ],
  [
    'a profile in the format of Callgrind',
    'positions: instr line\nevents: cpu(ms)\n\nob=(1) a\n',
    SPEEDSCOPE,
  ],
  [
    'a profile in the format of Callgrind',
    'version: 1\ncmd: a\npart: 1\n\nevents: Ir\n\nfl=(1) a.c\nfn=(1) main\n16 20\n',
    SPEEDSCOPE,
  ],
  [
    'stacks that DTrace counted',
    'CPU     ID                    FUNCTION:NAME\n  6  29091  :tick-60s\n',
    'inferno-collapse-dtrace x > x.folded',
  ],
  [
    'stacks that DTrace counted',
    '\n              libc`write+0xa\n              a`main+0x20\n                7\n',
    'inferno-collapse-dtrace x > x.folded',
  ],
  [
    'what bpftrace printed',
    'Attaching 2 probes...\n\n\n@[\n    f+10\n    main+20\n]: 3\n',
    'stackcollapse-bpftrace.pl x > x.folded',
  ],
  ['what bpftrace printed', '@bytes[python3]: 4096\n', 'stackcollapse-bpftrace.pl x > x.folded'],
  [
    'what sample printed on macOS',
    'Analysis of sampling rg (pid 64751) every 1 millisecond\nProcess: rg [64751]\n',
    'inferno-collapse-sample x > x.folded',
  ],
  [
    'a time profile that xctrace exported',
    '<?xml version="1.0"?>\n<trace-query-result>\n<node>',
    'inferno-collapse-xctrace x > x.folded',
  ],
  [
    'a call tree that was copied out of Instruments',
    'Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%\t0 s\tstart\n',
    SPEEDSCOPE,
  ],
  [
    'a report of VTune as CSV',
    'Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n',
    'inferno-collapse-vtune x > x.folded',
  ],
  [
    'a report of Visual Studio’s profiler as CSV',
    '\ufeffLevel,Function Name,Number of Calls,Elapsed\n0,"a.exe",0\n',
    'inferno-collapse-vsprof x > x.folded',
  ],
  [
    'a profile of GHC',
    '\tSun Aug  6 14:50 2023 Time and Allocation Profiling Report  (Final)\n',
    'inferno-collapse-ghcprof x > x.folded',
  ],
  [
    'a log of V8',
    'v8-version,11,3,244,8,-node.38,0\n',
    'node --prof-process --preprocess x > x.json && npx speedscope x.json',
  ],
  [
    'what node --prof-process printed',
    'Statistical profiling result from a.log, (918 ticks)\n',
    'how to convert it.',
  ],
  [
    'what jfr print printed',
    'jdk.ExecutionSample {\n  startTime = 21:26:53.851\n',
    'jfrconv NAME.jfr NAME.collapsed',
  ],
  [
    'a picture (SVG) of a flame graph',
    '<?xml version="1.0"?><svg width="1200"><!--Flame graph stack visualization.-->',
    'that it was drawn from.',
  ],
  [
    'a picture (SVG) of a flame graph',
    '<svg width="1200"><g><title>main (12 samples, 5%)</title>',
    'that it was drawn from.',
  ],
  ['a picture (SVG)', '<svg width="5"><title>Logo</title></svg>', 'that it was drawn from.'],
];

test.each([...BINARY, ...JSON_FORMATS, ...TEXT])('“x” is %s', async (what, head, advice) => {
  const outcome = await openProfile([sourceOf(head, 'x')], nobody);
  const sentence = outcome.ok ? 'it is opened' : outcome.problem.text;
  expect(sentence.slice(0, `“x” is ${what}`.length)).toBe(`“x” is ${what}`);
  expect(sentence.slice(-advice.length)).toBe(advice);
  expect(sentence).not.toContain('\n');
  // Whoever has a profile of another program has not recorded badly.
  expect(sentence).not.toContain('not a perf recording');
});

describe('the command has the name of the file as one word', () => {
  const commandFor = (name: string) => whyUnreadable(name, bytesOf('MOJ\x03')).why.split(': ').at(-1);

  test.each([
    ['a.mojo', 'mojo2austin a.mojo a.mojo.folded'],
    ['my app.mojo', `mojo2austin 'my app.mojo' 'my app.mojo.folded'`],
    [`it's`, `mojo2austin 'it'\\''s' 'it'\\''s.folded'`],
    ['-o', 'mojo2austin ./-o ./-o.folded'],
    ['$(id)$&', `mojo2austin '$(id)$&' '$(id)$&.folded'`],
    // What a terminal would not show stays out of the command.
    ['a\u001b[2J', 'mojo2austin FILE FILE.folded'],
    ['a\u202eb', 'mojo2austin FILE FILE.folded'],
  ])('%j', (name, command) => expect(commandFor(name)).toBe(command));
});

describe('other files keep their names', () => {
  test.each<[string, string]>([
    ['JSON', '{"name": "a", "version": 1}'],
    ['JSON', '[{"name": "a"}]'],
    ['HTML', '<!doctype html><html><body><svg></svg>'],
    ['text', '# Notes\n\nRun main(1) = 5 times, 57.63% of the time.\n'],
    ['text', 'desc: a package\nversion: 1\n'],
    ['LZ4-compressed', '\x04"M\x18'],
  ])('%s', (what, text) => {
    const { why, isForeign } = whyUnreadable('x', bytesOf(text));
    expect(why).toContain(`“x” is ${what}`);
    expect(isForeign).toBeUndefined();
  });

  test('words of zeros are no profile of gperftools', () => {
    expect(whyUnreadable('x', new Uint8Array(100)).isForeign).toBeUndefined();
  });
});
