// JSON formats of other programs, detected by their members. More specific formats come before similar, more general ones.

import { list, member, text } from '../speedscope/json.ts';
import { BY_SPEEDSCOPE, type ForeignFormat, type Head } from './foreign.ts';

/** Number of trace events examined. */
const EVENTS = 50;
const AS_SPEEDSCOPE = 'record again with -r speedscope';

export const JSON_FORMATS: readonly ForeignFormat[] = [
  {
    name: 'a VizTracer trace, which has calls instead of samples',
    convert: BY_SPEEDSCOPE,
    matches: json(
      (file) =>
        has(file, 'viztracer_metadata') ||
        eventsOf(file).some((event) => text(member(event, 'cat'))?.toLowerCase() === 'fee'),
    ),
  },
  {
    name: 'a trace in the Chrome trace event format',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'traceEvents') || eventsOf(file).length > 0),
  },
  {
    name: 'a V8 CPU profile (.cpuprofile), as recorded by Node.js and Chrome',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => {
      const [first] = list(member(file, 'nodes'));
      return has(first, 'callFrame') || has(member(file, 'head'), 'functionName');
    }),
  },
  {
    name: 'a V8 heap profile (.heapprofile), as recorded by Node.js and Chrome',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(member(file, 'head'), 'callFrame')),
  },
  {
    name: 'a V8 heap snapshot, which has objects but no stacks',
    advice: 'view it in Chrome DevTools',
    matches: json((file) => has(member(member(file, 'snapshot'), 'meta'), 'node_fields')),
  },
  {
    name: 'a V8 log preprocessed by node --prof-process',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => {
      const [first] = list(member(file, 'code'));
      return has(first, 'name') && has(first, 'type');
    }),
  },
  {
    name: 'a profile in the Firefox Profiler format, also written by samply and Tachyon',
    advice:
      'view it on profiler.firefox.com, or record with perf record -g, or with --collapsed instead of --gecko',
    matches: json((file) => {
      const meta = member(file, 'meta');
      return has(meta, 'interval') && (has(meta, 'processType') || has(meta, 'startTime'));
    }),
  },
  {
    name: 'a Scalene profile, which has lines but no stacks',
    advice: 'view it with scalene view',
    matches: json((file) => has(file, 'alloc_samples') || (has(file, 'growth_rate') && has(file, 'files'))),
  },
  {
    name: 'a pyinstrument session',
    convert: { tool: 'pyinstrument', command: 'pyinstrument --load FILE -r speedscope -o FILE.json' },
    matches: json((file) => has(file, 'start_call_stack')),
  },
  {
    name: 'pyinstrument JSON output, which no longer contains the samples',
    advice: AS_SPEEDSCOPE,
    matches: json((file) => has(file, 'root_frame') && has(file, 'sample_count')),
  },
  {
    name: 'an OpenTelemetry profile (OTLP)',
    advice: 'export it as pprof from the backend that stores it',
    matches: json((file) => has(file, 'resourceProfiles') || has(file, 'resource_profiles')),
  },
  {
    name: 'a Pyroscope flame graph as JSON',
    advice: 'export it from Pyroscope as pprof',
    matches: json((file) => has(file, 'flamebearer')),
  },
  {
    name: 'a stackprof profile',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'mode') && has(file, 'interval') && has(file, 'gc_samples')),
  },
  {
    name: 'a GHC (Haskell) profile as JSON',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'total_ticks') && has(file, 'tick_interval')),
  },
  {
    name: 'a recording from Firefox’s old performance tools',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'label') && has(file, 'markers') && has(file, 'ticks')),
  },
  {
    name: 'a timeline from Safari’s Web Inspector',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(member(file, 'recording'), 'instrumentTypes')),
  },
  {
    name: 'output of perf data convert --to-json',
    advice: 'open the perf.data file itself',
    matches: json((file) => has(file, 'linux-perf-json-version')),
  },
  {
    name: 'output of perf stat -j, which has event counts but no stacks',
    advice: 'record stacks with: perf record -g',
    matches: json((file) => has(file, 'counter-value')),
  },
  {
    name: 'output of jfr print --json',
    convert: { tool: 'async-profiler, from the .jfr file', command: 'jfrconv NAME.jfr NAME.collapsed' },
    matches: json((file) =>
      list(member(member(file, 'recording'), 'events')).some((event) =>
        text(member(event, 'type'))?.startsWith('jdk.'),
      ),
    ),
  },
  {
    name: 'JSON lines from Tachyon, Python’s sampling profiler',
    advice: 'record with --collapsed instead of --jsonl',
    matches: json((file) => has(file, 'sample_interval_usec') && has(file, 'run_id')),
  },
  {
    name: 'a DHAT heap profile, which has no samples',
    advice: 'view it with dh_view.html from Valgrind',
    matches: json((file) => has(file, 'dhatFileVersion')),
  },
];

function json(matches: (file: unknown) => boolean): (head: Head) => boolean {
  return (head) => matches(head.json);
}

function has(value: unknown, name: string): boolean {
  return member(value, name) !== undefined;
}

/** The first events of a trace: objects with a phase and a time or process, in a list or in `traceEvents`. */
function eventsOf(file: unknown): readonly unknown[] {
  const events = Array.isArray(file) ? list(file) : list(member(file, 'traceEvents'));
  return events
    .slice(0, EVENTS)
    .filter((event) => has(event, 'ph') && (has(event, 'ts') || has(event, 'pid')));
}
