// The lines of `perf script` output that the reader skips, by kind. Each kind becomes one note, with a count and the number of
// its first line.

import { TOO_MANY_EVENTS } from '../../model/builder.ts';
import type { HeaderLine } from './header-line.ts';
import { isLineAfterFrames, ONE_LINE_FRAME } from './one-line-frame.ts';

export const SKIPPED_LINES = {
  cut: 'Samples cut off at the end of the text were skipped',
  orphan: 'Frame lines without a sample before them were skipped',
  frame: 'Frame lines that could not be parsed were skipped',
  source: 'Source lines (-F +srcline) were skipped',
  registers: 'Register lines (-F +uregs, +iregs) were skipped',
  columns: 'Lines with columns after the call stack (-F +insn, +phys_addr …) were skipped',
  branches: 'Branch stack lines (-F +brstack) were skipped',
  trace: 'Branches and other hardware trace packets, which are not samples, were skipped',
  long: 'Lines longer than 64 kB were skipped',
  event: TOO_MANY_EVENTS,
  other: 'Lines that are not perf script output were skipped',
} as const;

export type SkippedLine = keyof typeof SKIPPED_LINES;

/** Returns the kind of a line that is not a header, a frame or a perf record. */
export function classifySkippedLine(line: string): SkippedLine {
  if (line.startsWith('\t')) return 'frame';
  if (/^ ABI:\d/.test(line)) return 'registers';
  if (/^ *0x[0-9a-f]+(?:\(.*?\))?\/0x[0-9a-f]+/.test(line)) return 'branches';
  if (isLineAfterFrames(line)) return 'columns';
  if (/^ {2}\S.*(?::\d+|\[[0-9a-f]+\]|\?\?:0)$/.test(line)) return 'source';
  return 'other';
}

/** Events that are not samples, synthesized from Intel PT and CoreSight (tools/perf/util/intel-pt.c, cs-etm.c, Linux 6.12). */
const TRACED = /^(?:branches|transactions|ptwrite|cbr|psb|mwait|pwre|exstop|pwrx|evt|iflag)(?::\w*)?$/;
/** A branch with its target; each has a period of 1. */
const BRANCH = / => | 1 +branches[:\w]*: /;

/** True if the line is a decoded trace packet, not a sample. A sample of a branch has only a frame after the event. */
export function isTracePacket(text: string, { event, rest }: HeaderLine): boolean {
  if (!TRACED.test(event) || rest.trim() === '') return false;
  return BRANCH.test(text) || !ONE_LINE_FRAME.test(rest);
}
