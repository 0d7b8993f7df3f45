// Processes of perf script output, inferred from their stacks.

import { pythonVersion, Trait, type FunctionFacts } from './function-facts.ts';
import type { Process } from './process-facts.ts';
import { has, hasTrampoline, isUntraced, type StackGroup } from './sample-groups.ts';

/**
 * Share of a traced process's bytecode stacks that have a trampoline. A few are no proof: until it calls exec, a child has the
 * stacks of the process that forked it.
 */
const MIN_TRACED = 0.05;

interface ProcessSummary {
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
  const summaries = ids.map((): ProcessSummary => ({
    python: '',
    hasPythonFrame: false,
    isPython: false,
    traced: 0,
    untraced: 0,
  }));
  for (const group of groups) {
    const process = summaries[group.processRow];
    process.isPython ||= has(group, Trait.python | Trait.evaluator | Trait.interpreter | Trait.unnamed);
    process.hasPythonFrame ||= has(group, Trait.python);
    // The last path in alphabetical order, so that the order of samples does not matter.
    if (pythons[group.python] > process.python) process.python = pythons[group.python];
    if (hasTrampoline(group)) process.traced += group.samples;
    if (isUntraced(group) && !has(group, Trait.python)) process.untraced += group.samples;
  }
  const isNarrowed = isSystemWide && summaries.some(({ hasPythonFrame }) => hasPythonFrame);
  return summaries.map(({ python, hasPythonFrame, isPython, traced, untraced }, row) => ({
    id: ids[row],
    isPython: isPython && (!isNarrowed || hasPythonFrame),
    isTraced: traced > 0 && traced >= MIN_TRACED * (traced + untraced),
    python,
    ...pythonVersion(python),
    hasJitdump: false,
    jitdump: undefined,
    lacksJitdump: false,
    ownId: ids[row],
  }));
}
