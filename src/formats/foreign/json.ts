// Formats of other programs that are JSON, by their members. Where one program's files are like another's, the more
// particular comes first.

import { list, member, text } from '../speedscope/json.ts';
import { BY_SPEEDSCOPE, type Foreign, type Head } from './foreign.ts';

/** Events of a trace that are looked at. */
const EVENTS = 50;
const AS_SPEEDSCOPE = 'record again with -r speedscope';

export const JSON_FORMATS: readonly Foreign[] = [
  {
    what: 'a trace of VizTracer, which has every call and not samples',
    convert: BY_SPEEDSCOPE,
    matches: json(
      (file) =>
        has(file, 'viztracer_metadata') ||
        eventsOf(file).some((event) => text(member(event, 'cat'))?.toLowerCase() === 'fee'),
    ),
  },
  {
    what: 'a trace in Chrome’s format',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'traceEvents') || eventsOf(file).length > 0),
  },
  {
    what: 'a CPU profile of V8 (.cpuprofile), as Node.js and Chrome record it',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => {
      const [first] = list(member(file, 'nodes'));
      return has(first, 'callFrame') || has(member(file, 'head'), 'functionName');
    }),
  },
  {
    what: 'a heap profile of V8 (.heapprofile), as Node.js and Chrome record it',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(member(file, 'head'), 'callFrame')),
  },
  {
    what: 'a heap snapshot of V8, which has objects and no stacks',
    instead: 'view it in Chrome’s developer tools',
    matches: json((file) => has(member(member(file, 'snapshot'), 'meta'), 'node_fields')),
  },
  {
    what: 'a log of V8 that node --prof-process has read',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => {
      const [first] = list(member(file, 'code'));
      return has(first, 'name') && has(first, 'type');
    }),
  },
  {
    what: 'a profile in the format of the Firefox Profiler, which samply and Tachyon write too',
    instead:
      'view it on profiler.firefox.com, or record one that Pyrograph opens: with perf record -g, or with --collapsed in place of --gecko',
    matches: json((file) => {
      const meta = member(file, 'meta');
      return has(meta, 'interval') && (has(meta, 'processType') || has(meta, 'startTime'));
    }),
  },
  {
    what: 'a profile of Scalene, which counts by line and not by stack',
    instead: 'view it with scalene view',
    matches: json((file) => has(file, 'alloc_samples') || (has(file, 'growth_rate') && has(file, 'files'))),
  },
  {
    what: 'a session of pyinstrument',
    convert: { by: 'pyinstrument', command: 'pyinstrument --load FILE -r speedscope -o FILE.json' },
    matches: json((file) => has(file, 'start_call_stack')),
  },
  {
    what: 'pyinstrument’s JSON, which has no samples any more',
    instead: AS_SPEEDSCOPE,
    matches: json((file) => has(file, 'root_frame') && has(file, 'sample_count')),
  },
  {
    what: 'profiles of OpenTelemetry (OTLP)',
    instead: 'get them as pprof from the program that stores them',
    matches: json((file) => has(file, 'resourceProfiles') || has(file, 'resource_profiles')),
  },
  {
    what: 'a flame graph of Pyroscope as JSON',
    instead: 'export it from Pyroscope as pprof',
    matches: json((file) => has(file, 'flamebearer')),
  },
  {
    what: 'a profile of stackprof',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'mode') && has(file, 'interval') && has(file, 'gc_samples')),
  },
  {
    what: 'a profile of GHC, the Haskell compiler, as JSON',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'total_ticks') && has(file, 'tick_interval')),
  },
  {
    what: 'a recording of Firefox’s old performance tools',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(file, 'label') && has(file, 'markers') && has(file, 'ticks')),
  },
  {
    what: 'a timeline of Safari’s Web Inspector',
    convert: BY_SPEEDSCOPE,
    matches: json((file) => has(member(file, 'recording'), 'instrumentTypes')),
  },
  {
    what: 'what perf data convert --to-json wrote',
    instead: 'open the perf.data itself',
    matches: json((file) => has(file, 'linux-perf-json-version')),
  },
  {
    what: 'what perf stat -j printed, which counts events and has no stacks',
    instead: 'record stacks with: perf record -g',
    matches: json((file) => has(file, 'counter-value')),
  },
  {
    what: 'what jfr print --json printed',
    convert: { by: 'async-profiler, from the .jfr file', command: 'jfrconv NAME.jfr NAME.collapsed' },
    matches: json((file) =>
      list(member(member(file, 'recording'), 'events')).some((event) =>
        text(member(event, 'type'))?.startsWith('jdk.'),
      ),
    ),
  },
  {
    what: 'JSON lines of Python’s own sampling profiler, Tachyon',
    instead: 'record with --collapsed in place of --jsonl',
    matches: json((file) => has(file, 'sample_interval_usec') && has(file, 'run_id')),
  },
  {
    what: 'a heap profile of DHAT, which has no samples',
    instead: 'view it with dh_view.html, which comes with Valgrind',
    matches: json((file) => has(file, 'dhatFileVersion')),
  },
];

function json(matches: (file: unknown) => boolean): (head: Head) => boolean {
  return (head) => matches(head.json);
}

function has(value: unknown, name: string): boolean {
  return member(value, name) !== undefined;
}

/** The first events of a trace: objects with a phase and a time, in a list or the list traceEvents. */
function eventsOf(file: unknown): readonly unknown[] {
  const events = Array.isArray(file) ? list(file) : list(member(file, 'traceEvents'));
  return events
    .slice(0, EVENTS)
    .filter((event) => has(event, 'ph') && (has(event, 'ts') || has(event, 'pid')));
}
