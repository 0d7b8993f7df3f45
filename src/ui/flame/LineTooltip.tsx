// The hottest line of the function under the pointer: `line 42 (3 lines)`.

import { useEffect, useState } from 'react';
import { type FunctionLines, sourcePathOf } from '../../model/lines.ts';
import type { ViewOptions } from '../../model/session.ts';
import { linesUnderPointer } from '../../state/view/function-actions.ts';
import { formatNumberOf } from '../../text/format.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

/** How long the pointer must stay, in milliseconds: finding lines takes longer than moving on. */
const DELAY = 120;

interface Props {
  readonly options: ViewOptions;
  readonly func: number;
}

export function LineTooltip({ options, func }: Props) {
  const recording = useRecording();
  // The tooltip of a comparison has no room for the lines of both sides.
  const hasLines = useAppState(({ comparing }) => comparing === undefined) && recording.hasLines;
  const hasFile = sourcePathOf(recording, func) !== undefined;
  const [answer, setAnswer] = useState<{ readonly func: number; readonly lines: FunctionLines['lines'] }>();
  useEffect(() => {
    if (!hasLines || !hasFile) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void linesUnderPointer(options, func).then((found) => {
        if (isCurrent && found) setAnswer({ func, lines: found.lines });
      });
    }, DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [hasLines, hasFile, options, func]);
  if (!hasLines || !hasFile) return null;
  const lines = answer?.func === func ? answer.lines : [];
  // The empty line keeps the tooltip from growing out of the window when the answer arrives.
  const text = lines.length === 0 ? '\u00a0' : `line ${lines[0].line}`;
  return (
    <p className="muted">
      {text}
      {lines.length > 1 && ` (${formatNumberOf(lines.length, 'line')})`}
    </p>
  );
}
