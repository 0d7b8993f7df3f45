// Text formats of other programs, detected by characteristic lines.

import { BY_SPEEDSCOPE, type ForeignFormat, type Head } from './foreign.ts';

const RECORD_STACKS = 'record stacks with: perf record -g';
const PPROF = 'open the profile itself, or convert it with: pprof -proto PROFILE > profile.pb.gz';

export const TEXT: readonly ForeignFormat[] = [
  {
    name: 'output of perf diff, which is aggregated and cannot be opened',
    advice: 'open one of the perf.data files',
    matches: start(/^# Baseline +Delta/m),
  },
  {
    name: 'output of perf report, which is aggregated and cannot be opened',
    advice: 'open the perf.data file itself, or the output of: perf script > out.perf',
    matches: anywhere(/^# (?:Overhead|Children|Samples: +\S+ +of event)|^ +\d+\.\d\d% .*\[[.kguH]\] /m),
  },
  {
    name: 'output of perf annotate, which has instructions but no stacks',
    advice: 'open the perf.data file itself',
    matches: start(/^ *Percent.*\tSource code & Disassembly of /m),
  },
  {
    name: 'output of perf stat, which has event counts but no stacks',
    advice: RECORD_STACKS,
    matches: start(/^ *Performance counter stats for /m),
  },
  {
    name: 'output of perf trace, which has system calls but no stacks',
    advice: RECORD_STACKS,
    matches: start(/^ +[\d.?]+ \( *(?:[\d.]+ ms)? *\): .*\(.*\)|^ Summary of events:$/m),
  },
  {
    name: 'a dump of perf.data records (-D)',
    advice: 'open the perf.data file itself, or the output of: perf script > out.perf',
    matches: start(/^\. \.\.\. raw event: size \d+ bytes$/m),
  },
  {
    name: 'output of strace, which has system calls but no samples',
    advice: RECORD_STACKS,
    matches: start(
      /^(?:(?:\[pid +\d+\] |\d+ +)?[a-z]\w+\(.*\) += (?:-?\d+|0x|\?)|% time +seconds +usecs\/call )/,
    ),
  },
  {
    name: 'output of cProfile or pstats, which has times per function but no stacks',
    advice:
      'save the profile with python -m cProfile -o app.prof, and estimate the stacks with: python -m flameprof --format=log app.prof > app.folded',
    matches: start(/^ +\d+ function calls .*in [\d.]+ (?:CPU )?seconds$/m),
  },
  { name: 'output of pprof -raw', advice: PPROF, matches: start(/^PeriodType: /) },
  {
    name: 'a pprof report',
    advice: PPROF,
    matches: start(/^Showing nodes accounting for |^Type: .*\n(?:.*\n){0,4}-+\+-+$/m),
  },
  {
    name: 'a text profile from gperftools or an old Go version',
    convert: {
      tool: 'pprof and the profiled program',
      command: 'pprof -proto PROGRAM FILE > FILE.pb.gz',
    },
    matches: start(
      /^(?:heap profile: |--- ?(?:heapz|growthz|contentionz?|threadz|mutex)\b|(?:goroutine|threadcreate|block|mutex|heap) profile: )/,
    ),
  },
  {
    name: 'a Massif profile, which has snapshots of memory use',
    advice: 'view it with ms_print',
    matches: start(/^desc: .*\ncmd: .*\ntime_unit: /),
  },
  {
    name: 'a Cachegrind profile, which has counts per line but no stacks',
    advice: 'view it with cg_annotate',
    matches: start(/^desc: .*\n(?:desc: .*\n)*cmd: .*\nevents: /),
  },
  {
    name: 'a profile in the Callgrind format, which has calls but no full stacks',
    convert: BY_SPEEDSCOPE,
    matches: start(/^# callgrind format$|^positions: (?:instr|line)|^events: .+\n(?:.*\n)*?(?:ob|fl|fn)=/m),
  },
  {
    name: 'stacks counted by DTrace',
    convert: { tool: 'inferno', command: 'inferno-collapse-dtrace FILE > FILE.folded' },
    matches: start(/^ *CPU +ID +FUNCTION:NAME *$|^ +\S+`\S.*\n +\S+`\S.*\n(?:.*\n)*? +\d+ *$/m),
  },
  {
    name: 'output of bpftrace',
    convert: { tool: 'FlameGraph', command: 'stackcollapse-bpftrace.pl FILE > FILE.folded' },
    matches: start(/^Attaching \d+ probes?\.\.\.$|^@\w*\[\s*$|^@\w*\[.*\]: /m),
  },
  {
    name: 'output of sample on macOS',
    convert: { tool: 'inferno', command: 'inferno-collapse-sample FILE > FILE.folded' },
    matches: start(/^(?:Analysis of sampling|Sampling process) /),
  },
  {
    name: 'a time profile exported from Instruments by xctrace',
    convert: { tool: 'inferno', command: 'inferno-collapse-xctrace FILE > FILE.folded' },
    matches: start(/<trace-query-result>/),
  },
  {
    name: 'a call tree copied from Instruments',
    convert: BY_SPEEDSCOPE,
    matches: start(/^(?:Weight\tSelf Weight|Running Time\tSelf|Bytes Used\tCount)\b/),
  },
  {
    name: 'a VTune report as CSV',
    convert: { tool: 'inferno', command: 'inferno-collapse-vtune FILE > FILE.folded' },
    matches: start(/^"?Function Stack"?[,;\t]/m),
  },
  {
    name: 'a Visual Studio profiler report as CSV',
    convert: { tool: 'inferno', command: 'inferno-collapse-vsprof FILE > FILE.folded' },
    matches: start(/^"?Level"?,"?Function Name"?,"?Number of Calls/),
  },
  {
    name: 'a GHC (Haskell) profile',
    convert: { tool: 'inferno', command: 'inferno-collapse-ghcprof FILE > FILE.folded' },
    matches: start(/Time and Allocation Profiling Report/),
  },
  {
    name: 'a V8 log, as written by node --prof',
    convert: {
      tool: 'Node.js and speedscope, whose Export button saves a file that Pyrograph opens',
      command: 'node --prof-process --preprocess FILE > FILE.json && npx speedscope FILE.json',
    },
    matches: start(/^v8-version,/),
  },
  {
    name: 'output of node --prof-process, which is aggregated',
    advice: 'open the log written by node --prof to see how to convert it',
    matches: start(/^Statistical profiling result from /),
  },
  {
    name: 'output of jfr print',
    convert: { tool: 'async-profiler, from the .jfr file', command: 'jfrconv NAME.jfr NAME.collapsed' },
    matches: start(/^jdk\.\w+ \{$/m),
  },
  {
    name: 'an SVG image of a flame graph, which cannot be read back',
    advice: 'open the profile or the folded stacks it was drawn from',
    matches: ({ text, allText: svg }) =>
      isSvg(text) && /flame ?graph|func_|<title>[^<]{1,500}\([^<)]{0,99}(?:samples|%)/i.test(svg),
  },
  {
    name: 'an SVG image',
    advice: 'open the recording or the folded stacks it was drawn from',
    matches: ({ text }) => isSvg(text),
  },
];

function isSvg(text: string): boolean {
  return /^\s*<(?:\?xml|!DOCTYPE svg|!--|svg)\b/i.test(text) && /<svg\b/.test(text);
}

function start(pattern: RegExp): (head: Head) => boolean {
  return ({ text }) => pattern.test(text);
}

/** For formats whose characteristic line may come after a long header. */
function anywhere(pattern: RegExp): (head: Head) => boolean {
  return ({ allText: text }) => pattern.test(text);
}
