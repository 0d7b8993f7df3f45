// Everything that is measured, one after the other. Run by scripts/bench.mjs, which builds it and says where things are.

import { benchChromium, type Setting } from './chromium.ts';
import { benchNode } from './node.ts';
import { benchPerfData } from './perf-data.ts';

/** `only` is 'node' or 'chromium'; undefined for both. */
export async function bench(setting: Setting, only: string | undefined): Promise<void> {
  if (only !== 'chromium') {
    benchNode(setting.recording);
    await benchPerfData(setting.sets);
  }
  if (only !== 'node') await benchChromium(setting);
}
