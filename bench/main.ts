// Runs the parts of the benchmark one after the other. scripts/bench.mjs builds this file and prepares the inputs.

import { benchClickHouse } from './clickhouse-store.ts';
import { benchComparing } from './comparing.ts';
import { benchComparison, benchOpening, benchViews } from './chromium.ts';
import { benchCosts } from './costs.ts';
import type { Inputs } from './inputs.ts';
import { benchMending } from './mending.ts';
import { benchPerfData } from './perf-data.ts';
import { Report, type Results } from './report.ts';
import { benchStore } from './store.ts';
import { benchText } from './text.ts';
import { benchWaits } from './waits.ts';

interface Part {
  readonly name: string;
  readonly where: 'node' | 'chromium';
  readonly run: (inputs: Inputs, report: Report) => void | Promise<void>;
}

const PARTS: readonly Part[] = [
  { name: 'text', where: 'node', run: benchText },
  { name: 'perf-data', where: 'node', run: benchPerfData },
  { name: 'costs', where: 'node', run: benchCosts },
  { name: 'mending', where: 'node', run: benchMending },
  { name: 'waits', where: 'node', run: benchWaits },
  { name: 'compare', where: 'node', run: benchComparing },
  { name: 'store', where: 'node', run: benchStore },
  { name: 'clickhouse', where: 'node', run: benchClickHouse },
  { name: 'opening', where: 'chromium', run: benchOpening },
  { name: 'views', where: 'chromium', run: benchViews },
  { name: 'comparison', where: 'chromium', run: benchComparison },
];

/**
 * Runs one part, the parts for `node` or `chromium`, or all parts if `only` is undefined. Prints the results next to those of
 * an earlier run, and returns them as JSON.
 */
export async function bench(
  inputs: Inputs,
  only: string | undefined,
  earlier: Results | undefined,
): Promise<string> {
  const parts = PARTS.filter(({ name, where }) => only === undefined || only === name || only === where);
  if (parts.length === 0) {
    const names = PARTS.map(({ name }) => name).join(', ');
    throw new Error(
      `There is no part named ${only}; choose node, chromium, ${names}, or omit the part to run all of them.`,
    );
  }
  const report = new Report(earlier);
  for (const { run } of parts) await run(inputs, report);
  return report.toJson();
}
