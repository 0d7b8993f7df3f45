// Writes and parses `perf record` commands for Python programs.

import { isPrintable, isTypeable, shellCommand } from '../text/shell-command.ts';
import { splitProgram, withAssignment, type ProgramCommand } from './program-command.ts';

/** How perf records callers: by following frame pointers, or by copying the stack (`--call-graph dwarf`). */
export type RecordMode = 'fp' | 'dwarf';

/** A parsed `perf record` command, without the options that RecordPlan adds. */
export interface RecordedCommand extends ProgramCommand {
  /** True for `-a`. */
  readonly systemWide: boolean;
  /** Process IDs of `-p`, separated by commas; empty if perf starts the program. */
  readonly attach: string;
  /** Values of `-e`; empty for perf's default. */
  readonly events: readonly string[];
  /** The value of `-c`, which is kept only for tracepoints. */
  readonly period?: string | undefined;
  /** Other options of perf record, such as `-m 16M`. */
  readonly extra: readonly string[];
}

export interface RecordPlan extends RecordedCommand {
  /** Samples per second. Unused if all events are tracepoints. */
  readonly frequency: number;
  readonly mode: RecordMode;
  /** Bytes of stack to copy per sample; unused with frame pointers. */
  readonly stackSize: number;
  /** True to turn on perf support in child processes, too. */
  readonly coversChildren: boolean;
  /** Which of Python's two kinds of perf support to use; by default, the one that perf can unwind. */
  readonly support?: PerfSupport | undefined;
}

/** The values of `-X`. Pyrograph unwinds copied stacks with both, perf itself only with `perf_jit`. */
export type PerfSupport = 'perf' | 'perf_jit';

/** The largest stack copy that the kernel allows (a multiple of 8 below 64 KiB; util/util.c of perf, get_stack_size). */
export const MAX_STACK_SIZE = 65528;
export const DEFAULT_STACK_SIZE = 16384;
export const DEFAULT_FREQUENCY = 999;

/** Bytes of stack copies per second of CPU time that perf can write without losing samples. */
const MAX_COPIED = 16_400_000;
const LOWER_FREQUENCIES = [999, 499, 199, 99];

/** Options of perf record that take a value, as the next word or appended (tools/perf/builtin-record.c, Linux 6.12). */
const WITH_VALUE = new Set([
  ...'epturCcoFmGDjk'.split('').map((letter) => `-${letter}`),
  ...'event filter pid tid realtime cpu count output freq mmap-pages call-graph cgroup delay uid'.split(' '),
  ...'branch-filter clockid proc-map-timeout affinity max-size switch-max-files control synth'.split(' '),
  ...'num-thread-synthesize vmlinux clang-path clang-opt off-cpu-thresh'.split(' '),
]);
/** Options to keep because they select what is recorded. */
const KEPT = new Set([
  '-t',
  'tid',
  '-C',
  'cpu',
  '-u',
  'uid',
  '-G',
  'cgroup',
  'all-user',
  'all-kernel',
  'switch-events',
]);

/** The frequency, lowered so that perf can write the stack copies without compressing them. */
export function fittingFrequency({ frequency, mode, stackSize }: RecordPlan): number {
  if (mode === 'fp' || frequency * stackSize <= MAX_COPIED) return frequency;
  const fits = (each: number) => each < frequency && each * stackSize <= MAX_COPIED;
  return LOWER_FREQUENCIES.find(fits) ?? frequency;
}

/** What turns on Python's perf support: the `-X` option, and the variable that child processes inherit. */
export function perfSupport(
  mode: RecordMode,
  support: PerfSupport = mode === 'fp' ? 'perf' : 'perf_jit',
): { readonly option: PerfSupport; readonly variable: string } {
  const variable = support === 'perf' ? 'PYTHONPERFSUPPORT=1' : 'PYTHON_PERF_JIT_SUPPORT=1';
  return { option: support, variable };
}

/**
 * The command as typed in a shell. If a word of the program cannot be typed, `app.py` replaces the program; if another word cannot be
 * typed, there is no command.
 */
export function recordCommand(plan: RecordPlan): string | undefined {
  const program = [...plan.launcher, ...plan.options, ...plan.program];
  if (program.every(isPrintable)) {
    const { environment, words } = recordWords(plan);
    const command = shellCommand(words);
    return command === undefined ? undefined : [...environment, command].join(' ');
  }
  const isTyped = plan.launcher.length > 0 && plan.launcher.every(isTypeable);
  return recordCommand({
    ...plan,
    launcher: isTyped ? plan.launcher : ['python3'],
    options: [],
    program: ['app.py'],
  });
}

/** The words of the command, and the variables to set for it. */
export function recordWords(plan: RecordPlan): {
  readonly environment: readonly string[];
  readonly words: readonly string[];
} {
  const { mode, stackSize, systemWide, attach, events, extra } = plan;
  const { option, variable } = perfSupport(mode, plan.support);
  const starts = attach === '' && plan.program.length + plan.launcher.length > 0;
  const isPython = plan.launcher.length > 0;
  const needsVariable = starts && (plan.coversChildren || (!isPython && !systemWide));
  const { command, environment } = needsVariable
    ? withAssignment(plan, variable)
    : { command: plan, environment: [] };
  const added = isPython && starts ? ['-X', option] : [];
  const program = [...command.launcher, ...added, ...command.options, ...command.program];
  const target = [...(systemWide ? ['-a'] : []), ...(attach === '' ? [] : ['-p', attach])];
  const selected = [...events.flatMap((event) => ['-e', event]), ...extra];
  // perf inject requires the clock of the jitdump.
  const clock = option === 'perf_jit' ? ['-k', '1'] : [];
  const callers = mode === 'fp' ? ['-g'] : [...clock, '--call-graph', `dwarf,${stackSize}`];
  const dashes = program.length > 0 ? ['--'] : [];
  const rate = rateOf(plan);
  const words = ['perf', 'record', ...target, ...rate, ...selected, ...callers, ...dashes, ...program];
  return { environment, words };
}

