// Runs the parts of the benchmark one after the other. scripts/bench.mjs builds this file and prepares the inputs.

import { benchChanges } from './changes.ts';
import { partsNamed, type Part } from './choice.ts';
import { benchClickHouse } from './clickhouse-store.ts';
import { benchComparing } from './comparing.ts';
import { benchComparison } from './comparison.ts';
import { benchComparisonViews } from './comparison-views.ts';
import { benchCosts } from './costs.ts';
import { benchDownload } from './download.ts';
import type { Inputs } from './inputs.ts';
import { benchMending } from './mending.ts';
import { benchOpening } from './opening.ts';
import { Report, type Results } from './report.ts';
import { benchStore } from './store.ts';
import { benchTenMillion } from './ten-million.ts';
import { benchTerminal } from './terminal.ts';
import { benchViews } from './views.ts';
import { benchWaits } from './waits.ts';

interface Benchmark extends Part {
  readonly run: (inputs: Inputs, report: Report) => void | Promise<void>;
}

const PARTS: readonly Benchmark[] = [
  { name: 'terminal', groups: ['speed', 'node'], run: benchTerminal },
  { name: 'costs', groups: ['node'], run: benchCosts },
  { name: 'mending', groups: ['node'], run: benchMending },
  { name: 'waits', groups: ['node'], run: benchWaits },
  { name: 'compare', groups: ['node'], run: benchComparing },
  { name: 'store', groups: ['node'], run: benchStore },
  { name: 'clickhouse', groups: ['node'], run: benchClickHouse },
  { name: 'download', groups: ['chromium'], run: benchDownload },
  { name: 'opening', groups: ['speed', 'chromium'], run: benchOpening },
  { name: 'changes', groups: ['speed', 'chromium'], run: benchChanges },
  { name: 'comparison', groups: ['speed', 'chromium'], run: benchComparison },
  { name: 'ten-million', groups: ['speed', 'chromium'], run: benchTenMillion },
  { name: 'views', groups: ['chromium'], run: benchViews },
  { name: 'comparison-views', groups: ['chromium'], run: benchComparisonViews },
];

/**
 * Runs one part, the parts of a group, or all parts if `only` is undefined. Prints the results next to those of an
 * earlier run, and returns them as JSON.
 */
export async function bench(
  inputs: Inputs,
  only: string | undefined,
  earlier: Results | undefined,
): Promise<string> {
  const parts = partsNamed(PARTS, only);
  const report = new Report(earlier);
  for (const { run } of parts) await run(inputs, report);
  return report.toJson();
}
