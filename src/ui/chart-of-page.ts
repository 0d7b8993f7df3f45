// The chart on the page that keys are about, for shortcuts that move it: how it gets there is its own, and the state is told
// where it came to rest.

import { useEffect, useRef } from 'react';
import type { TimeStep } from '../canvas/time-walk.ts';
import { walkMatches } from '../state/actions.ts';

export interface ChartOfPage {
  /** Below 1 is nearer. */
  zoomBy(factor: number): void;
  /** What a chart does by itself that has a focused box of its own, none of `State.view`. */
  readonly own?: {
    walk(step: TimeStep): void;
    walkMatches(direction: 1 | -1): void;
    zoomToSelected(): void;
    showAll(): void;
  };
}

let current: ChartOfPage | undefined;

export function useChart(chart: ChartOfPage | undefined): void {
  useEffect(() => {
    if (!chart) return undefined;
    current = chart;
    return () => {
      current = undefined;
    };
  }, [chart]);
}

/** Shows what is zoomed in full again each time that `refits` counts up, whatever was seen when the chart was made. */
export function useRefits(chart: { refit(): void } | undefined, refits: number): void {
  const before = useRef(refits);
  useEffect(() => {
    if (refits !== before.current) chart?.refit();
    before.current = refits;
  }, [chart, refits]);
}

/** Undefined when none is shown. */
export function chartOfPage(): ChartOfPage | undefined {
  return current;
}

/** To the next or previous match in what is shown. */
export function walkMatchesOfPage(direction: 1 | -1): void {
  if (current?.own) current.own.walkMatches(direction);
  else walkMatches(direction);
}
