// Formats of other programs that are text, by lines that only they have.

import { BY_SPEEDSCOPE, type Foreign, type Head } from './foreign.ts';

const RECORD_STACKS = 'record stacks with: perf record -g';
const PPROF = 'open the profile itself, or write it anew with: pprof -proto PROFILE > profile.pb.gz';

export const TEXT: readonly Foreign[] = [
  {
    what: 'what perf diff printed, which is summed up and cannot be opened',
    instead: 'open one of the perf.data files',
    matches: start(/^# Baseline +Delta/m),
  },
  {
    what: 'what perf report printed, which is summed up and cannot be opened',
    instead: 'open the perf.data itself, or what this prints: perf script > out.perf',
    matches: all(/^# (?:Overhead|Children|Samples: +\S+ +of event)|^ +\d+\.\d\d% .*\[[.kguH]\] /m),
  },
  {
    what: 'what perf annotate printed, which has instructions and no stacks',
    instead: 'open the perf.data itself',
    matches: start(/^ *Percent.*\tSource code & Disassembly of /m),
  },
  {
    what: 'what perf stat printed, which counts events and has no stacks',
    instead: RECORD_STACKS,
    matches: start(/^ *Performance counter stats for /m),
  },
  {
    what: 'what perf trace printed, which has system calls and no stacks',
    instead: RECORD_STACKS,
    matches: start(/^ +[\d.?]+ \( *(?:[\d.]+ ms)? *\): .*\(.*\)|^ Summary of events:$/m),
  },
  {
    what: 'a dump of the records of a perf.data (-D)',
    instead: 'open the perf.data itself, or what this prints: perf script > out.perf',
    matches: start(/^\. \.\.\. raw event: size \d+ bytes$/m),
  },
  {
    what: 'what strace printed, which has system calls and no samples',
    instead: RECORD_STACKS,
    matches: start(
      /^(?:(?:\[pid +\d+\] |\d+ +)?[a-z]\w+\(.*\) += (?:-?\d+|0x|\?)|% time +seconds +usecs\/call )/,
    ),
  },
  {
    what: 'what cProfile or pstats printed, which has the time of each function but no stacks',
    instead:
      'save the profile with python -m cProfile -o app.prof, and estimate the stacks with: python -m flameprof --format=log app.prof > app.folded',
    matches: start(/^ +\d+ function calls .*in [\d.]+ (?:CPU )?seconds$/m),
  },
  { what: 'what pprof -raw printed', instead: PPROF, matches: start(/^PeriodType: /) },
  {
    what: 'a report that pprof printed',
    instead: PPROF,
    matches: start(/^Showing nodes accounting for |^Type: .*\n(?:.*\n){0,4}-+\+-+$/m),
  },
  {
    what: 'a profile of gperftools or an old Go as text',
    convert: {
      by: 'pprof and the program that was profiled',
      command: 'pprof -proto PROGRAM FILE > FILE.pb.gz',
    },
    matches: start(
      /^(?:heap profile: |--- ?(?:heapz|growthz|contentionz?|threadz|mutex)\b|(?:goroutine|threadcreate|block|mutex|heap) profile: )/,
    ),
  },
  {
    what: 'a profile of Massif, which has the memory in use at some moments',
    instead: 'view it with ms_print',
    matches: start(/^desc: .*\ncmd: .*\ntime_unit: /),
  },
  {
    what: 'a profile of Cachegrind, which counts by line and not by stack',
    instead: 'view it with cg_annotate',
    matches: start(/^desc: .*\n(?:desc: .*\n)*cmd: .*\nevents: /),
  },
  {
    what: 'a profile in the format of Callgrind, which has calls but no whole stacks',
    convert: BY_SPEEDSCOPE,
    matches: start(/^# callgrind format$|^positions: (?:instr|line)|^events: .+\n(?:.*\n)*?(?:ob|fl|fn)=/m),
  },
  {
    what: 'stacks that DTrace counted',
    convert: { by: 'inferno', command: 'inferno-collapse-dtrace FILE > FILE.folded' },
    matches: start(/^ *CPU +ID +FUNCTION:NAME *$|^ +\S+`\S.*\n +\S+`\S.*\n(?:.*\n)*? +\d+ *$/m),
  },
  {
    what: 'what bpftrace printed',
    convert: { by: 'FlameGraph', command: 'stackcollapse-bpftrace.pl FILE > FILE.folded' },
    matches: start(/^Attaching \d+ probes?\.\.\.$|^@\w*\[\s*$|^@\w*\[.*\]: /m),
  },
  {
    what: 'what sample printed on macOS',
    convert: { by: 'inferno', command: 'inferno-collapse-sample FILE > FILE.folded' },
    matches: start(/^(?:Analysis of sampling|Sampling process) /),
  },
  {
    what: 'a time profile that xctrace exported from Instruments',
    convert: { by: 'inferno', command: 'inferno-collapse-xctrace FILE > FILE.folded' },
    matches: start(/<trace-query-result>/),
  },
  {
    what: 'a call tree that was copied out of Instruments',
    convert: BY_SPEEDSCOPE,
    matches: start(/^(?:Weight\tSelf Weight|Running Time\tSelf|Bytes Used\tCount)\b/),
  },
  {
    what: 'a report of VTune as CSV',
    convert: { by: 'inferno', command: 'inferno-collapse-vtune FILE > FILE.folded' },
    matches: start(/^"?Function Stack"?[,;\t]/m),
  },
  {
    what: 'a report of Visual Studio’s profiler as CSV',
    convert: { by: 'inferno', command: 'inferno-collapse-vsprof FILE > FILE.folded' },
    matches: start(/^"?Level"?,"?Function Name"?,"?Number of Calls/),
  },
  {
    what: 'a profile of GHC, the Haskell compiler',
    convert: { by: 'inferno', command: 'inferno-collapse-ghcprof FILE > FILE.folded' },
    matches: start(/Time and Allocation Profiling Report/),
  },
  {
    what: 'a log of V8, as node --prof writes it',
    convert: {
      by: 'Node.js and speedscope, whose Export button saves a file that Pyrograph opens',
      command: 'node --prof-process --preprocess FILE > FILE.json && npx speedscope FILE.json',
    },
    matches: start(/^v8-version,/),
  },
  {
    what: 'what node --prof-process printed, which is summed up',
    instead: 'open the log itself, which node --prof wrote, to see how to convert it',
    matches: start(/^Statistical profiling result from /),
  },
  {
    what: 'what jfr print printed',
    convert: { by: 'async-profiler, from the .jfr file', command: 'jfrconv NAME.jfr NAME.collapsed' },
    matches: start(/^jdk\.\w+ \{$/m),
  },
  {
    what: 'a picture (SVG) of a flame graph, which cannot be read back',
    instead: 'open the profile or the folded stacks that it was drawn from',
    matches: ({ text, all: svg }) =>
      isSvg(text) && /flame ?graph|func_|<title>[^<]{1,500}\([^<)]{0,99}(?:samples|%)/i.test(svg),
  },
  {
    what: 'a picture (SVG)',
    instead: 'open the recording or the folded stacks that it was drawn from',
    matches: ({ text }) => isSvg(text),
  },
];

function isSvg(text: string): boolean {
  return /^\s*<(?:\?xml|!DOCTYPE svg|!--|svg)\b/i.test(text) && /<svg\b/.test(text);
}

function start(pattern: RegExp): (head: Head) => boolean {
  return ({ text }) => pattern.test(text);
}

/** For what may come after a long header. */
function all(pattern: RegExp): (head: Head) => boolean {
  return ({ all: text }) => pattern.test(text);
}
