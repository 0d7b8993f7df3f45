// Findings about the Python that ran: its version and build, its support for perf, tracers and compiled code.

import { namesWith } from '../../cpython/traits.ts';
import { COMPILED_MODULE } from '../../cpython/modules.ts';
import { JIT_VERSION, PERF_VERSION, pythonOf } from '../../record/record-command.ts';
import { baseName } from '../../model/paths.ts';
import { formatNumberOf } from '../../text/format.ts';
import { Trait } from '../function-facts.ts';
import { isStripped } from '../interpreter-names.ts';
import { attachNote, recordAgain, recordDifferently, withoutDebugFlag } from '../record-again.ts';
import type { RecordingFacts } from '../recording-facts.ts';
import { aboutSamples, MAX_NAMED, percent, rule } from '../rule.ts';
import { has, hasTrampoline, isUntraced, type SampleGroup } from '../sample-groups.ts';
import type { SampleGroups } from '../selection.ts';
import { Innermost } from '../stack-facts.ts';
import { compareVersions, isBefore } from '../versions.ts';

const MIN_UNTRACED = 0.1;
const MIN_COMPILED = 0.1;
/** Bytecode stacks that an untraced process must have. In text, a few can be from before it called exec. */
const MIN_STACKS_OF_CHILD = { recorded: 5, printed: 20 };

export const PYTHON_TOO_OLD = rule({
  id: 'python-too-old',
  detect(facts) {
    const { python, profile } = facts;
    const old = python.where(({ process }) => isBefore(process.version, PERF_VERSION));
    if (old.isEnough(python)) return aboutSamples(facts, old, { versions: versionsOf(old) });
    if (!profile.recorded?.commandLine.some((word) => word.includes('perf_jit'))) return undefined;
    const lacksJit = python.where(({ process }) => process.version === PERF_VERSION);
    return lacksJit.isEnough(python)
      ? aboutSamples(facts, lacksJit, { versions: versionsOf(lacksJit) })
      : undefined;
  },
  title({ evidence: { versions } }) {
    const [oldest] = versions;
    return oldest === PERF_VERSION
      ? `Python ${oldest} has no -X perf_jit`
      : `Python ${oldest} cannot show its functions to perf`;
  },
  text: () =>
    'Support came with Python 3.12, and `-X perf_jit` with 3.13. Older versions ignore the option without a warning.',
  fix: (_, facts) => recordAgain(facts, { mode: 'dwarf', python: pythonOf(JIT_VERSION) }),
});

export const PERF_SUPPORT_OFF = rule({
  id: 'perf-support-off',
  detect(facts) {
    const { python, profile, isLibdw } = facts;
    if (isLibdw || python.groups.some(({ process }) => process.isTraced)) return undefined;
    const named = python.where((group) => has(group, Trait.evaluator));
    // If the interpreter is stripped, or its file is not open, most of the evaluator's frames have no names, if not all.
    const isNameless = isStripped(facts) && (profile.recorded !== undefined || named.isEnough(python, 0));
    const mayEvaluate = (group: SampleGroup) =>
      isNameless && has(group, Trait.unnamedInterpreter) && !has(group, Trait.startup);
    const running = python.where((group) => has(group, Trait.evaluator) || mayEvaluate(group));
    if (!running.isEnough(python)) return undefined;
    return aboutSamples(facts, running, { processes: running.processCount }, 'misleading');
  },
  title: () => 'No Python functions were recorded',
  text: (_, facts) =>
    'Python was started without `-X perf`, so all of its code appears as the interpreter’s evaluation loop.' +
    attachNote(facts),
  fix: (_, facts) => recordAgain(facts),
});

export const CHILDREN_WITHOUT_PERF_SUPPORT = rule({
  id: 'children-without-perf-support',
  detect(facts) {
    const children = untracedChildren(facts);
    if (!children.isEnough(facts.python)) return undefined;
    return aboutSamples(facts, children, { processes: children.processCount });
  },
  title: ({ evidence: { processes } }) =>
    `${formatNumberOf(processes, 'child process', 'child processes')} ran without -X perf`,
  text: () =>
    'Programs that are started anew (`subprocess`, and `spawn` or `forkserver` before Python 3.14) do not inherit the option. The environment variable is inherited.',
  fix: (_, facts) => recordAgain(facts, { coversChildren: true }),
});

