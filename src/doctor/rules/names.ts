// Findings about functions without names.

import { baseName } from '../../model/paths.ts';
import { formatNumberOf } from '../../text/format.ts';
import { Trait } from '../function-facts.ts';
import { countInterpreterFrames, isStripped } from '../interpreter-names.ts';
import type { Process } from '../process-facts.ts';
import { PACK_COMMAND } from '../../text/shell-command.ts';
import { INJECT_COMMANDS, recordAgain } from '../record-again.ts';
import type { RecordingFacts } from '../recording-facts.ts';
import { aboutSamples, MAX_NAMED, nameList, percent, rule, severityOf, type Detected } from '../rule.ts';
import { has, hasTrampoline } from '../sample-groups.ts';
import type { SampleGroups } from '../selection.ts';
import { hasOtherClock, isUnfinished, unnamedTrampolines, withoutJitdump } from '../unnamed-trampolines.ts';

const MIN_INCOMPLETE_DUMP = 0.02;
const MIN_UNNAMED_KERNEL = 0.9;
/** `clockid_t` values (include/uapi/linux/time.h, Linux 6.12). */
const CLOCKS: ReadonlyMap<number, string> = new Map([
  [0, 'realtime'],
  [1, 'monotonic'],
  [4, 'monotonic_raw'],
  [7, 'boottime'],
  [11, 'tai'],
]);

export const JIT_NOT_INJECTED = rule({
  id: 'jit-not-injected',
  detect: (facts) => ifEnough(facts, unnamedTrampolines(facts).notInjected),
  title: () => 'The Python function names were not injected',
  text: () => 'This text was printed from a `-X perf_jit` recording before `perf inject` ran.',
  fix: () => [...INJECT_COMMANDS, '# Or open perf.data and jit-PID.dump here, also if perf inject fails.'],
});

export const JIT_FILES_MISSING = rule({
  id: 'jit-files-missing',
  detect: (facts) => ifEnough(facts, unnamedTrampolines(facts).jitFilesMissing),
  title: () => 'Function names are in files that are not open',
  text: ({ affected }, { profile: { recorded } }) => {
    const ids = new Set(affected?.groups.map(({ process }) => process.id));
    const dumps = [...ids]
      .map((id) => recorded?.processes.get(id)?.jitdump ?? '')
      .filter((path) => path !== '');
    const injected = '`/tmp/jitted-PID-*.so`';
    const files = recorded?.isInjected === false ? dumps.sort().map((path) => `\`${path}\``) : [injected];
    return `${namesOf(affected)} in ${files.length > 0 ? nameList(files) : '`/tmp/jit-PID.dump`'}.`;
  },
  fix: () => [`${PACK_COMMAND}   # on the recorded machine`],
});

export const CLOCK_MISMATCH = rule({
  id: 'clock-mismatch',
  detect(facts) {
    const { profile, event, python } = facts;
    if (!profile.recorded || !event || !hasOtherClock(facts)) return undefined;
    const isOpen = python.groups.some(({ process }) => process.jitdump !== undefined);
    const clock = Number.isNaN(event.clock) ? 'perf' : (CLOCKS.get(event.clock) ?? `${event.clock}`);
    const nameless = withoutJitdump(facts);
    const isNameless = nameless.isEnough(python);
    const affected = isNameless ? nameless : python.where(hasTrampoline);
    return aboutSamples(facts, affected, { clock }, isOpen && !isNameless ? 'hint' : 'misleading');
  },
  title: () => 'Recorded without -k 1',
  text: () =>
    '`perf inject --jit` refuses such a recording: its clock differs from the jitdump’s. Open `perf.data` and the jitdump here instead.',
  fix: (_, facts) => recordAgain(facts, { mode: 'dwarf' }),
});

