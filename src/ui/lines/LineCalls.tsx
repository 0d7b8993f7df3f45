// What a line called, and what can be done with the line.

import type { LineWeights } from '../../model/lines.ts';
import { keepLine, selectFunction } from '../../state/view/function-actions.ts';
import { formatShare } from '../../text/format.ts';
import { labelOf, nameAndPlace } from '../../text/labels.ts';
import { useRecording } from '../primitives/use-app-state.ts';
import { EditorLink } from './EditorLink.tsx';

interface Props {
  readonly func: number;
  readonly line: LineWeights;
}

export function LineCalls({ func, line: { line, total, callees } }: Props) {
  const recording = useRecording();
  return (
    <div role="row" className="line-calls">
      <div role="gridcell" aria-colspan={4} className="row wrap small">
        <button type="button" title="Keep only the samples of this line" onClick={() => keepLine(func, line)}>
          Only line {line}
        </button>
        <EditorLink func={func} line={line} />
        {callees.length > 0 && <span className="muted">calls</span>}
        {callees.map(({ id, weight }) => (
          <button
            key={id}
            type="button"
            className="quiet"
            title={`${nameAndPlace(recording, id)}: ${formatShare(weight / (total || 1))} of the line’s total. Click to select it.`}
            onClick={() => selectFunction(id)}
          >
            {labelOf(recording, id).name}{' '}
            <span className="muted number">{formatShare(weight / (total || 1))}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
