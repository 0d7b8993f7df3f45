// The message about a file of another program names its format and says what to do, usually how to convert it.

import { describe, expect, test } from 'vitest';
import { bytesOf, concatBytes, sourceOf } from '../../fixtures/sources.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { explainUnreadable } from './unreadable.ts';

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

const NO_STACKS = 'which has no sampled stacks: record stacks with: perf record -g.';
const VIEW = 'which has no stacks of samples: view it with the program that wrote it.';
const PERF_DATA =
  'which cannot be opened: open the perf.data file itself, or the output of: perf script > out.perf.';
const SPEEDSCOPE = 'whose Export button saves a file that Pyrograph opens: npx speedscope x';
const INFERNO = 'for example: inferno-collapse-dtrace x > x.folded';
const PPROF = 'pprof -proto PROFILE > profile.pb.gz.';
const GPERFTOOLS = 'pprof -proto PROGRAM x > x.pb.gz';
const FLAMEPROF = 'flameprof --format=log x > x.folded';
const MOMENT = 'which are not samples: record stacks with: perf record -g.';
const JFR = 'jfrconv NAME.jfr NAME.collapsed';
const FIREFOX = 'instead of --gecko.';
const OTLP_ADVICE = 'export it as pprof from the backend that stores it.';

/** The program in the message, the end of the message, and beginnings of files. */
const ROWS: readonly (readonly [program: string, advice: string, ...heads: (Uint8Array | string)[]])[] = [
  ['an old release of perf', 'perf script -i x > x.perf', concatBytes('PERFFILE', new Uint8Array(96))],
  ['simpleperf report-sample', 'stackcollapse.py -i perf.data > perf.folded.', 'SIMPLEPERF\x01\0'],
  [
    'memray',
    'memray transform speedscope x',
    'memray\0\x0d\0\0\0',
    concatBytes(Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0, 19, 65, 0, 0, 0xfb, 3), 'memray\0\x0d'),
  ],
  ['Tachyon', 'replay --collapsed -o x.folded x', 'HCAT\x01\0\0\0', 'TACH\0\0\0\x01'],
  ['Tachyon', '--jsonl.', '{"type":"meta","run_id":"1","sample_interval_usec":1000}\n{'],
  ['Austin', 'mojo2austin x x.folded', 'MOJ\x03\x01austin\0'],
  [
    'Java Flight Recorder',
    JFR,
    'FLR\0\0\x02\0\x01',
    '{"recording": {"events": [{"type": "jdk.ExecutionSample",',
    'jdk.ExecutionSample {\n  startTime = 21:26:53.851\n',
  ],
  [
    'cProfile',
    FLAMEPROF,
    concatBytes(Uint8Array.of(0xfb, 0x29, 3, 0xda, 1), '~'),
    concatBytes(Uint8Array.of(0x7b, 0xa9, 3, 0xfa, 1), '~'),
    concatBytes('{(', words32(3), 't'),
    Uint8Array.of(0xfb, 0x30),
  ],
  [
    'cProfile',
    'app.prof > app.folded.',
    '         7163 function calls in 1.501 seconds\n\n   Ordered by: name\n',
  ],
  [
    'gperftools',
    GPERFTOOLS,
    words32(0, 3, 0, 10_000, 0, 1),
    swapped32(0, 3, 0, 10_000, 0, 1),
    words64(0n, 3n, 0n, 10_000n, 0n, 1n),
    words32(0, 3, 1, 10_000, 0, 1),
    'heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2/524288\n',
    '--- contentionz 1 ---\ncycles/second = 3201000000\n',
    'goroutine profile: total 7\n1 @ 0x44cb3 0x45045\n',
  ],
  [
    'pprof',
    PPROF,
    'PeriodType: cpu nanoseconds\nPeriod: 100\nSamples:\ncpu/nanoseconds\n  10000000: 1 2 3 \nLocations\n     1: 0x10 M=1 f\n',
    'File: g\nType: cpu\nShowing nodes accounting for 1s, 100% of 1s total\n',
    'File: g\nType: cpu\n-----------+-----------\n     850ms   leaf\n',
  ],
  [
    'zipped Instruments trace',
    'inferno-collapse-xctrace x.xml > x.folded.',
    concatBytes('PK\x03\x04', new Uint8Array(26), 'run.trace/form.template'),
  ],
  ['OpenTelemetry', OTLP_ADVICE, OTLP, '{"resourceProfiles":[{"resource":{}'],
  ['Pyroscope', 'as pprof.', '{"version":1,"flamebearer":{"names":['],
  [
    'Firefox Profiler',
    FIREFOX,
    '{"meta":{"interval":1,"startTime":5,"product":"a"},"libs":[',
    '{"meta":{"processType":0,"interval":1,"version":3},',
  ],
  [
    'pyinstrument',
    'pyinstrument --load x -r speedscope -o x.json',
    '{"start_time":1,"start_call_stack":["a"],',
  ],
  ['pyinstrument', '-r speedscope.', '{"start_time":1,"sample_count":3,"root_frame":{"function":"f",'],
  ['VizTracer', SPEEDSCOPE, '{"traceEvents":[{"ph":"X","ts":1,"pid":1,"cat":"FEE","name":"f"}'],
  ['VizTracer', SPEEDSCOPE, '{"viztracer_metadata":{"version":"1"},"traceEvents":[]}'],
  [
    'Chrome',
    SPEEDSCOPE,
    '{"traceEvents":[',
    '{"displayTimeUnit":"ns","traceEvents":[]}',
    MANY_EVENTS,
    '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},',
    '{"head":{"functionName":"(root)","hitCount":0,"children":[',
    '{"head":{"callFrame":{"functionName":"(root)"},',
  ],
  ['Node.js', SPEEDSCOPE, '{\n"code": [\n{"name": "node","type": "SHARED_LIB"},'],
  ['stackprof', SPEEDSCOPE, '{"version":1.2,"mode":"wall","interval":1000,"samples":5,"gc_samples":1,'],
  ['GHC', SPEEDSCOPE, '{"program":"a","total_ticks":5,"tick_interval":1000,'],
  ['Firefox', SPEEDSCOPE, '{"label":"a","markers":[],"ticks":[],'],
  ['Safari', SPEEDSCOPE, '{"version":1,"recording":{"instrumentTypes":[],'],
  [
    'Callgrind',
    SPEEDSCOPE,
    '# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n',
    'positions: instr line\nevents: cpu(ms)\n\nob=(1) a\n',
    'version: 1\ncmd: a\npart: 1\n\nevents: Ir\n\nfl=(1) a.c\nfn=(1) main\n16 20\n',
  ],
  ['Instruments', SPEEDSCOPE, 'Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%\t0 s\tstart\n'],
  ['V8 heap snapshot', VIEW, '{"snapshot":{"meta":{"node_fields":["type"],'],
  ['Scalene', VIEW, '{"alloc_samples": 5,"args": ['],
  ['DHAT', VIEW, '{"dhatFileVersion":2\n,"mode":"heap",'],
  ['Massif', VIEW, 'desc: --massif-out-file=x\ncmd: true\ntime_unit: i\n'],
  ['Cachegrind', VIEW, 'desc: I1 cache: 32768 B\ndesc: D1 cache: 1 B\ncmd: true\nevents: Ir\nfl=a\n'],
  [
    'perf report',
    PERF_DATA,
    "# Samples: 118  of event 'cycles'\n#\n# Overhead  Command  Symbol\n# ....\n",
    '    57.63%     0.00%  python3  libc.so.6   [.] main\n            |\n',
    `${HEADER}# Overhead  Command\n    57.63%  python3\n`,
  ],
  ['perf diff', PERF_DATA, "# Event 'cycles'\n#\n# Baseline  Delta Abs  Symbol\n"],
  [
    'perf annotate',
    PERF_DATA,
    ' Percent |\tSource code & Disassembly of a.so for cycles (30 samples)\n---\n',
  ],
  [
    'perf script -D',
    PERF_DATA,
    '\n0x108@perf.data [0x50]: event: 69\n.\n. ... raw event: size 80 bytes\n.  0000:  45 00\n',
  ],
  ['perf data convert', PERF_DATA, '{"linux-perf-json-version": 1,'],
  [
    'perf stat',
    NO_STACKS,
    "\n Performance counter stats for 'true':\n\n  0.59 msec task-clock\n",
    '{"counter-value" : "0.5", "unit" : "msec", "event" : "task-clock"}\n{',
    '{"counter-value" : "1203.120000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 1203120000, "pcnt-running" : 100.00}\n{"counter-value" : "45.000000", "unit" : "", "event" : "context-switches", "event-runtime" : 1, "pcnt-running" : 100.00}\n',
  ],
  [
    'perf trace',
    NO_STACKS,
    '     0.038 ( 0.012 ms): true/30394 brk()  = 0x5649\n',
    '         ? (         ): true/30394  ... [continued]: execve())  = 0\n',
    '\n Summary of events:\n\n true (30396), 58 events, 90.6%\n',
  ],
  [
    'strace',
    NO_STACKS,
    'execve("/bin/true", ["true"], 0x7f /* 35 vars */) = 0\nbrk(NULL) = 0x5\n',
    '% time     seconds  usecs/call     calls    errors syscall\n------\n',
  ],
  ['gprof', NO_STACKS, 'gmon\x01\0\0\0'],
  ['magic-trace', NO_STACKS, '\x10\0\x04FxT\x16\0'],
  ['trace-cmd', NO_STACKS, '\x17\x08Dtracing6\0'],
  ['difffolded.pl', 'pyrograph compare A.folded B.folded', 'main;a;b 10 5\nmain;a;c 0 20\nmain;d 7 0\n'],
  [
    'faulthandler, py-spy dump, pystack, gdb or jstack',
    MOMENT,
    'Current thread 0x00007f1b (most recent call first):\n  File "a.py", line 3 in f\n',
    'Process 77: python3 a.py\nPython v3.13.0\n\nThread 77 (active): "MainThread"\n',
    'Traceback for thread 77 (python3) [] (most recent call last):\n',
    'Thread 1 (Thread 0x7f1b (LWP 77)):\n#0  0x00007f1b in read () from libc.so.6\n',
    '2026-11-28 07:00:00\nFull thread dump OpenJDK 64-Bit Server VM:\n',
  ],
  [
    'ftrace, perf sched, perf lock, perf c2c',
    NO_STACKS,
    '# tracer: function\n#\n# entries-in-buffer/entries-written: 5/5\n',
    '\n -----------------------------------------\n  Task                  |   Runtime ms  | Switches | Avg delay ms    |\n -----------------------------------------\n  python3:(3)           |   1203.123 ms |       45 | avg:   0.012 ms |\n',
    '           time    cpu  task name                       wait time  sch delay   run time\n                        [tid/pid]                          (msec)     (msec)     (msec)\n--------------- ------  ----------\n    12345.678901 [0001]  python3[77]                         0.000      0.012      1.203\n',
    '                Name   acquired  contended     avg wait   total wait     max wait     min wait\n\n     rcu_state+0x10         45          3      1.20 us      3.61 us      2.00 us    500 ns\n',
    ' contended   total wait     max wait     avg wait         type   caller\n\n         3    120.5 us     80.1 us     40.2 us     spinlock   futex_wake+0x93\n',
    '            Shared Data Cache Line Table          (2 entries)\n',
  ],
  [
    'DTrace',
    INFERNO,
    'CPU     ID                    FUNCTION:NAME\n  6  29091  :tick-60s\n',
    '\n              libc`write+0xa\n              a`main+0x20\n                7\n',
  ],
  [
    'sample (macOS)',
    INFERNO,
    'Analysis of sampling rg (pid 64751) every 1 millisecond\nProcess: rg [64751]\n',
  ],
  ['xctrace', INFERNO, '<?xml version="1.0"?>\n<trace-query-result>\n<node>'],
  ['VTune', INFERNO, 'Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n'],
  ['Visual Studio', INFERNO, '\ufeffLevel,Function Name,Number of Calls,Elapsed\n0,"a.exe",0\n'],
  ['GHC', INFERNO, '\tSun Aug  6 14:50 2023 Time and Allocation Profiling Report  (Final)\n'],
  [
    'bpftrace',
    'stackcollapse-bpftrace.pl x > x.folded',
    'Attaching 2 probes...\n\n\n@[\n    f+10\n    main+20\n]: 3\n',
    '@bytes[python3]: 4096\n',
  ],
  [
    'node --prof',
    'node --prof-process --preprocess x > x.json && npx speedscope x.json',
    'v8-version,11,3,244,8,-node.38,0\n',
    'Statistical profiling result from a.log, (918 ticks)\n',
  ],
  [
    'SVG image',
    'it was drawn from.',
    '<?xml version="1.0"?><svg width="1200"><!--Flame graph stack visualization.-->',
    '<svg width="1200"><g><title>main (12 samples, 5%)</title>',
    '<svg width="5"><title>Logo</title></svg>',
  ],
];

test.each(ROWS)('“x” is of %s', async (program, advice, ...heads) => {
  for (const head of heads) {
    const outcome = await openProfile([sourceOf(head, 'x')], NO_LISTENER);
    const message = outcome.ok ? 'opened' : outcome.problem.text;
    expect(message.slice(0, 7)).toBe('“x” is ');
    expect(message).toContain(program);
    expect(message.slice(-advice.length)).toBe(advice);
    expect(message).not.toContain('\n');
    // The file may be a recording in an unsupported format.
    expect(message).not.toContain('not a perf recording');
  }
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
