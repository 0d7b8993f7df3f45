// What the user asked `pyrograph record` for. It is stored next to the recording, in the archive with the symbol files, because perf
// stores its own command line at best: perf 7.2 stores only its path.

import { isPrintable, shellCommand } from '../text/shell-command.ts';

export interface RecordRequest {
  /** Values of options by long name; empty for options without a value. Only those that affect the recording. */
  readonly options: RequestOptions;
  /** Options for perf record. */
  readonly perf: readonly string[];
  /** The program and its arguments; empty if it was running already. */
  readonly program: readonly string[];
}

type OptionName = (typeof OPTIONS)[number][0];
type RequestOptions = Readonly<Partial<Record<OptionName, string>>>;

/** Options in the order in which they are printed: long name, and how it is printed. */
const OPTIONS = [
  ['all-cpus', '-a'],
  ['pid', '-p'],
  ['wall', '--wall'],
  ['frequency', '-F'],
  ['mode', '--mode'],
  ['stack-bytes', '--stack-bytes'],
  ['event', '-e'],
  ['mmap-pages', '-m'],
  ['duration', '--duration'],
] as const;
const FLAGS: ReadonlySet<OptionName> = new Set(['all-cpus', 'wall']);
const SCHEMA = 1;

/** `values` are those of all options. */
export function recordRequest(
  values: Readonly<Record<string, string | boolean | undefined>>,
  perf: readonly string[],
  program: readonly string[],
): RecordRequest {
  const options: Partial<Record<OptionName, string>> = {};
  for (const [name] of OPTIONS) {
    const value = values[name];
    if (value === true) options[name] = '';
    else if (typeof value === 'string') options[name] = value;
  }
  return { options, perf, program };
}

export function writeRequest(request: RecordRequest): string {
  return `${JSON.stringify({ schema: SCHEMA, ...request })}\n`;
}

/** Returns undefined for other text. */
export function readRequest(text: string): RecordRequest | undefined {
  const fields = fieldsOf(text);
  const { options, perf, program } = fields;
  if (fields.schema !== SCHEMA || !isWords(perf) || !isWords(program)) return undefined;
  if (typeof options !== 'object' || options === null) return undefined;
  return recordRequest(Object.fromEntries(Object.entries(options)), perf, program);
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** The command as typed in a shell, as in recordCommand(). */
export function requestCommand({ options, perf, program }: RecordRequest): string | undefined {
  const chosen = OPTIONS.flatMap(([name, printed]) => {
    const value = options[name];
    if (value === undefined) return [];
    return FLAGS.has(name) ? [printed] : [printed, value];
  });
  const typed = program.every(isPrintable) ? program : ['python3', 'app.py'];
  const words = [
    'pyrograph',
    'record',
    ...chosen,
    ...(perf.length > 0 ? ['--perf', ...perf] : []),
    ...(typed.length > 0 ? ['--', ...typed] : []),
  ];
  return shellCommand(words);
}
