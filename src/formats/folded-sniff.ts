// Recognizes folded ("collapsed") stacks by Pyrograph or other tools: `comm;root;…;leaf weight`, one line per distinct
// stack. Python profilers put process and thread first and print frames as `name (file:line)` or `file:name:line`.

import {
  FOLDED_LINE,
  asFoldedLine,
  canBeComm,
  isBlankOrComment,
  isDifference,
  MAX_FOLDED_LINE,
  type FoldedForm,
} from './folded-line.ts';
import { linesOf } from './format.ts';

const NEWLINE = 10;
const SNIFFED_LINES = 200;
/** A line with one frame: a word with a letter, not a key such as `Total:`, optionally with a file in parentheses. */
const FLAT = /^(?=.*[a-z_\u0080-\uffff])\S*[^\s:=,](?: \(.*\))?$/i;
const PYTHON =
  /^(?:P\d+;T\d|tid:\d|process \d+:"|thread \()|(?:\((?:[^;()]*\.py\w?|<[^;()]*>):\d+\)|\(\S*[.>]\w*\);L\d+|(?:\.py\w?|<[^;]*>):[^:;]+:-?\d+)(?:;|$)/;

/** The name of a Python function as perf records it; `fold --lines` adds its line. */
const PERF_NAME = /(?:^|;)py::/;

/** Longer beginnings of stacks tell nothing new, and the pattern would be slow. */
const MAX_TESTED = 2048;

/** Detects the variant of the text; undefined if too few of its first lines are folded stacks, or if it is a difference of two profiles. */
export function sniffFolded(head: Uint8Array): FoldedForm | undefined {
  if (isDifference(linesOf(head, MAX_FOLDED_LINE), head.at(-1) !== NEWLINE)) return undefined;
  return sniffOrder(head, false) ?? sniffOrder(head, true);
}

function sniffOrder(head: Uint8Array, isWeightFirst: boolean): FoldedForm | undefined {
  let lines = 0;
  let stacks = 0;
  let deep = 0;
  let flat = 0;
  let python = 0;
  let hasComm = true;
  for (const line of linesOf(head, MAX_FOLDED_LINE)) {
    if (isBlankOrComment(line)) continue;
    if (lines++ === SNIFFED_LINES) break;
    const stack = stackOf(line, isWeightFirst);
    if (!stack) continue;
    stacks++;
    const start = stack.slice(0, MAX_TESTED);
    if (PYTHON.test(start) && !PERF_NAME.test(start)) python++;
    const [first] = stack.split(';', 1);
    if (first === stack) flat += Number(FLAT.test(stack));
    else {
      deep++;
      hasComm &&= canBeComm(first);
    }
  }
  const isFlat = deep === 0;
  // The last line of a head is usually truncated, so it may not match. Lines of prose may end in numbers, but rarely have
  // semicolons before them.
  const isFolded = isFlat
    ? flat * 2 >= stacks && flat > 0 && stacks * 10 >= (lines - 1) * 9
    : stacks * 3 >= (lines - 1) * 2 && (deep + flat) * 2 >= stacks;
  const isPython = python * 2 >= stacks;
  return isFolded ? { hasComm: hasComm && !isFlat && !isPython, isPython, isFlat, isWeightFirst } : undefined;
}

function stackOf(line: string, isWeightFirst: boolean): string | undefined {
  const stack = isWeightFirst ? undefined : FOLDED_LINE.exec(line)?.[1];
  if (stack) return stack;
  const rewritten = asFoldedLine(line, isWeightFirst);
  return rewritten === undefined ? undefined : FOLDED_LINE.exec(rewritten)?.[1];
}
