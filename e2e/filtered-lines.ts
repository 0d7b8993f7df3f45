// A deliberately simple implementation of filters. It filters each stack of folded text separately, as a list of names.

import type { FilterAction } from '../src/model/filter.ts';
import { type Line, linesOf } from './golden.ts';

export interface FilterStep {
  readonly action: FilterAction;
  /** Matches the frames that the filter applies to. */
  readonly matches: RegExp;
  /** The frame that replaces collapsed frames; by default, the outermost of them. */
  readonly replacement?: string;
}

/** Applies all steps in order and returns the resulting lines. */
export function filteredLines(text: string, steps: readonly FilterStep[]): Line[] {
  return steps.reduce((lines, step) => lines.flatMap((line) => filteredLine(line, step)), linesOf(text));
}

function filteredLine(line: Line, { action, matches, replacement }: FilterStep): Line[] {
  const { frames } = line;
  const isMatch = (frame: string) => matches.test(frame);
  const first = frames.findIndex(isMatch);
  const withFrames = (kept: string[]) => [{ ...line, frames: kept }];
  switch (action) {
    case 'focus':
      return first < 0 ? [] : withFrames(frames.slice(first));
    case 'callers':
      return first < 0 ? [] : withFrames(frames.slice(0, first + 1));
    case 'only':
      return first < 0 ? [] : [line];
    case 'drop':
      return first < 0 ? [line] : [];
    case 'hide': {
      const rest = frames.filter((frame) => !isMatch(frame));
      return withFrames(rest.length > 0 ? rest : ['[hidden]']);
    }
    case 'keep': {
      const kept = frames.filter(isMatch);
      return withFrames(kept.length > 0 ? kept : ['[hidden]']);
    }
    case 'recursion':
      return withFrames(frames.filter((frame, i) => !isMatch(frame) || frame !== frames[i - 1]));
    case 'collapse':
      return withFrames(
        frames.flatMap((frame, i) => {
          if (!isMatch(frame)) return [frame];
          return i > 0 && isMatch(frames[i - 1]) ? [] : [replacement ?? frame];
        }),
      );
  }
}
