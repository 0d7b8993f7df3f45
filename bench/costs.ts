// Measures, in Node on one thread, what the costs of a large recording take on top of opening it: judging every stack once, then
// summing the samples for each view. The first round is cold.

import { buildTree } from '../src/calltree/build/build.ts';
import { costWeights } from '../src/calltree/costs/cost-weights.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { stackCosts } from '../src/python/costs/stack-costs.ts';
import { openProfile, profileAtLevel } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { sourceOf } from './file-source.ts';
import type { Inputs } from './inputs.ts';
import { BIG } from './recordings.ts';
import type { Figure, Report, Row } from './report.ts';

const ROUNDS = 4;
const MAX_MS = 150;

export async function benchCosts({ big }: Inputs, report: Report): Promise<void> {
  const sources = big().map(sourceOf);
  const cold = await costsOf(sources);
  const warm: Milliseconds[] = [];
  for (let round = 1; round < ROUNDS; round++) warm.push(await costsOf(sources));
  const row = (name: string, step: 'judging' | 'summing'): Row => {
    const best = (key: keyof Milliseconds) => Math.min(...warm.map((each) => each[key]));
    const ofOpening = (label: string, share: number): Figure => ({
      label,
      value: 100 * share,
      unit: '% of opening',
    });
    return {
      name,
      figures: [
        { label: 'cold', value: cold[step], unit: 'ms' },
        { label: 'warm', value: best(step), unit: 'ms' },
        ofOpening('cold', cold[step] / cold.opening),
        ofOpening('warm', best(step) / best('opening')),
      ],
      maxValue: MAX_MS,
    };
  };
  report.add(`Node: costs of ${BIG}`, [
    row('judging all stacks', 'judging'),
    row('summing all samples', 'summing'),
  ]);
}

interface Milliseconds {
  readonly opening: number;
  readonly judging: number;
  readonly summing: number;
}

async function costsOf(sources: readonly Source[]): Promise<Milliseconds> {
  const start = performance.now();
  const outcome = await openProfile(sources, NO_LISTENER);
  const opening = performance.now() - start;
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { classified, recording } = outcome.value;
  const built = buildTree(profileAtLevel(outcome.value, DEFAULT_LEVEL), recording.defaultEvent);
  const judgingStart = performance.now();
  const costs = stackCosts(classified);
  const summingStart = performance.now();
  costWeights(built, classified.profile, costs);
  return { opening, judging: summingStart - judgingStart, summing: performance.now() - summingStart };
}
