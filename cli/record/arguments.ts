// Parses the arguments of `pyrograph record`.

import { type RecordMode, MAX_STACK_SIZE } from '../../src/record/record-command.ts';
import { parseChoice } from '../command.ts';

export interface RecordOptions {
  /** Undefined to choose it. */
  readonly frequency: number | undefined;
  /** Bytes of stack to copy per sample; undefined to choose it. */
  readonly stackSize: number | undefined;
  readonly mode: RecordMode | undefined;
  /** True to record what threads wait for. */
  readonly wall: boolean;
  readonly event: string | undefined;
  /** Process IDs to attach to, separated by commas; empty to start a program. */
  readonly attach: string;
  readonly systemWide: boolean;
  /** In seconds; undefined to record until the program ends or Ctrl-C. */
  readonly duration: number | undefined;
  /** The value of perf's `-m`; empty to choose it. */
  readonly buffer: string;
  /** Further options of perf record. */
  readonly perf: readonly string[];
  readonly output: string;
}

export const RECORD_USAGE =
  'Usage: pyrograph record [OPTION]… -- PROGRAM ARGUMENT…, or with -p PID or -a instead of PROGRAM.';
const MODES = ['dwarf', 'fp'] as const satisfies readonly RecordMode[];
const MIN_STACK_SIZE = 512;

export const RECORD_OPTIONS = {
  frequency: { type: 'string', short: 'F' },
  'stack-bytes': { type: 'string' },
  mode: { type: 'string' },
  wall: { type: 'boolean', default: false },
  event: { type: 'string', short: 'e' },
  pid: { type: 'string', short: 'p' },
  'all-cpus': { type: 'boolean', short: 'a', default: false },
  duration: { type: 'string' },
  'mmap-pages': { type: 'string', short: 'm' },
  output: { type: 'string', short: 'o' },
  'no-open': { type: 'boolean', default: false },
  to: { type: 'string' },
  label: { type: 'string', multiple: true },
  print: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export interface RecordValues {
  readonly frequency?: string | undefined;
  readonly 'stack-bytes'?: string | undefined;
  readonly mode?: string | undefined;
  readonly wall?: boolean;
  readonly event?: string | undefined;
  readonly pid?: string | undefined;
  readonly 'all-cpus': boolean;
  readonly duration?: string | undefined;
  readonly 'mmap-pages'?: string | undefined;
  readonly output?: string | undefined;
}

export interface SplitArguments {
  /** Options of pyrograph record. */
  readonly own: string[];
  /** The words between `--perf` and `--`, for perf record. */
  readonly perf: string[];
  /** The words after `--`. */
  readonly program: string[];
}

export function splitArguments(args: readonly string[]): SplitArguments {
  const dashes = args.indexOf('--');
  const end = dashes < 0 ? args.length : dashes;
  const options = args.slice(0, end);
  const at = options.indexOf('--perf');
  if (at === end - 1 && at >= 0) throw new Error(`Put options of perf record after --perf. ${RECORD_USAGE}`);
  return {
    own: at < 0 ? options : options.slice(0, at),
    perf: at < 0 ? [] : options.slice(at + 1),
    program: args.slice(end + 1),
  };
}

/** Throws an Error for invalid values and combinations. `output` is used without `-o`. */
export function parseOptions(
  values: RecordValues,
  { perf, program }: SplitArguments,
  output: string,
): RecordOptions {
  const attach = values.pid ?? '';
  const systemWide = values['all-cpus'];
  if (values.pid !== undefined && !/^\d+(?:,\d+)*$/.test(attach))
    throw new Error(`Invalid -p ${attach}: give a process ID, or several separated by commas.`);
  if (attach !== '' && (systemWide || program.length > 0))
    throw new Error(`Use only one of -p, -a and PROGRAM: -p records processes that are running.`);
  if (attach === '' && !systemWide && program.length === 0)
    throw new Error(`Put PROGRAM after --. ${RECORD_USAGE}`);
  return {
    frequency: parseFrequency(values.frequency),
    stackSize: parseStackSize(values['stack-bytes']),
    mode: values.mode === undefined ? undefined : parseChoice('mode', MODES, values.mode),
    wall: values.wall ?? false,
    event: values.event,
    attach,
    systemWide,
    duration: parseDuration(values.duration),
    buffer: parseBuffer(values['mmap-pages']),
    perf,
    output: values.output ?? output,
  };
}

function parseFrequency(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`Invalid -F ${text}: give the number of samples per second.`);
}

/** The kernel copies multiples of 8 bytes. */
function parseStackSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = /^\d{1,6}$/.test(text) ? Math.ceil(Number(text) / 8) * 8 : NaN;
  if (size >= MIN_STACK_SIZE && size <= MAX_STACK_SIZE) return size;
  throw new Error(
    `Invalid --stack-bytes ${text}: give a number from ${MIN_STACK_SIZE} to ${MAX_STACK_SIZE}.`,
  );
}

function parseDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,6}(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds > 0) return seconds;
  throw new Error(`Invalid --duration ${text}: give a number of seconds.`);
}

function parseBuffer(text: string | undefined): string {
  if (text === undefined || /^[1-9]\d{0,8}[BKMG]?$/.test(text)) return text ?? '';
  throw new Error(`Invalid -m ${text}: give the size of the buffer for each CPU, such as 16M.`);
}
