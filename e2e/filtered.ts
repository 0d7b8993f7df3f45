// What filters make of folded text, by the plainest means: each stack on its own, as a list of names. The page is held
// against it.

import type { FilterAction } from '../src/model/filter.ts';
import { linesOf, type Line } from './golden.ts';

export interface Step {
  readonly action: FilterAction;
  /** Of the frames that are meant. */
  readonly matches: RegExp;
  /** What all of them become when they collapse; their outermost when undefined. */
  readonly standIn?: string;
}

/** The lines after every step, one on the other. */
export function filteredLines(text: string, steps: readonly Step[]): Line[] {
  return steps.reduce((lines, step) => lines.flatMap((line) => filteredLine(line, step)), linesOf(text));
}

function filteredLine(line: Line, { action, matches, standIn }: Step): Line[] {
  const { frames } = line;
  const is = (frame: string) => matches.test(frame);
  const first = frames.findIndex(is);
  const cut = (kept: string[]) => [{ ...line, frames: kept }];
  switch (action) {
    case 'focus':
      return first < 0 ? [] : cut(frames.slice(first));
    case 'callers':
      return first < 0 ? [] : cut(frames.slice(0, first + 1));
    case 'only':
      return first < 0 ? [] : [line];
    case 'drop':
      return first < 0 ? [line] : [];
    case 'hide': {
      const rest = frames.filter((frame) => !is(frame));
      return cut(rest.length > 0 ? rest : ['[hidden]']);
    }
    case 'recursion':
      return cut(frames.filter((frame, i) => !is(frame) || frame !== frames[i - 1]));
    case 'collapse':
      return cut(
        frames.flatMap((frame, i) => {
          if (!is(frame)) return [frame];
          return i > 0 && is(frames[i - 1]) ? [] : [standIn ?? frame];
        }),
      );
  }
}

export function weightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { weight }) => sum + weight, 0);
}
