// Everything that is measured, one after the other. Run by scripts/bench.mjs, which builds it and says where things are.

import { benchOpening, benchViews, type Setting } from './chromium.ts';
import { benchNode } from './node.ts';
import { benchPerfData } from './perf-data.ts';

interface Part {
  readonly name: string;
  readonly where: 'node' | 'chromium';
  readonly run: (setting: Setting) => void | Promise<void>;
}

const PARTS: readonly Part[] = [
  { name: 'text', where: 'node', run: ({ recording }) => benchNode(recording) },
  { name: 'perf-data', where: 'node', run: ({ sets }) => benchPerfData(sets) },
  { name: 'opening', where: 'chromium', run: benchOpening },
  { name: 'views', where: 'chromium', run: benchViews },
];

/** `only` is a part, or where parts are measured; undefined for all. */
export async function bench(setting: Setting, only: string | undefined): Promise<void> {
  for (const { name, where, run } of PARTS)
    if (only === undefined || only === name || only === where) await run(setting);
}
