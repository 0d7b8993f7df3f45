// How much of the interpreter's code has names.

import { Trait } from './function-facts.ts';
import type { RecordingFacts } from './recording-facts.ts';

const MIN_FRAMES = 50;
const MIN_UNNAMED = 0.2;

/** True if much of the interpreter's code has no name, because it was stripped or its file is not open. */
export function isStripped(facts: RecordingFacts): boolean {
  const { frames, unnamed } = countInterpreterFrames(facts);
  return frames >= MIN_FRAMES && unnamed >= MIN_UNNAMED * frames;
}

/** Counts the frames in the interpreter over all samples of Python processes. */
export function countInterpreterFrames({ classified, functions, python, groupOf }: RecordingFacts) {
  const { samples, stacks } = classified.profile;
  const isPython = python.marks();
  /** Per stack: number of samples whose stack starts with it. */
  const total = new Int32Array(stacks.length);
  for (let i = 0; i < samples.length; i++)
    if (samples.stack[i] >= 0 && isPython[groupOf(i)] === 1) total[samples.stack[i]]++;
  let frames = 0;
  let unnamed = 0;
  for (let i = stacks.length - 1; i >= 0; i--) {
    if (total[i] === 0) continue;
    if (stacks.parent[i] >= 0) total[stacks.parent[i]] += total[i];
    const { traits } = functions.frames[functions.ofFunc[stacks.func[i]]];
    if (classified.isInlined?.[i] === 1 || (traits & Trait.interpreter) === 0) continue;
    frames += total[i];
    if (traits & Trait.unnamedInterpreter) unnamed += total[i];
  }
  return { frames, unnamed };
}
