// The lines of a function as a grid: line number, self and total weight, and the code. The current line also lists what it called.

import { useMemo, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { LineWeights } from '../../model/lines.ts';
import { keepLine, selectFunction } from '../../state/view/function-actions.ts';
import { CodeLine, EditorLink } from './CodeLine.tsx';
import type { FunctionSource } from './source-of-function.ts';
import type { LineRange } from './python-source.ts';
import { formatWeight, formatShare } from '../../text/format.ts';
import { labelOf, nameAndPlace } from '../../text/labels.ts';
import { useRecording } from '../primitives/use-app-state.ts';

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

/** Lines that a page key moves by. */
const PAGE = 12;

const KEYS: Readonly<Record<string, (line: number, range: LineRange) => number>> = {
  ArrowDown: (line) => line + 1,
  ArrowUp: (line) => line - 1,
  PageDown: (line) => line + PAGE,
  PageUp: (line) => line - PAGE,
  Home: (_, { from }) => from,
  End: (_, { to }) => to,
};

/** The current line, which the keyboard moves, and which is scrolled into view. */
function useCurrentLine(range: LineRange, first: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  /** True until the row that the user goes to is shown. */
  const isMoving = useRef(true);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    const row = element?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!element || !row || !isMoving.current) return;
    isMoving.current = false;
    showRow(element, row);
    // When the source opens, the focus comes from the button in the details.
    if (!isFirst.current || document.activeElement?.closest('.lines')) row.focus({ preventScroll: true });
    isFirst.current = false;
  }, [current]);
  /** Moves to another line; false if the key is not for that. */
  const moveBy = ({ key }: KeyboardEvent): boolean => {
    const to = KEYS[key]?.(current, range);
    if (to === undefined) return false;
    isMoving.current = true;
    setCurrent(Math.max(range.from, Math.min(range.to, to)));
    return true;
  };
  return { scroller, current, setCurrent, moveBy };
}

/** Scrolls the row to the middle, unless it is in view with its neighbors. */
function showRow(scroller: HTMLElement, { offsetTop: top, offsetHeight: height }: HTMLElement): void {
  const { scrollTop, clientHeight } = scroller;
  if (top < scrollTop + 2 * height || top + 3 * height > scrollTop + clientHeight)
    scroller.scrollTop = top - clientHeight / 2;
}

interface WeightCellProps {
  readonly weight: number;
  readonly whole: number;
  readonly measure: string;
}

/** The bar is as wide as the share of the heaviest line. Empty for lines without samples. */
function WeightCell({ weight, whole, measure }: WeightCellProps) {
  return (
    <span role="gridcell" className="source-weight number relative">
      {weight > 0 && (
        <>
          <span
            className="source-bar"
            style={{ width: `${(100 * weight) / (whole || 1)}%` }}
            aria-hidden="true"
          />
          <span className="relative">{formatWeight(weight, measure)}</span>
        </>
      )}
    </span>
  );
}

interface LineCallsProps {
  readonly func: number;
  readonly line: LineWeights;
}

/** What a line called, and what can be done with the line. */
function LineCalls({ func, line: { line, total, callees } }: LineCallsProps) {
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
