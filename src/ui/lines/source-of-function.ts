// The source of a function, as far as it is known and fits the lines that were sampled.

import { nameWithoutFile } from '../../model/function-names.ts';
import { NONE } from '../../model/profile.ts';
import type { FunctionLines, SourceText } from '../../model/lines.ts';
import type { Recording } from '../../model/session.ts';
import { baseName } from '../../model/paths.ts';
import { displayedName } from '../../text/labels.ts';
import { quoted } from '../../text/format.ts';
import { PythonSource, type LineRange } from './python-source.ts';
import { useMemo } from 'react';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

export interface FunctionSource {
  readonly source: PythonSource;
  /** The lines of the function. */
  readonly range: LineRange;
}

const PARSED = new WeakMap<SourceText, PythonSource>();

/** A text says why the source cannot be shown. Undefined if none was given. */
function sourceOfFunction(
  recording: Recording,
  func: number,
  lines: FunctionLines['lines'],
  given: SourceText | undefined,
): FunctionSource | string | undefined {
  if (!given || recording.funcs.file[func] === NONE) return undefined;
  const source = PARSED.get(given) ?? new PythonSource(given.text);
  PARSED.set(given, source);
  const numbers = lines.map(({ line }) => line);
  const name = nameWithoutFile(recording, func);
  const range = source.linesOf(name, numbers);
  if (range) return { source, range };
  const last = Math.max(...numbers);
  const file = quoted(baseName(given.name));
  const fault =
    last > source.length
      ? `ends at line ${source.length}, but samples are at line ${last}`
      : `has no ${displayedName(recording, func)} ${rangeText({ from: Math.min(...numbers), to: last })}`;
  return `${file} ${fault}: it has changed since the recording, or is another file.`;
}

function rangeText({ from, to }: LineRange): string {
  return from === to ? `at line ${from}` : `at lines ${from} to ${to}`;
}

interface ShownSource {
  readonly source: FunctionSource | undefined;
  /** Why the source that was given is not shown. */
  readonly problem: string | undefined;
}

export function useFunctionSource(func: number | undefined): ShownSource {
  const recording = useRecording();
  const lines = useAppState('functionLines')?.lines;
  const given = useAppState('sourceText')?.found;
  return useMemo(() => {
    const source = lines && func !== undefined ? sourceOfFunction(recording, func, lines, given) : undefined;
    return typeof source === 'string'
      ? { source: undefined, problem: source }
      : { source, problem: undefined };
  }, [recording, func, lines, given]);
}
