// The chart on the page, for shortcuts that move it: its viewport is its own and not part of the state.

import { useEffect } from 'react';
import { walkMatches } from '../state/actions.ts';

export interface ChartOfPage {
  /** Below 1 is nearer. */
  zoomBy(factor: number): void;
  /** To the next or previous match, of a chart that does not show the boxes of `State.view`. */
  walkMatches?(direction: 1 | -1): void;
}

let current: ChartOfPage | undefined;

export function useChart(chart: ChartOfPage | undefined): void {
  useEffect(() => {
    current = chart;
    return () => {
      current = undefined;
    };
  }, [chart]);
}

/** The chart that is shown; undefined when none is. */
export function chartOfPage(): ChartOfPage | undefined {
  return current;
}

/** To the next or previous match in what is shown. */
export function walkMatchesOfPage(direction: 1 | -1): void {
  if (current?.walkMatches) current.walkMatches(direction);
  else walkMatches(direction);
}
