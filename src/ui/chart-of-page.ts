// The chart on the page, for shortcuts that move it: its viewport is its own and not part of the state.

import { useEffect } from 'react';
import type { FlameChart } from '../canvas/flame-chart.ts';

let current: FlameChart | undefined;

export function useChart(chart: FlameChart | undefined): void {
  useEffect(() => {
    current = chart;
    return () => {
      current = undefined;
    };
  }, [chart]);
}

/** The chart that is shown; undefined when none is. */
export function chartOfPage(): FlameChart | undefined {
  return current;
}
