// The chart on the page that keys are about, for shortcuts that move it: its viewport is its own and not part of the state.

import { useEffect } from 'react';
import type { FlameChart } from '../canvas/flame-chart.ts';

let current: FlameChart | undefined;

export function useChart(chart: FlameChart | undefined): void {
  useEffect(() => {
    if (!chart) return undefined;
    current = chart;
    return () => {
      current = undefined;
    };
  }, [chart]);
}

/** Undefined when none is shown. */
export function chartOfPage(): FlameChart | undefined {
  return current;
}