/** False for tracepoints, which are recorded at each occurrence, as by default, or at every `period`th. */
export function usesFrequency({ events }: Pick<RecordPlan, 'events'>): boolean {
  return events.length === 0 || !events.every(areTracepoints);
}

function rateOf(plan: RecordPlan): string[] {
  if (usesFrequency(plan)) return ['-F', `${plan.frequency}`];
  return plan.period === undefined ? [] : ['-c', plan.period];
}

/**
 * Drops options that RecordPlan sets: `-o`, frequency, call graphs, `-X perf`. Returns undefined if the words are not a complete
 * `perf record` command; perf 7.2 stores only `perf`.
 */
export function parseRecordCommand(words: readonly string[]): RecordedCommand | undefined {
  const record = words.slice(0, 3).indexOf('record');
  if (record < 1) return undefined;
  const events: string[] = [];
  const extra: string[] = [];
  let systemWide = false;
  let attach = '';
  let period: string | undefined;
  let at = record + 1;
  while (at < words.length && /^-./.test(words[at]) && words[at] !== '--') {
    const parsed = parseOption(words, at);
    at = parsed.next;
    for (const { name, value } of parsed.options) {
      if (name === '-a' || name === 'all-cpus') systemWide = true;
      else if (name === '-e' || name === 'event') events.push(value);
      else if (name === '-p' || name === 'pid') attach = value;
      else if (name === '-c' || name === 'count') period = value;
      else if (KEPT.has(name))
        extra.push(name.startsWith('-') ? name : `--${name}`, ...(WITH_VALUE.has(name) ? [value] : []));
    }
  }
  if (words[at] === '--') at++;
  return { systemWide, attach, events, period, extra, ...splitProgram(words.slice(at)) };
}

interface ParsedOption {
  /** `-F`, or a long name without its dashes. */
  readonly name: string;
  readonly value: string;
}

/** Parses one word, which may contain several options (`-ag`). `next` is the index after the value of the last one. */
function parseOption(
  words: readonly string[],
  at: number,
): { readonly options: ParsedOption[]; readonly next: number } {
  const word = words[at];
  const following = words.at(at + 1) ?? '';
  const long = /^--([^=]+)(?:=(.*))?$/s.exec(word);
  if (long) {
    const [, name, value] = long;
    const takesNext = value === undefined && WITH_VALUE.has(name);
    return {
      options: [{ name, value: value ?? (takesNext ? following : '') }],
      next: at + (takesNext ? 2 : 1),
    };
  }
  const options: ParsedOption[] = [];
  for (let i = 1; i < word.length; i++) {
    const name = `-${word[i]}`;
    const rest = word.slice(i + 1);
    if (!WITH_VALUE.has(name)) options.push({ name, value: '' });
    else if (rest === '') return { options: [...options, { name, value: following }], next: at + 2 };
    else return { options: [...options, { name, value: rest }], next: at + 1 };
  }
  return { options, next: at + 1 };
}

/** Letters after the colon of `cycles:u` (tools/perf/Documentation/perf-list.txt, Linux 7.2). */
const MODIFIER = /:[ukhIGHpPSDWebRX]+$/;
/** `kmem:kmalloc`, `syscalls:sys_enter_*`; not the breakpoint `mem:0x1000`. */
const SYSTEM_AND_NAME = /^(?!mem:0x)[\w-]+:[\w*?-]+$/;

/** `cycles` for `cycles:u`; the names of tracepoints also have a colon, and are kept whole. */
export function withoutModifier(event: string): string {
  return event.replace(MODIFIER, '');
}

/** perf samples context switches by frequency unless the event has a period; only all of them say what threads waited for. */
export function withEachSwitch(value: string): string {
  return value.replace(/(?<![\w-])(context-switches|cs)(?::\w+)?(?=,|$)/g, '$1/period=1/');
}

/** perf takes a sample at each occurrence of a tracepoint, unless `-F` or `-c` asks for fewer. */
export function isTracepoint(event: string): boolean {
  return SYSTEM_AND_NAME.test(withoutModifier(event));
}

/** True if a value of `-e` names only tracepoints: `kmem:kmalloc,kmem:kfree`, `{sched:sched_switch,sched:sched_wakeup}`. */
export function areTracepoints(value: string): boolean {
  const events = value.split(/[{},]/).filter((event) => event !== '' && !event.startsWith(':'));
  return events.length > 0 && events.every(isTracepoint);
}

/** Drops the limit on the depth of the event's stacks: `cycles/max-stack=20/u` becomes `cycles:u`. */
export function withoutMaxStack(value: string): string {
  return value.replace(/\/([^/]*)\/(\w*)/g, (_, terms: string, modifiers: string) => {
    const kept = terms.split(',').filter((term) => !term.startsWith('max-stack='));
    if (kept.length > 0) return `/${kept.join(',')}/${modifiers}`;
    return modifiers && `:${modifiers}`;
  });
}

/** `-X perf`. */
export const PERF_VERSION = '3.12';
/** `-X perf_jit`. */
export const JIT_VERSION = '3.13';
/** Built with frame pointers by default. */
export const FRAME_POINTER_VERSION = '3.15';

/** The usual name of the interpreter. */
export function pythonOf(version: string): string {
  return `python${version}`;
}
