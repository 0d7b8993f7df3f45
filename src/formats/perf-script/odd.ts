// Lines a reader of `perf script` does not use, by kind. Each kind becomes one note with a count and a first line.

import { TOO_MANY_EVENTS } from '../../model/builder.ts';
import { ONE_LINE_FRAME } from './frame-line.ts';
import type { HeaderLine } from './header-line.ts';

export const ODD = {
  cut: 'The text ends inside a sample; that last sample was left out',
  orphan: 'Frame lines without a sample before them were left out',
  frame: 'Frame lines that could not be read were left out',
  source: 'Source lines (-F +srcline) are not used',
  registers: 'Register lines (-F +uregs, +iregs) are not used',
  branches: 'Branch stack lines (-F +brstack) are not used',
  trace: 'Branches and other packets that the processor traced are not samples; they were left out',
  long: 'Lines of more than 64 kB were left out',
  event: TOO_MANY_EVENTS,
  other: 'Lines that are no part of perf script’s output were left out',
} as const;

export type Odd = keyof typeof ODD;

/** The kind of a line that is neither a sample, a frame nor one of perf's records. */
export function kindOfOdd(line: string): Odd {
  if (line.startsWith('\t')) return 'frame';
  if (/^ ABI:\d/.test(line)) return 'registers';
  if (/^ *0x[0-9a-f]+(?:\(.*?\))?\/0x[0-9a-f]+/.test(line)) return 'branches';
  if (/^ {2}\S.*(?::\d+|\[[0-9a-f]+\]|\?\?:0)$/.test(line)) return 'source';
  return 'other';
}

/** What perf makes of Intel PT and CoreSight beside samples (tools/perf/util/intel-pt.c, cs-etm.c, Linux 6.12). */
const TRACED = /^(?:branches|transactions|ptwrite|cbr|psb|mwait|pwre|exstop|pwrx|evt|iflag)(?::\w*)?$/;
/** Where a branch goes to; each weighs 1. */
const BRANCH = / => | 1 +branches[:\w]*: /;

/** Is this line a decoded packet, and no sample? `text` is all of it; a sample of branches has its frame alone behind the event. */
export function isTraced(text: string, { event, rest }: HeaderLine): boolean {
  if (!TRACED.test(event) || rest.trim() === '') return false;
  return BRANCH.test(text) || !ONE_LINE_FRAME.test(rest);
}
