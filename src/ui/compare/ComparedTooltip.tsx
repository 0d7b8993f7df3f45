// Tooltip of a box in a differential graph: both values, the difference with its interval, and the verdict in words.

import { pathOf } from '../../model/function-path.ts';
import { comparedBoxText, type ComparedBoxes } from '../../text/compared-box.ts';
import { labelOf } from '../../text/labels.ts';
import { FloatingTooltip } from '../primitives/FloatingTooltip.tsx';

interface Props {
  readonly boxes: ComparedBoxes;
  readonly box: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

export function ComparedTooltip({ boxes, box, x, y }: Props) {
  const { names, tree } = boxes;
  const { name, place } = labelOf(names, tree.func[box]);
  const path = pathOf(names, tree.func[box]);
  const { a, b, change, verdict, marks } = comparedBoxText(boxes, box);
  return (
    <FloatingTooltip x={x} y={y}>
      <p>
        <strong>{name}</strong>
        {place !== '' && <span className="muted"> {place}</span>}
      </p>
      {path !== undefined && <p className="muted">{path}</p>}
      <p className="numbers">
        <span>A {a}</span>
        <span>B {b}</span>
        <span>{change}</span>
      </p>
      <p>{verdict}</p>
      {marks.map((mark) => (
        <p key={mark} className="muted">
          {mark}
        </p>
      ))}
    </FloatingTooltip>
  );
}
