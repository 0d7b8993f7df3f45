// Finds out what perf can record on this machine, with a short trial recording.

import { join } from 'node:path';
import { MAX_STACK_SIZE } from '../../src/record/record-command.ts';
import { ExitError } from '../command.ts';
import { lastLine, type Host } from './host.ts';

export interface PerfFacts {
  /** As printed by `perf version`, without the word `perf`. */
  readonly version: string;
  /** The event to request; empty for perf's default, CPU cycles. */
  readonly event: string;
  /** True if `event` replaces CPU cycles because the machine cannot count them. */
  readonly isReplacement: boolean;
  /** True if perf may not sample the kernel. */
  readonly isUserOnly: boolean;
  readonly abilities: PerfAbilities;
  readonly settings: KernelSettings;
}

/** What perf can do here besides sampling. */
interface PerfAbilities {
  /** True if it can copy stacks. */
  readonly copiesStacks: boolean;
  /** The options with which it compresses the recording; none if it cannot. */
  readonly compression: readonly string[];
  /** The size of the buffer for each CPU, as the value of `-m`; empty for perf's default. */
  readonly buffer: string;
}

/** From /proc/sys/kernel; NaN if unknown. */
export interface KernelSettings {
  readonly perf_event_paranoid: number;
  readonly perf_event_max_stack: number;
  readonly perf_event_mlock_kb: number;
  readonly kptr_restrict: number;
}

/** With `-z`, perf 6.1 records build IDs only in map events, for which it needs Linux 5.12. Without build IDs, there are no lines. */
const COMPRESSIONS = [['-z', '--buildid-mmap'], ['-z'], []];

/** Exit code for machines and Pythons that cannot be recorded. */
const CANNOT_RECORD = 3;