export const PERF_MAP_MISSING = rule({
  id: 'perf-map-missing',
  detect(facts) {
    const missing = unnamedTrampolines(facts).mapMissing;
    if (!missing.isEnough(facts.python)) return undefined;
    const maps = facts.profile.recorded?.symbols.perfMaps ?? new Set<number>();
    const isOther = maps.size > 0 && !missing.groups.some(({ process }) => maps.has(process.id));
    return aboutSamples(facts, missing, { maps_given: maps.size, other_process: isOther });
  },
  title: () => 'The perf map is missing',
  text({ affected, evidence: { other_process: isOther } }, { profile: { recorded } }) {
    const files = nameList(ownMaps(affected).map((path) => `\`${path}\``));
    const open = [...(recorded?.symbols.perfMaps ?? [])].sort((a, b) => a - b);
    const other = ` The open map is of PID ${nameList(open.map(String))}; in a container Python sees another PID than perf.`;
    const [renamed] = inNamespaces(affected);
    const own = renamed
      ? ` Python ran in its own PID namespace, as in a container: perf’s PID ${renamed.id} is PID ${renamed.ownId} there.`
      : '';
    return `${namesOf(affected)} in ${files}.${own || (isOther ? other : '')}`;
  },
  fix({ affected, evidence: { other_process: isOther } }) {
    const renamed = inNamespaces(affected).slice(0, MAX_NAMED);
    if (renamed.length > 0)
      return [
        '# While the program runs; then open the map with perf.data:',
        ...renamed.map(({ id, ownId }) => `cp /proc/${id}/root/tmp/perf-${ownId}.map .`),
      ];
    return isOther
      ? [
          '# While the program runs, PID as perf sees it and M as the container does:',
          'cp /proc/PID/root/tmp/perf-M.map /tmp/perf-PID.map',
        ]
      : [`${PACK_COMMAND}   # on the recorded machine`];
  },
});

/** The processes with a known ID in another PID namespace than perf's. */
function inNamespaces(affected: SampleGroups | undefined): Process[] {
  return processesOf(affected).filter(({ id, ownId }) => ownId !== id);
}

function ownMaps(affected: SampleGroups | undefined): string[] {
  return processesOf(affected).map(({ ownId }) => `/tmp/perf-${ownId}.map`);
}

/** In the order of their IDs. */
function processesOf(affected: SampleGroups | undefined): Process[] {
  const processes = new Set(affected?.groups.map(({ process }) => process));
  return [...processes].sort((a, b) => a.id - b.id);
}

export const JITDUMP_INCOMPLETE = rule({
  id: 'jitdump-incomplete',
  detect: (facts) => (facts.profile.recorded ? incompleteDumps(facts) : printedIncompleteDumps(facts)),
  title: ({ evidence: { dumps } }) =>
    `${formatNumberOf(dumps, 'process', 'processes')} lost function names when ${dumps === 1 ? 'it' : 'they'} exited`,
  text: () =>
    'They ended with `os._exit` (as forked `multiprocessing` workers do) or by a signal, before Python had written their jitdumps. A fork also writes part of the parent’s dump twice, on which `perf inject` fails.',
  fix: () => [
    '# At the start of the program:',
    'libc = ctypes.CDLL(None); os.register_at_fork(before=lambda: libc.fflush(None))',
    '# Before os._exit:',
    'libc.fflush(None)',
    '# Or use a Python with frame pointers and -X perf, whose map is flushed line by line.',
  ],
});

export const WRONG_BUILD = rule({
  id: 'wrong-build',
  detect(facts) {
    const { profile, python } = facts;
    const files = [...(profile.recorded?.symbols.otherBuilds ?? [])].sort();
    const affected = python.where((group) => has(group, Trait.otherBuild));
    return affected.isEnough(python) ? aboutSamples(facts, affected, { files }, 'incomplete') : undefined;
  },
  title: ({ evidence: { files } }) =>
    `${nameList(files.map(baseName))} ${files.length === 1 ? 'is not the recorded build' : 'are not the recorded builds'}`,
  text: ({ evidence: { files } }) =>
    files.length === 1
      ? 'Its build ID differs, so its functions would get wrong names. It is not used.'
      : 'Their build IDs differ, so their functions would get wrong names. They are not used.',
  fix: () => [`${PACK_COMMAND}   # on the recorded machine`],
});

