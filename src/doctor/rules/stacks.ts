// Findings about stacks whose outer callers are missing.

import { baseName } from '../../model/paths.ts';
import { formatCount } from '../../text/format.ts';
import {
  DEFAULT_STACK_SIZE,
  MAX_STACK_SIZE,
  FRAME_POINTER_VERSION,
  JIT_VERSION,
  pythonOf,
} from '../../record/record-command.ts';
import { Trait } from '../function-facts.ts';
import { PACK_COMMAND } from '../../text/shell-command.ts';
import {
  attachNote,
  INJECT_COMMANDS,
  OPEN_COMMAND,
  raiseDepthLimit,
  recordAgain,
  withoutDepthLimit,
  type Changes,
} from '../record-again.ts';
import { neededStackBytes, type RecordingFacts } from '../recording-facts.ts';
import { aboutSamples, nameList, percent, rounded, rule, severityOf } from '../rule.ts';
import { has, StackCopy, type SampleGroup } from '../sample-groups.ts';
import { type SampleGroups, isEnough } from '../selection.ts';
import { unnamedTrampolines } from '../unnamed-trampolines.ts';
import { isBefore } from '../versions.ts';

const MIN_OF_INTERPRETER = 0.1;
const MIN_OF_LIBRARY = 0.1;
const MIN_OF_LIBRARY_DWARF = 0.05;
const MIN_OF_TRAMPOLINES = 0.1;
const MIN_OF_OLD_PERF = 0.25;
/** The first version whose `perf inject --jit` writes usable unwind tables; distributions may have backported the fix. */
const FIXED_PERF = '6.7.2';
/** Sizes of stack copies in bytes. The smallest that holds the FITTING share of the stacks is recommended. */
const STACK_SIZES = [8192, 16384, 24576, 32768, 49152, MAX_STACK_SIZE];
const FITTING = 0.98;
/** The kernel's usual limit on the number of frames. */
const USUAL_DEPTH = 127;
const COPIES: Changes = { mode: 'dwarf', stackSize: DEFAULT_STACK_SIZE };
/** If a smaller share fits into the largest copy, the fix also suggests frame pointers. */
const MOST_FIT = 0.95;

export const INTERPRETER_WITHOUT_FRAME_POINTERS = rule({
  id: 'interpreter-without-frame-pointers',
  detect(facts) {
    const { python, mode, versions } = facts;
    const broken = brokenStacks(facts);
    const inInterpreter = broken.where(isInInterpreter);
    if (mode !== 'fp' || !inInterpreter.isEnough(python, MIN_OF_INTERPRETER)) return undefined;
    const severity = severityOf(inInterpreter.shareOf(python));
    return aboutSamples(
      facts,
      broken,
      { python: versions.at(-1) ?? '', lost: inInterpreter.samples },
      severity,
    );
  },
  title: () => 'This Python was built without frame pointers',
  text: ({ share }, facts) =>
    `\`perf -g\` follows frame pointers; without them, callers are missing or wrong in ${percent(share)} of the samples.` +
    attachNote(facts, COPIES),
  fix: ({ evidence: { python } }, facts) =>
    isBefore(python, JIT_VERSION)
      ? [
          ...recordAgain(facts, { ...COPIES, support: 'perf' }),
          '# Open the perf.data, not its text: perf does not get past the trampolines.',
          '# Or use a build with CFLAGS=-fno-omit-frame-pointer.',
        ]
      : recordAgain(facts, COPIES),
});

export const TRAMPOLINES_WITHOUT_UNWIND_INFO = rule({
  id: 'trampolines-without-unwind-info',
  detect(facts) {
    const stopped = stoppedAtTrampolines(facts);
    return stopped.isEnough(facts.python, MIN_OF_TRAMPOLINES) ? aboutSamples(facts, stopped, {}) : undefined;
  },
  title: () => 'Stacks end at the innermost Python function',
  text: () =>
    'perf cannot unwind the trampolines of `-X perf`, and those of `-X perf_jit` only after `perf inject --jit`. Pyrograph can: open `perf.data` instead of this text.',
  fix: () => [
    `${OPEN_COMMAND}   # with perf-PID.map or jit-PID.dump`,
    '# Or, if Python ran with -X perf_jit, print the text again:',
    ...INJECT_COMMANDS,
  ],
});