/** In milliseconds. */
const TIMEOUT = 20_000;
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/\bubuntu\b/, 'apt install linux-tools-$(uname -r)'],
  [/\bdebian\b/, 'apt install linux-perf'],
  [/\b(?:fedora|rhel|centos)\b/, 'dnf install perf'],
  [/\b(?:suse|opensuse)/, 'zypper install perf'],
  [/\barch\b/, 'pacman -S perf'],
  [/\balpine\b/, 'apk add perf'],
];
/** Capability bits in /proc/PID/status (include/uapi/linux/capability.h, Linux 6.12): CAP_SYS_ADMIN, CAP_PERFMON. */
const PRIVILEGES = (1n << 21n) | (1n << 38n);
/** Megabytes for the buffers of all CPUs, and the largest for one: a full copy every 2 ms fills 16 MB in half a second. */
const ALL_BUFFERS = 128;
const MAX_BUFFER = 16;
/** Users may lock less memory than root: `ulimit -l`, and kernel.perf_event_mlock_kb for each CPU. */
const SMALLER_BUFFERS = [4, 1];
/** Lines that perf prints after the reason for a failure. */
const CLOSING_LINE = /^(?:\[ perf record|Error:$|$)/;

/**
 * Makes a trial recording in the folder `scratch`. By default, tries cycles, then cpu-clock. `buffer` is the value of `-m`, empty
 * for the largest that is useful and allowed. Throws an ExitError if all fail.
 */
export function probePerf(event: string | undefined, buffer: string, scratch: string, host: Host): PerfFacts {
  if (host.platform !== 'linux') throw cannotRecord('perf records only on Linux');
  const version = host.findProgram('perf') === undefined ? undefined : host.run(['perf', 'version'], TIMEOUT);
  if (version?.status !== 0)
    throw cannotRecord(`perf is not installed${version ? ' for this kernel' : ''}: ${installCommand(host)}`);
  if (!host.exists('/sys/bus/event_source'))
    throw cannotRecord('/sys is not mounted, so perf would record no samples: mount -t sysfs sysfs /sys');
  const settings = readSettings(host);
  const file = join(scratch, 'trial.data');
  let reason = '';
  for (const tried of event === undefined ? ['cycles', 'cpu-clock'] : [event]) {
    const { abilities, error } = tryEvent(tried, buffer, file, host);
    if (abilities)
      return {
        version: version.out.replace(/^perf version /, '').trim(),
        settings,
        abilities,
        ...usedEvent(event ?? 'cycles', tried, file, host),
      };
    reason ||= reasonIn(error);
  }
  throw cannotRecord(explainFailure(reason, settings, host));
}

/** Options of `perf record` for these abilities, with the largest copies. */
export function abilityOptions({ copiesStacks, compression, buffer }: PerfAbilities): string[] {
  return [
    ...compression,
    ...(buffer === '' ? [] : ['-m', buffer]),
    ...(copiesStacks ? ['--call-graph', `dwarf,${MAX_STACK_SIZE}`] : ['-g']),
  ];
}

/** Finds out what perf can do for an event. Most machines can do all, so that is tried first. */
function tryEvent(
  event: string,
  buffer: string,
  file: string,
  host: Host,
): { readonly abilities: PerfAbilities | undefined; readonly error: string } {
  const attempt = (abilities: PerfAbilities) =>
    host.run(
      ['perf', 'record', '-e', event, '-F', '99', ...abilityOptions(abilities), '-o', file, '--', 'true'],
      TIMEOUT,
    );
  const sizes = buffer === '' ? buffersFor(host.cpus) : [];
  const all = { copiesStacks: true, compression: COMPRESSIONS[0], buffer: sizes.at(0) ?? buffer };
  if (attempt(all).status === 0) return { abilities: all, error: '' };
  const minimum = { copiesStacks: false, compression: [], buffer };
  const { status, error } = attempt(minimum);
  if (status !== 0) return { abilities: undefined, error };
  const works = (abilities: PerfAbilities) => attempt(abilities).status === 0;
  const withCopies = COMPRESSIONS.map((compression) => ({ ...all, compression, buffer })).find(works);
  if (!withCopies) return { abilities: minimum, error: '' };
  // With all options, the largest has just failed.
  const smaller = withCopies.compression === all.compression ? sizes.slice(1) : sizes;
  const withBuffer = smaller.map((size) => ({ ...withCopies, buffer: size })).find(works);
  return { abilities: withBuffer ?? withCopies, error: '' };
}

/** Powers of two, largest first: perf's default, 512 kB, overflows with eight full copies. */
function buffersFor(cpus: number): string[] {
  const share = 2 ** Math.floor(Math.log2(ALL_BUFFERS / Math.max(1, cpus)));
  const largest = Math.min(MAX_BUFFER, Math.max(1, share));
  return [largest, ...SMALLER_BUFFERS.filter((size) => size < largest)].map((size) => `${size}M`);
}

export function cannotRecord(sentence: string): ExitError {
  return new ExitError(CANNOT_RECORD, `${sentence}.`);
}

/** Finds out what perf really recorded: it replaces events that the machine lacks, and omits the kernel if it may not sample it. */
function usedEvent(
  preferred: string,
  requested: string,
  file: string,
  host: Host,
): Omit<PerfFacts, 'version' | 'settings' | 'abilities'> {
  const { out } = host.run(['perf', 'evlist', '-v', '-i', file], TIMEOUT);
  const line = out.split('\n').find((each) => each !== '' && !each.startsWith('dummy')) ?? '';
  const used = /^([\w-]+)(?::[a-zA-Z]+)?: /.exec(line)?.[1] ?? requested;
  const isUserOnly = /exclude_kernel: 1/.test(line) && !/:[a-zA-Z]*u/.test(requested);
  const event = requested === 'cycles' && used !== 'cycles' ? used : requested;
  return { event: event === 'cycles' ? '' : event, isReplacement: event !== preferred, isUserOnly };
}

function readSettings(host: Host): KernelSettings {
  const read = (name: string) => Number.parseInt(host.read(`/proc/sys/kernel/${name}`) ?? '', 10);
  return {
    perf_event_paranoid: read('perf_event_paranoid'),
    perf_event_max_stack: read('perf_event_max_stack'),
    perf_event_mlock_kb: read('perf_event_mlock_kb'),
    kptr_restrict: read('kptr_restrict'),
  };
}

function explainFailure(
  reason: string,
  { perf_event_paranoid: paranoid }: KernelSettings,
  host: Host,
): string {
  const isDenied = /permission|not permitted|access|paranoid/i.test(reason);
  const isOpen = isPrivileged(host) || paranoid <= 2;
  if (isDenied && (isContainer(host) || (isOpen && hasSeccompFilter(host))))
    return (
      'This container may not record: start it with --cap-add PERFMON --security-opt seccomp=unconfined' +
      ` (the host's kernel.perf_event_paranoid, ${paranoid}, also applies)`
    );
  if (!isOpen)
    return `kernel.perf_event_paranoid is ${paranoid}, so you may not record: sysctl kernel.perf_event_paranoid=1 (as root)`;
  return `perf cannot record here: ${reason.replace(/\.$/, '')}`;
}

function isPrivileged(host: Host): boolean {
  const capabilities = /^CapEff:\s*([0-9a-f]+)$/m.exec(host.read('/proc/self/status') ?? '')?.[1];
  return capabilities !== undefined && (BigInt(`0x${capabilities}`) & PRIVILEGES) !== 0n;
}

function isContainer(host: Host): boolean {
  if (host.exists('/.dockerenv') || host.exists('/run/.containerenv')) return true;
  return /\b(?:docker|kubepods|libpod|lxc|containerd)\b/.test(host.read('/proc/1/cgroup') ?? '');
}

/** Not all containers can be recognized, but most deny perf's system call. */
function hasSeccompFilter(host: Host): boolean {
  return /^Seccomp:\s*2$/m.test(host.read('/proc/self/status') ?? '');
}

/** The line of perf's message that states the reason. */
function reasonIn(error: string): string {
  const lines = error.split('\n').map((line) => line.trim());
  const reason = lines.find((line) =>
    /permission|not permitted|No permission|not supported|failed|syntax error/i.test(line),
  );
  return reason ?? lastLine(lines.filter((line) => !CLOSING_LINE.test(line)).join('\n'));
}

function installCommand(host: Host): string {
  const release = host.read('/etc/os-release') ?? '';
  const ids = [...release.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)]
    .map(([, value]) => value.replaceAll('"', ''))
    .join(' ');
  return (
    PACKAGES.find(([pattern]) => pattern.test(ids))?.[1] ??
    'install the package linux-perf, linux-tools or perf'
  );
}
