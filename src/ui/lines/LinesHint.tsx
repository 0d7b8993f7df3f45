// Says how to get the source lines of a recording that could have them, but has no line table.

import { PACK_COMMAND } from '../../text/shell-command.ts';
import { sourcePathOf } from '../../model/lines.ts';
import { CopyButton } from '../primitives/Buttons.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

/** Kinds of notes (python-lines/evaluator-frames.ts) that say why a table gave no lines. */
const EXPLAINED = new Set(['no evaluator frames', 'other line table']);

export function LinesHint({ func }: { readonly func: number }) {
  const recording = useRecording();
  const canHaveLines = useAppState(({ diagnosis, comparing }) => diagnosis?.mode === 'dwarf' && !comparing);
  const { format, hasLines, notes } = recording;
  if (format !== 'perf.data' || hasLines || !canHaveLines) return null;
  if (sourcePathOf(recording, func) === undefined || notes.some(({ kind }) => EXPLAINED.has(kind)))
    return null;
  return (
    <p className="row wrap small muted lines-hint">
      To see its lines, pack the recording where it was made:
      <code className="name">{PACK_COMMAND}</code>
      <CopyButton label="Copy the command" text={() => PACK_COMMAND}>
        Copy
      </CopyButton>
    </p>
  );
}