export const STACK_DUMP_TOO_SMALL = rule({
  id: 'stack-dump-too-small',
  detect(facts) {
    const cut = cutByCopy(facts);
    if (!cut.isEnough(facts.python)) return undefined;
    const needed = neededStackBytes(
      facts,
      facts.python.where((group) => has(group, Trait.user)),
    );
    const dump = facts.event?.stackSize ?? null;
    // Nothing copies more, and following frame pointers loses more callers.
    if (isLargest(dump) && areCallersInferred(facts, cut)) return undefined;
    const covered = (size: number) => needed.filter((bytes) => bytes <= size).length / needed.length;
    const fitting = STACK_SIZES.find((size) => size > (dump ?? 0) && covered(size) >= FITTING);
    return aboutSamples(facts, cut, {
      dump,
      median_needed: needed.at(needed.length >> 1) ?? null,
      largest_needed: needed.at(-1) ?? null,
      suggested: fitting ?? MAX_STACK_SIZE,
      covered_by_65528: needed.length > 0 ? Math.round(covered(MAX_STACK_SIZE) * 1000) / 1000 : null,
    });
  },
  title: ({ share }) => `${percent(share)} of the stacks are cut: the stack dump is too small`,
  text({ evidence: { dump, median_needed: median } }) {
    if (dump === null) return 'perf copies only part of each stack, and these stacks are larger.';
    const most = isLargest(dump) ? ', the most that the kernel copies' : '';
    const copied = `perf copied ${formatCount(dump)} bytes of each stack${most}`;
    return median === null ? `${copied}.` : `${copied}; half of the samples needed ${formatCount(median)}.`;
  },
  fix({ evidence: { dump, suggested, covered_by_65528: covered } }, facts) {
    if (isLargest(dump)) return ['# Frame pointers need no copies:', ...withFramePointers(facts)];
    const larger = recordAgain(facts, { mode: 'dwarf', stackSize: suggested });
    if (dump === null)
      return [
        ...larger,
        '# If it was recorded like that, use frame pointers, which need no copies:',
        ...withFramePointers(facts),
      ];
    return covered !== null && covered < MOST_FIT
      ? [...larger, '# Or, with a Python that has frame pointers:', ...recordAgain(facts, { mode: 'fp' })]
      : larger;
  },
});

function isLargest(dump: number | null): boolean {
  return dump !== null && dump >= MAX_STACK_SIZE;
}

/** The commands for stacks that are too large to copy. */
function withFramePointers(facts: RecordingFacts): string[] {
  const isOld = isBefore(facts.versions.at(-1) ?? '', FRAME_POINTER_VERSION);
  const python = isOld ? pythonOf(FRAME_POINTER_VERSION) : undefined;
  return [...raiseDepthLimit(USUAL_DEPTH), ...recordAgain(facts, { mode: 'fp', python })];
}