export const STRIPPED_INTERPRETER = rule({
  id: 'stripped-interpreter',
  detect(facts) {
    const { python, profile } = facts;
    const affected = python.where((group) => has(group, Trait.unnamedInterpreter));
    if (!affected.isEnough(python)) return undefined;
    const { frames, unnamed } = countInterpreterFrames(facts);
    if (!isStripped(facts)) return undefined;
    // If no function has a name, the interpreter's file is not open.
    if (profile.recorded && unnamed === frames) return undefined;
    return aboutSamples(facts, affected, { frames, unnamed }, 'incomplete');
  },
  title: () => 'The interpreter’s functions have no names',
  text: ({ evidence: { frames, unnamed } }) =>
    `${percent(unnamed / frames)} of its frames are unnamed. Python functions are not affected.`,
  fix: (_, { versions }) => [
    `apt install python${versions.at(-1) ?? '3'}-dbg   # Debian, Ubuntu`,
    'dnf debuginfo-install python3   # Fedora',
    '# Or set DEBUGINFOD_URLS.',
  ],
});

export const KERNEL_SYMBOLS_HIDDEN = rule({
  id: 'kernel-symbols-hidden',
  detect({ all, python, profile }) {
    if (python.samples === 0 || profile.recorded?.symbols.hasKernel === false) return undefined;
    const kernel = all.where((group) => has(group, Trait.kernel));
    const hidden = kernel.where((group) => !has(group, Trait.namedKernel));
    if (!hidden.isEnough(all) || hidden.weight < MIN_UNNAMED_KERNEL * kernel.weight) return undefined;
    return hiddenKernel(all, hidden, kernel);
  },
  title: () => 'Kernel functions have no names',
  text: () => 'The kernel hides its addresses.',
  fix: () => ['sysctl kernel.kptr_restrict=0   # before recording; or record as root'],
});

function hiddenKernel(
  all: SampleGroups,
  hidden: SampleGroups,
  kernel: SampleGroups,
): Detected<{ kernel: number }> {
  return {
    severity: 'incomplete',
    share: hidden.shareOf(all),
    samples: hidden.samples,
    evidence: { kernel: kernel.samples },
    affected: hidden,
  };
}

function ifEnough(facts: RecordingFacts, unnamed: SampleGroups) {
  if (!unnamed.isEnough(facts.python)) return undefined;
  return aboutSamples(facts, unnamed, { processes: unnamed.processCount });
}

/** Samples with unnamed functions, of processes whose jitdump is open but was not written to its end. */
function incompleteDumps(
  facts: RecordingFacts,
): Detected<{ dumps: number; empty: number | null }> | undefined {
  const { python } = facts;
  const dumps = new Set(python.groups.flatMap(({ process }) => process.jitdump ?? []));
  const cut = [...dumps].filter(isUnfinished);
  const inCut = python.where(({ process }) => isUnfinished(process.jitdump));
  const empty = inCut.where(({ process }) => process.jitdump?.functions === 0);
  const affected = inCut.where(
    (group) => group.process.jitdump?.functions === 0 || has(group, Trait.unnamed | Trait.lostTrampoline),
  );
  if (!affected.isEnough(python, MIN_INCOMPLETE_DUMP)) return undefined;
  const evidence = { dumps: cut.length, empty: cut.filter(({ functions }) => functions === 0).length };
  return aboutSamples(facts, affected, evidence, severityOf(empty.shareOf(python)));
}

function printedIncompleteDumps(
  facts: RecordingFacts,
): Detected<{ dumps: number; empty: number | null }> | undefined {
  const { dumpIncomplete } = unnamedTrampolines(facts);
  if (!dumpIncomplete.isEnough(facts.python)) return undefined;
  return aboutSamples(facts, dumpIncomplete, { dumps: dumpIncomplete.processCount, empty: null });
}

/** Such as “Names of 2 processes are”. */
function namesOf(affected: SampleGroups | undefined): string {
  return `Names of ${formatNumberOf(affected?.processCount ?? 0, 'process', 'processes')} are`;
}
