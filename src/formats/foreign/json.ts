// JSON formats of other programs, detected by their members. More specific formats come before similar, more general ones.

import { asList, asString, memberOf } from '../speedscope/json.ts';

/** Number of trace events to examine. */
const MAX_EVENTS = 50;
/** Speedscope reads many formats and exports its own. */
export const CONVERT_WITH_SPEEDSCOPE =
  'convert it with speedscope, whose Export button saves a file that Pyrograph opens: npx speedscope FILE';

/** Members that all files of a format have, or a test. The key completes the sentence “FILE is …” (see explainForeign). */
const FORMATS: Readonly<Record<string, readonly string[] | ((file: unknown) => boolean)>> = {
  [`a VizTracer trace, which has calls instead of samples; ${CONVERT_WITH_SPEEDSCOPE}`]: (file) =>
    has(file, 'viztracer_metadata') ||
    eventsOf(file).some((event) => asString(memberOf(event, 'cat'))?.toLowerCase() === 'fee'),
  [`a trace in the Chrome trace event format; ${CONVERT_WITH_SPEEDSCOPE}`]: (file) =>
    has(file, 'traceEvents') || eventsOf(file).length > 0,
  [`a V8 CPU profile (.cpuprofile), as recorded by Node.js and Chrome; ${CONVERT_WITH_SPEEDSCOPE}`]: (
    file,
  ) => {
    const [first] = asList(memberOf(file, 'nodes'));
    return has(first, 'callFrame') || has(memberOf(file, 'head'), 'functionName');
  },
  [`a V8 heap profile (.heapprofile), as recorded by Node.js and Chrome; ${CONVERT_WITH_SPEEDSCOPE}`]: (
    file,
  ) => has(memberOf(file, 'head'), 'callFrame'),
  'a V8 heap snapshot, which has objects but no stacks: view it in Chrome DevTools.': (file) =>
    has(memberOf(memberOf(file, 'snapshot'), 'meta'), 'node_fields'),
  [`a V8 log preprocessed by node --prof-process; ${CONVERT_WITH_SPEEDSCOPE}`]: (file) => {
    const [first] = asList(memberOf(file, 'code'));
    return has(first, 'name', 'type');
  },
  'a profile in the Firefox Profiler format, also written by samply and Tachyon: view it at profiler.firefox.com, or record again with perf record -g or, in Tachyon, with --collapsed instead of --gecko.':
    (file) => {
      const meta = memberOf(file, 'meta');
      return has(meta, 'interval') && (has(meta, 'processType') || has(meta, 'startTime'));
    },
  'a Scalene profile, which has lines but no stacks: view it with scalene view.': (file) =>
    has(file, 'alloc_samples') || has(file, 'growth_rate', 'files'),
  'a pyinstrument session; convert it with pyinstrument: pyinstrument --load FILE -r speedscope -o FILE.json':
    ['start_call_stack'],
  'pyinstrument JSON output, which no longer contains the samples: record again with -r speedscope.': [
    'root_frame',
    'sample_count',
  ],
  'an OpenTelemetry profile (OTLP): export it as pprof from the backend that stores it.': (file) =>
    has(file, 'resourceProfiles') || has(file, 'resource_profiles'),
  'a Pyroscope flame graph as JSON: export it from Pyroscope as pprof.': ['flamebearer'],
  [`a stackprof profile; ${CONVERT_WITH_SPEEDSCOPE}`]: ['mode', 'interval', 'gc_samples'],
  [`a GHC (Haskell) profile as JSON; ${CONVERT_WITH_SPEEDSCOPE}`]: ['total_ticks', 'tick_interval'],
  [`a recording from Firefox’s old performance tools; ${CONVERT_WITH_SPEEDSCOPE}`]: [
    'label',
    'markers',
    'ticks',
  ],
  [`a timeline from Safari’s Web Inspector; ${CONVERT_WITH_SPEEDSCOPE}`]: (file) =>
    has(memberOf(file, 'recording'), 'instrumentTypes'),
  'output of perf data convert --to-json: open the perf.data file itself.': ['linux-perf-json-version'],
  'output of perf stat -j, which has event counts but no stacks: record stacks with: perf record -g.': [
    'counter-value',
  ],
  'output of jfr print --json; convert it with async-profiler, from the .jfr file: jfrconv NAME.jfr NAME.collapsed':
    (file) =>
      asList(memberOf(memberOf(file, 'recording'), 'events')).some((event) =>
        asString(memberOf(event, 'type'))?.startsWith('jdk.'),
      ),
  'JSON lines from Tachyon, Python’s sampling profiler: record again with --collapsed instead of --jsonl.': [
    'sample_interval_usec',
    'run_id',
  ],
  'a DHAT heap profile, which has no samples: view it with dh_view.html from Valgrind.': ['dhatFileVersion'],
};

/** Completes the sentence for a parsed file, which may be incomplete (json-head.ts); undefined if its format is unknown. */
export function describeJson(file: unknown): string | undefined {
  return Object.keys(FORMATS).find((sentence) => {
    const test = FORMATS[sentence];
    return typeof test === 'function' ? test(file) : has(file, ...test);
  });
}

function has(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => memberOf(value, name) !== undefined);
}

/** The first events of a trace: objects with a phase and a time or process, in a top-level list or in `traceEvents`. */
function eventsOf(file: unknown): readonly unknown[] {
  const events = Array.isArray(file) ? asList(file) : asList(memberOf(file, 'traceEvents'));
  return events
    .slice(0, MAX_EVENTS)
    .filter((event) => has(event, 'ph') && (has(event, 'ts') || has(event, 'pid')));
}