export const STACK_DEPTH_LIMIT = rule({
  id: 'stack-depth-limit',
  detect(facts) {
    const { python, depthLimit } = facts;
    const cut = python.where((group) => group.isAtLimit && !has(group, Trait.rooted));
    if (!cut.isEnough(python)) return undefined;
    const marked = cut.where((group) => has(group, Trait.cut)).shareOf(python);
    return aboutSamples(facts, cut, { limit: depthLimit, shown_as_cut: rounded(marked) });
  },
  title: ({ share, evidence: { limit } }) => `${percent(share)} of the samples are cut at ${limit} frames`,
  text: ({ evidence: { limit, shown_as_cut: marked } }, { event }) =>
    'The outer callers are missing, so their totals are too small; ' +
    `${marked > 0 ? `only ${percent(marked)}` : 'none'} are recognizable as \`[stack cut]\`.` +
    (event?.maxStack === limit ? ' The limit is that of the event, `max-stack`.' : ''),
  fix({ evidence: { limit } }, facts) {
    if (facts.mode === 'dwarf')
      return [
        `${OPEN_COMMAND}   # unwinds whole stacks`,
        '# Or print the text again:',
        'perf script -i perf.data --no-inline --max-stack 2000 > out.perf',
      ];
    if (facts.event?.maxStack === limit) return recordAgain(facts, withoutDepthLimit(facts));
    const raise = raiseDepthLimit(limit);
    if (raise.length === 0) return ['# A record has no room for more frames.'];
    return [
      ...raise,
      '# As root, before recording; it fails with “busy” while a recording with call chains runs. It costs about 33 KB per CPU and larger files, and stays until reboot.',
      ...recordAgain(facts),
    ];
  },
});

export const UNWINDING_STOPPED = rule({
  id: 'unwinding-stopped',
  detect(facts) {
    if (!facts.profile.recorded) return inLibraries(facts, notUnwoundByPerf(facts), MIN_OF_LIBRARY_DWARF);
    const stopped = notStoppedAtTrampolines(facts).where(({ copy }) => copy === StackCopy.complete);
    return inLibraries(facts, stopped.where(isInOpenFile), MIN_OF_LIBRARY_DWARF);
  },
  title: ({ evidence: { libraries } }, { profile: { recorded } }) =>
    recorded
      ? `Callers are missing above ${namesOf(libraries)}`
      : `The text lacks the callers of ${namesOf(libraries)}`,
  text: (_, { profile: { recorded } }) =>
    recorded
      ? 'The library has no unwind tables.'
      : 'perf could not unwind this library, as is the case for PyPI’s NumPy up to perf 6.12. Pyrograph often can: open `perf.data` instead of its text.',
  fix: (_, { profile: { recorded } }) =>
    recorded
      ? ['# Rebuild the library with -fasynchronous-unwind-tables.']
      : [OPEN_COMMAND, `# From another machine: ${PACK_COMMAND}`],
});

export const LIBRARY_WITHOUT_FRAME_POINTERS = rule({
  id: 'library-without-frame-pointers',
  detect: (facts) =>
    facts.mode === 'fp'
      ? inLibraries(facts, brokenStacks(facts).where(isInOpenFile), MIN_OF_LIBRARY)
      : undefined,
  title: ({ evidence: { libraries } }) => `Callers are missing above ${namesOf(libraries)}`,
  text: ({ share }, facts) =>
    `The library was built without frame pointers, so ${percent(share)} of the samples do not show which Python function called it.` +
    attachNote(facts, COPIES),
  fix: (_, facts) => recordAgain(facts, COPIES),
});

export const PERF_TOO_OLD_FOR_JIT = rule({
  id: 'perf-too-old-for-jit',
  detect(facts) {
    const { recorded } = facts.profile;
    if (!recorded?.isInjected || !isBefore(recorded.perfVersion, FIXED_PERF)) return undefined;
    const stopped = notStoppedAtTrampolines(facts).where(
      ({ fault, copy }) => fault.in === 'trampoline' && copy !== StackCopy.full,
    );
    if (!stopped.isEnough(facts.python, MIN_OF_OLD_PERF)) return undefined;
    return aboutSamples(facts, stopped, { perf: recorded.perfVersion }, 'misleading');
  },
  title: ({ evidence: { perf } }) => `perf ${perf} cannot unwind -X perf_jit`,
  text: () => 'Fixed in perf 6.8 and 6.7.2; distributions may have the fix in older versions.',
  fix: () => [`${OPEN_COMMAND}   # does not depend on it`],
});

