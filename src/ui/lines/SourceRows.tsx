// The lines of a function as a grid: line number, self and total weight, and the code. The current line also lists what it called.

import { useMemo, type KeyboardEvent } from 'react';
import type { LineWeights } from '../../model/lines.ts';
import { keepLine } from '../../state/view/function-actions.ts';
import { CodeLine } from './CodeLine.tsx';
import { LineCalls } from './LineCalls.tsx';
import { useCurrentLine } from './use-current-line.ts';
import { WeightCell } from './WeightCell.tsx';
import type { FunctionSource } from './source-of-function.ts';

/** More lines would take long to draw; those around the hottest one are shown. */
const MAX_SHOWN = 2000;

interface Props {
  readonly func: number;
  readonly shown: FunctionSource;
  /** Hottest first. */
  readonly lines: readonly LineWeights[];
  /** The name of the function. */
  readonly label: string;
  readonly measure: string;
}

export function SourceRows({ func, shown: { source, range }, lines, label, measure }: Props) {
  const { scroller, current, setCurrent, moveBy } = useCurrentLine(range, lines[0]?.line ?? range.from);
  const byLine = useMemo(() => new Map(lines.map((each) => [each.line, each])), [lines]);
  const whole = lines.reduce((most, { total }) => Math.max(most, total), 0);
  const from = Math.max(range.from, Math.min(current - MAX_SHOWN / 2, range.to - MAX_SHOWN + 1));
  const numbers = Array.from({ length: Math.min(MAX_SHOWN, range.to - from + 1) }, (_, i) => from + i);
  const keep = (line: number) => byLine.has(line) && keepLine(func, line);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') keep(current);
    else if (!moveBy(event)) return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={`Source of ${label}`}
      aria-rowcount={range.to - range.from + 2}
      className="source-rows fill"
    >
      <SourceHead />
      {numbers.map((line) => {
        const weights = byLine.get(line);
        const isCurrent = line === current;
        return (
          <div key={line} role="rowgroup">
            <div
              role="row"
              data-line={line}
              aria-rowindex={line - range.from + 2}
              aria-selected={isCurrent}
              tabIndex={isCurrent ? 0 : -1}
              className="source-row"
              title={weights && 'Enter or double-click: only the samples of this line'}
              onClick={() => setCurrent(line)}
              onFocus={() => setCurrent(line)}
              onDoubleClick={() => keep(line)}
              onKeyDown={onKeyDown}
            >
              <span role="gridcell" className="source-number number muted">
                {line}
              </span>
              <WeightCell weight={weights?.self ?? 0} whole={whole} measure={measure} />
              <WeightCell weight={weights?.total ?? 0} whole={whole} measure={measure} />
              <span role="gridcell" className="source-code">
                <CodeLine source={source} line={line} />
              </span>
            </div>
            {isCurrent && weights && <LineCalls func={func} line={weights} />}
          </div>
        );
      })}
    </div>
  );
}

function SourceHead() {
  return (
    <div role="row" aria-rowindex={1} className="source-head muted">
      <span role="columnheader">Line</span>
      <span role="columnheader" title="Samples of the line itself">
        Self
      </span>
      <span role="columnheader" title="Samples of the line and of what it called">
        Total
      </span>
      <span role="columnheader">Source</span>
    </div>
  );
}
