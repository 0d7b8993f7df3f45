// The source files in which a recording spent the most time.

import { eventMask } from '../src/model/events.ts';
import { NONE } from '../src/model/profile.ts';
import type { OpenProfile } from './pipeline.ts';

/** Files with a smaller share of the weight are left out, and more than this many. */
const MIN_SHARE = 0.005;
const MAX_FILES = 100;

/** The recorded paths of files with functions whose lines are known, heaviest first, by the samples of the default event. */
export function hottestFiles({ classified: { profile }, recording }: OpenProfile): string[] {
  const { stacks, samples, funcs, strings } = profile;
  const own = new Float64Array(stacks.length);
  let all = 0;
  const isIncluded = eventMask(samples, recording.defaultEvent);
  for (let i = 0; i < samples.length; i++) {
    if (isIncluded[samples.event[i]] === 0) continue;
    all += samples.weight[i];
    if (samples.stack[i] >= 0) own[samples.stack[i]] += samples.weight[i];
  }
  const weights = new Map<number, number>();
  for (const [stack, weight] of own.entries()) {
    if (weight === 0) continue;
    for (const file of filesOn(stack)) weights.set(file, (weights.get(file) ?? 0) + weight);
  }
  return [...weights]
    .filter(([, weight]) => weight >= MIN_SHARE * all)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FILES)
    .map(([file]) => strings[file]);

  /** Each file counts once. */
  function filesOn(stack: number): Set<number> {
    const files = new Set<number>();
    for (let at = stack; at >= 0; at = stacks.parent[at]) {
      const file = funcs.file[stacks.func[at]];
      if (file !== NONE && (stacks.line?.[at] ?? 0) > 0) files.add(file);
    }
    return files;
  }
}
