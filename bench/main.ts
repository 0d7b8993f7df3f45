// Everything that is measured, one after the other. Run by scripts/bench.mjs, which builds it and says where things are.

import { benchChromium, type Setting } from './chromium.ts';
import { benchNode } from './node.ts';

export async function bench(setting: Setting): Promise<void> {
  benchNode(setting.recording);
  await benchChromium(setting);
}
