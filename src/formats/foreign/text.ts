// Text formats of other programs, detected by characteristic lines.

import { hasTwoCounts } from '../folded-line.ts';
import { CONVERT_WITH_SPEEDSCOPE } from './json.ts';

const RECORD_STACKS = 'record stacks with: perf record -g';
const CONVERT_WITH_PPROF =
  'open the profile itself, or convert it with: pprof -proto PROFILE > profile.pb.gz';

/** Number of leading characters to examine: enough to detect most formats, and few enough to be quick. */
const START_LENGTH = 4096;

/** A pattern for the start of the text, or a test. The key completes the sentence “FILE is …” (see explainForeign). */
const FORMATS: Readonly<Record<string, RegExp | ((start: string, all: string) => boolean)>> = {
  'output of perf diff, which is aggregated and cannot be opened: open one of the perf.data files.':
    /^# Baseline +Delta/m,
  'output of perf report, which is aggregated and cannot be opened: open the perf.data file itself, or the output of: perf script > out.perf.':
    (_, all) => /^# (?:Overhead|Children|Samples: +\S+ +of event)|^ +\d+\.\d\d% .*\[[.kguH]\] /m.test(all),
  'output of perf annotate, which has instructions but no stacks: open the perf.data file itself.':
    /^ *Percent.*\tSource code & Disassembly of /m,
  [`output of perf stat, which has event counts but no stacks: ${RECORD_STACKS}.`]:
    /^ *Performance counter stats for /m,
  [`output of perf trace, which has system calls but no stacks: ${RECORD_STACKS}.`]:
    /^ +[\d.?]+ \( *(?:[\d.]+ ms)? *\): .*\(.*\)|^ Summary of events:$/m,
  'a dump of perf.data records (-D): open the perf.data file itself, or the output of: perf script > out.perf.':
    /^\. \.\.\. raw event: size \d+ bytes$/m,
  'the difference of two profiles in folded stacks (difffolded.pl), which cannot be opened: open the two profiles with: pyrograph compare A.folded B.folded':
    (start) => {
      const lines = start
        .split('\n')
        .slice(0, 20)
        .filter((line) => line !== '' && !line.startsWith('#'));
      return lines.length > 1 && lines.every(hasTwoCounts);
    },
  [`stacks of one moment, as faulthandler, py-spy dump, pystack, gdb or jstack print them, which are not samples: ${RECORD_STACKS}.`]:
    /^(?:Fatal Python error: |(?:Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):|Traceback \(most recent call (?:last|first)\):|Traceback for thread \d+|Process \d+: .*\nPython v\d|Thread \d+ \(Thread 0x[0-9a-f]+ |#0 +0x[0-9a-f]+ in |\[New LWP \d+\]|Full thread dump )/m,
  [`output of ftrace, perf sched, perf lock or perf c2c, or JSON of perf stat, which has no sampled stacks: ${RECORD_STACKS}.`]:
    /^# tracer: |^ *-{20,}\n +Task +\||^ +time +cpu +task name|^ *Name +acquired +contended|^ *contended +total wait|Shared Data Cache Line Table|Trace Event Information|^\{"(?:interval|cpu|counter-value|event)" ?: .*"(?:counter-value|event)" ?:/m,
  [`output of strace, which has system calls but no samples: ${RECORD_STACKS}.`]:
    /^(?:(?:\[pid +\d+\] |\d+ +)?[a-z]\w+\(.*\) += (?:-?\d+|0x|\?)|% time +seconds +usecs\/call )/,
  'output of cProfile or pstats, which has times per function but no stacks: save the profile with python -m cProfile -o app.prof, and estimate the stacks with: python -m flameprof --format=log app.prof > app.folded.':
    /^ +\d+ function calls .*in [\d.]+ (?:CPU )?seconds$/m,
  [`output of pprof -raw: ${CONVERT_WITH_PPROF}.`]: /^PeriodType: /,
  [`a pprof report: ${CONVERT_WITH_PPROF}.`]:
    /^Showing nodes accounting for |^Type: .*\n(?:.*\n){0,4}-+\+-+$/m,
  'a text profile from gperftools or an old Go version; convert it with pprof and the profiled program: pprof -proto PROGRAM FILE > FILE.pb.gz':
    /^(?:heap profile: |--- ?(?:heapz|growthz|contentionz?|threadz|mutex)\b|(?:goroutine|threadcreate|block|mutex|heap) profile: )/,
  'a Massif profile, which has snapshots of memory use: view it with ms_print.':
    /^desc: .*\ncmd: .*\ntime_unit: /,
  'a Cachegrind profile, which has counts per line but no stacks: view it with cg_annotate.':
    /^desc: .*\n(?:desc: .*\n)*cmd: .*\nevents: /,
  [`a profile in the Callgrind format, which has calls but no full stacks; ${CONVERT_WITH_SPEEDSCOPE}`]:
    /^# callgrind format$|^positions: (?:instr|line)|^events: .+\n(?:.*\n)*?(?:ob|fl|fn)=/m,
  'stacks counted by DTrace; convert it with inferno: inferno-collapse-dtrace FILE > FILE.folded':
    /^ *CPU +ID +FUNCTION:NAME *$|^ +\S+`\S.*\n +\S+`\S.*\n(?:.*\n)*? +\d+ *$/m,
  'output of bpftrace; convert it with FlameGraph: stackcollapse-bpftrace.pl FILE > FILE.folded':
    /^Attaching \d+ probes?\.\.\.$|^@\w*\[\s*$|^@\w*\[.*\]: /m,
  'output of sample on macOS; convert it with inferno: inferno-collapse-sample FILE > FILE.folded':
    /^(?:Analysis of sampling|Sampling process) /,
  'a time profile exported from Instruments by xctrace; convert it with inferno: inferno-collapse-xctrace FILE > FILE.folded':
    /<trace-query-result>/,
  [`a call tree copied from Instruments; ${CONVERT_WITH_SPEEDSCOPE}`]:
    /^(?:Weight\tSelf Weight|Running Time\tSelf|Bytes Used\tCount)\b/,
  'a VTune report as CSV; convert it with inferno: inferno-collapse-vtune FILE > FILE.folded':
    /^"?Function Stack"?[,;\t]/m,
  'a Visual Studio profiler report as CSV; convert it with inferno: inferno-collapse-vsprof FILE > FILE.folded':
    /^"?Level"?,"?Function Name"?,"?Number of Calls/,
  'a GHC (Haskell) profile; convert it with inferno: inferno-collapse-ghcprof FILE > FILE.folded':
    /Time and Allocation Profiling Report/,
  'a V8 log, as written by node --prof; convert it with Node.js and speedscope, whose Export button saves a file that Pyrograph opens: node --prof-process --preprocess FILE > FILE.json && npx speedscope FILE.json':
    /^v8-version,/,
  'output of node --prof-process, which is aggregated: open the log written by node --prof to see how to convert it.':
    /^Statistical profiling result from /,
  'output of jfr print; convert it with async-profiler, from the .jfr file: jfrconv NAME.jfr NAME.collapsed':
    /^jdk\.\w+ \{$/m,
  'an SVG image of a flame graph, which cannot be read back: open the profile or the folded stacks it was drawn from.':
    (start, all) =>
      isSvg(start) && /flame ?graph|func_|<title>[^<]{1,500}\([^<)]{0,99}(?:samples|%)/i.test(all),
  'an SVG image: open the recording or the folded stacks it was drawn from.': isSvg,
};

/** Completes the sentence for a text file; undefined if its format is unknown. */
export function describeText(text: string): string | undefined {
  const start = text.slice(0, START_LENGTH);
  return Object.keys(FORMATS).find((sentence) => {
    const test = FORMATS[sentence];
    return typeof test === 'function' ? test(start, text) : test.test(start);
  });
}

function isSvg(text: string): boolean {
  return /^\s*<(?:\?xml|!DOCTYPE svg|!--|svg)\b/i.test(text) && /<svg\b/.test(text);
}
