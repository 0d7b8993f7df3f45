// The processes of a text, judged by their stacks alone.

import { pythonVersion, Trait, type FunctionFacts } from './function-facts.ts';
import type { Process } from './process-facts.ts';
import { has, hasTrampoline, isUntraced, type StackGroup } from './sample-groups.ts';

/**
 * Share of the stacks of running byte code that must show a trampoline: a child shows stacks of the process that forked it until
 * it calls exec.
 */
const MIN_TRACED = 0.05;

interface Seen {
  /** Path of the Python binary; empty if unknown. */
  python: string;
  hasPythonFrame: boolean;
  isPython: boolean;
  traced: number;
  untraced: number;
}

export function printedProcesses(
  ids: readonly number[],
  groups: readonly StackGroup[],
  { pythons }: FunctionFacts,
  isSystemWide: boolean,
): Process[] {
  const seen = ids.map((): Seen => ({
    python: '',
    hasPythonFrame: false,
    isPython: false,
    traced: 0,
    untraced: 0,
  }));
  for (const group of groups) {
    const process = seen[group.processRow];
    process.isPython ||= has(group, Trait.python | Trait.evaluator | Trait.interpreter | Trait.unnamed);
    process.hasPythonFrame ||= has(group, Trait.python);
    // The last path, so that the order of samples does not matter.
    if (pythons[group.python] > process.python) process.python = pythons[group.python];
    if (hasTrampoline(group)) process.traced += group.samples;
    if (isUntraced(group) && !has(group, Trait.python)) process.untraced += group.samples;
  }
  const isNarrowed = isSystemWide && seen.some(({ hasPythonFrame }) => hasPythonFrame);
  return seen.map(({ python, hasPythonFrame, isPython, traced, untraced }, row) => {
    const named = pythonVersion(python);
    return {
      id: ids[row],
      isPython: isPython && (!isNarrowed || hasPythonFrame),
      isTraced: traced > 0 && traced >= MIN_TRACED * (traced + untraced),
      python,
      version: named?.version ?? '',
      abiFlags: named?.flags ?? '',
      hasJitdump: false,
      jitdump: undefined,
    };
  });
}
