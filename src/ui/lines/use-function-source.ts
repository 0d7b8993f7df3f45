// The source of the function whose details are shown, for components.

import { useMemo } from 'react';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { sourceOfFunction, type FunctionSource } from './source-of-function.ts';

interface ShownSource {
  readonly source: FunctionSource | undefined;
  /** Why the source that was given is not shown. */
  readonly problem: string | undefined;
}

export function useFunctionSource(func: number | undefined): ShownSource {
  const recording = useRecording();
  const lines = useAppState((state) => state.functionLines?.lines);
  const given = useAppState((state) => state.sourceText?.found);
  return useMemo(() => {
    const source = lines && func !== undefined ? sourceOfFunction(recording, func, lines, given) : undefined;
    return typeof source === 'string'
      ? { source: undefined, problem: source }
      : { source, problem: undefined };
  }, [recording, func, lines, given]);
}