export const PERF_SUPPORT_PARTIAL = rule({
  id: 'perf-support-partial',
  detect(facts) {
    const { python } = facts;
    const untraced = python.where(
      (group) => group.process.isTraced && isUntraced(group) && !has(group, Trait.unnamed),
    );
    return untraced.isEnough(python, MIN_UNTRACED) ? aboutSamples(facts, untraced, {}) : undefined;
  },
  title: () => 'Tracing was on for part of the run only',
  text: ({ share }, facts) =>
    `${percent(share)} of the samples ran while no trampoline was active. If that was intended with \`sys.activate_stack_trampoline\`, ignore this.` +
    attachNote(facts),
  fix(_, facts) {
    const command = recordDifferently(facts);
    return command.length > 0 ? command : ['# Do not call sys.deactivate_stack_trampoline.'];
  },
});

export const DEBUG_BUILD = rule({
  id: 'debug-build',
  detect(facts) {
    const { python } = facts;
    const debug = python.where(({ process }) => process.abiFlags.includes('d'));
    return debug.isEnough(python) ? aboutSamples(facts, debug, {}) : undefined;
  },
  title: () => 'This is a debug build of Python',
  text: () => 'Its checks take a large part of the time; a release build spends it elsewhere.',
  fix: (_, facts) => recordAgain(facts, { python: withoutDebugFlag(facts) }),
});

export const TRACER_ACTIVE = rule({
  id: 'tracer-active',
  detect(facts) {
    const { python } = facts;
    const traced = python.where((group) => has(group, Trait.tracer));
    return traced.isEnough(python) ? aboutSamples(facts, traced, {}) : undefined;
  },
  title: () => 'A profiler or tracer ran in the program',
  text: () => 'cProfile, coverage or a debugger slows down calls and changes the shares.',
  fix: (_, facts) => recordAgain(facts).map((command) => `${command}   # without the profiler or tracer`),
});

export const COMPILED_PYTHON = rule({
  id: 'compiled-python',
  detect(facts) {
    const { python, profile } = facts;
    const compiled = python.where((group) => has(group, Trait.compiled));
    if (!compiled.isEnough(python, MIN_COMPILED)) return undefined;
    const modules = profile.modules.filter((path) => COMPILED_MODULE.test(path)).map(baseName);
    return aboutSamples(
      facts,
      compiled,
      { modules: [...new Set(modules)].sort().slice(0, MAX_NAMED) },
      'hint',
    );
  },
  title: () => 'Some Python code is compiled to C',
  text: (_, { profile }) =>
    `Functions compiled by mypyc or Cython run without trampolines and appear as C functions (${compiledPrefix(profile.strings)}…).`,
  fix: () => [],
});

/** The samples of untraced Python processes, if another process is traced. */
function untracedChildren({ python, profile }: RecordingFacts): SampleGroups {
  const minStacks = profile.recorded ? MIN_STACKS_OF_CHILD.recorded : MIN_STACKS_OF_CHILD.printed;
  const hasTraced = python.groups.some(({ process }) => process.isTraced);
  const running = python.where((group) => hasTraced && !group.process.isTraced && runsBytecode(group));
  const stacks = running.groupBy(({ process }) => process);
  return python.where(({ process }) => (stacks.get(process)?.samples ?? 0) >= minStacks);
}

function runsBytecode(group: SampleGroup): boolean {
  const { innermost } = group;
  return (innermost === Innermost.untraced || innermost === Innermost.cut) && !hasTrampoline(group);
}

function versionsOf({ groups }: SampleGroups): string[] {
  return [...new Set(groups.map(({ process }) => process.version))].sort(compareVersions);
}

function compiledPrefix(strings: readonly string[]): string {
  const names = namesWith('compiled');
  return strings.map((name) => names.exec(name)?.[1]).find((prefix) => prefix !== undefined) ?? 'CPyDef_';
}