function brokenStacks({ python }: RecordingFacts): SampleGroups {
  return python.where(({ isBroken }) => isBroken);
}

/** False if the stack ends in a file that is not open, so that nothing is known about the code in which it ends. */
function isInOpenFile({ fault }: SampleGroup): boolean {
  return fault.isOpen;
}

/**
 * In text: stacks of one frame. perf up to 6.12 unwinds with libunwind, which does not get out of some libraries, while perf 7
 * and Pyrograph do.
 */
function notUnwoundByPerf(facts: RecordingFacts): SampleGroups {
  const { mode, isLibdw } = facts;
  return brokenStacks(facts).where(({ isSingle }) => mode === 'dwarf' && !isLibdw && isSingle);
}

/** A trampoline counts as the interpreter. */
function isInInterpreter({ fault }: SampleGroup): boolean {
  return fault.in === 'interpreter' || fault.in === 'trampoline';
}

/** In mode `dwarf`: broken stacks of a text that end at trampolines without unwind tables. Pyrograph itself unwinds them. */
function stoppedAtTrampolines(facts: RecordingFacts): SampleGroups {
  const { mode, profile, isLibdw } = facts;
  const broken = brokenStacks(facts).where(() => mode === 'dwarf');
  if (profile.recorded) return broken.where(() => false);
  if (isLibdw) return broken.where((group) => has(group, Trait.cut));
  if (facts.isInjected || unnamedTrampolines(facts).notInjected.isEnough(facts.python))
    return broken.where(() => false);
  return broken.where(({ fault }) => fault.in === 'trampoline');
}

function notStoppedAtTrampolines(facts: RecordingFacts): SampleGroups {
  const stopped = new Set(stoppedAtTrampolines(facts).groups);
  return brokenStacks(facts).where((group) => facts.mode === 'dwarf' && !stopped.has(group));
}

/** Stacks that are broken because the copy is full. Text has no sizes: there, those that end in code that perf can unwind. */
function cutByCopy(facts: RecordingFacts): SampleGroups {
  const rest = notStoppedAtTrampolines(facts);
  if (!facts.profile.recorded)
    return rest.where((group) => isInInterpreter(group) && !has(group, Trait.unnamed));
  // If the library's file is not open, stacks end in it no matter how large the copy is.
  return rest.where(({ copy, fault }) => copy === StackCopy.full && (fault.in !== 'library' || fault.isOpen));
}

/** Stacks that end in libraries, without libraries in which less than `minShare` of the weight ends. */
function inLibraries(facts: RecordingFacts, stacks: SampleGroups, minShare: number) {
  const { python } = facts;
  const byLibrary = Array.from(
    stacks.where(({ fault }) => fault.in === 'library').groupBy(({ fault }) => fault),
  );
  const common = byLibrary
    .filter(([, selection]) => selection.isEnough(python, minShare))
    .map(([{ path }, selection]) => [path, rounded(selection.shareOf(python))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (common.length === 0) return undefined;
  const paths = new Set(common.map(([path]) => path));
  const affected = stacks.where(({ fault }) => fault.in === 'library' && paths.has(fault.path));
  return aboutSamples(facts, affected, { libraries: Object.fromEntries(common) });
}

function namesOf(libraries: Readonly<Record<string, number>>): string {
  return nameList(Object.keys(libraries).map(baseName).sort());
}

/** True if too few of the samples for a finding would remain cut. */
function areCallersInferred(facts: RecordingFacts, cut: SampleGroups): boolean {
  const isInferred = facts.inferredCallers();
  if (!isInferred) return false;
  const isCut = cut.marks();
  const { weight } = facts.profile.samples;
  const left = { samples: 0, weight: 0 };
  for (let sample = 0; sample < weight.length; sample++) {
    if (isCut[facts.groupOf(sample)] !== 1 || isInferred[sample] === 1) continue;
    left.samples++;
    left.weight += weight[sample];
  }
  return !isEnough(left, facts.python);
}
