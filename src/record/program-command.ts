// Splits the command that starts a Python program into wrappers such as `sudo` or `uv run`, the interpreter, its options, and the
// script.

import { baseName } from '../model/paths.ts';

export interface ProgramCommand {
  /** Everything up to the interpreter (`nice -n 5 python3`); empty if the command names no interpreter. */
  readonly launcher: readonly string[];
  /** Options of the interpreter, except `-X perf` and `-X perf_jit`. */
  readonly options: readonly string[];
  /** The script, `-m MODULE` or `-c CODE`, and its arguments; the whole command if it names no interpreter. */
  readonly program: readonly string[];
}

/** How a program that runs another command parses its arguments. */
interface Wrapper {
  /** Options whose value is the next word. */
  readonly withValue?: readonly string[];
  /** Number of arguments before the command. */
  readonly arguments?: number;
  /** Accepts NAME=VALUE before the command. */
  readonly assigns?: boolean;
  /** True if the command does not inherit its environment, unless `keeps` matches an option. */
  readonly dropsVariables?: boolean;
  readonly keeps?: RegExp;
  /** Matches options that make it drop the environment. */
  readonly clears?: RegExp;
  /** The subcommand that runs commands, as in `uv run`. */
  readonly subcommand?: string;
  /** Options before the subcommand whose value is the next word. */
  readonly globalsWithValue?: readonly string[];
}

const UV_RUN_WITH_VALUE =
  '-p --python --with --with-editable --with-requirements --extra --group --no-group --only-group --package ' +
  '--env-file --directory --project --index --default-index --refresh-package -P --upgrade-package';

const RUNNER: Wrapper = { subcommand: 'run' };

/** From the manuals of coreutils 9.5, util-linux 2.40, sudo 1.9, uv 0.5 and conda 24. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    withValue: ['-u', '--unset', '-C', '--chdir'],
    assigns: true,
    clears: /^(?:-|-[a-z]*i[a-z]*|--ignore-environment)$/,
  },
  sudo: {
    withValue: '-u -g -h -p -C -D -R -r -t -T -U --user --group --host --prompt --chdir --chroot'.split(' '),
    assigns: true,
    dropsVariables: true,
    keeps: /^(?:-[A-Za-z]*E[A-Za-z]*|--preserve-env)$/,
  },
  doas: { withValue: ['-u', '-C'] },
  nice: { withValue: ['-n', '--adjustment'] },
  ionice: { withValue: ['-c', '-n', '--class', '--classdata'] },
  chrt: { withValue: '-T -P -D'.split(' '), arguments: 1 },
  taskset: { arguments: 1 },
  timeout: { withValue: ['-k', '-s', '--kill-after', '--signal'], arguments: 1 },
  stdbuf: { withValue: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  time: { withValue: ['-f', '-o', '--format', '--output'] },
  numactl: { withValue: ['-i', '-N', '-m', '-C', '-p'] },
  chroot: { arguments: 1 },
  unshare: {},
  setsid: {},
  nohup: {},
  uv: {
    subcommand: 'run',
    globalsWithValue: ['--directory', '--project', '--config-file', '--cache-dir', '--color'],
    withValue: UV_RUN_WITH_VALUE.split(' '),
  },
  poetry: { ...RUNNER, globalsWithValue: ['-C', '--directory', '-P', '--project'] },
  pdm: { ...RUNNER, withValue: ['-p', '--project', '--venv'] },
  pipenv: RUNNER,
  hatch: { ...RUNNER, globalsWithValue: ['-e', '--env', '-p', '--project'] },
  rye: { ...RUNNER, withValue: ['--pyproject'] },
  pixi: { ...RUNNER, withValue: ['-e', '--environment', '--manifest-path'] },
  conda: { ...RUNNER, withValue: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  mamba: { ...RUNNER, withValue: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  micromamba: { ...RUNNER, withValue: ['-n', '--name', '-p', '--prefix', '--cwd'] },
};

/** `python3`, `python3.13t`, `python3.13-dbg`, but not `python3-config`. */
const INTERPRETER = /^python\d*(?:\.\d+)?[a-z]*(?:-(?!config$)\w+)?$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const PERF_VARIABLE = /^PYTHON_?PERF_?(?:JIT_?)?SUPPORT=/;
/** Options of the interpreter whose value is the rest of the word or the next one (Python/initconfig.c, CPython 3.13). */
const WITH_VALUE = /[XWcm]/;

/** True for the usual names of a Python interpreter. */
export function isInterpreterName(path: string): boolean {
  return INTERPRETER.test(baseName(path));
}

export function splitProgram(
  words: readonly string[],
  isInterpreter: (word: string) => boolean = isInterpreterName,
): ProgramCommand {
  const at = wrappersOf(words).at(-1)?.command ?? 0;
  const wrappers = words.slice(0, at).filter((word) => !PERF_VARIABLE.test(word));
  const [interpreter = '', ...rest] = words.slice(at);
  if (isInterpreter(interpreter)) return { launcher: [...wrappers, interpreter], ...splitArguments(rest) };
  return { launcher: [], options: [], program: [...wrappers, ...words.slice(at)] };
}

/** The program that a command runs after all wrappers. */
interface StartedProgram {
  /** Undefined if the command does not name one. */
  readonly name: string | undefined;
  readonly arguments: readonly string[];
  /** Words that run other programs in the same environment, such as `uv run`; empty for the shell's environment. */
  readonly runner: readonly string[];
}

export function startedProgram(words: readonly string[]): StartedProgram {
  const wrappers = wrappersOf(words);
  const at = wrappers.at(-1)?.command ?? 0;
  const end = wrappers.findLast((each) => each.isRunner)?.afterOptions ?? 0;
  const isModule = /^(?:-m|--module)$/.test(words[end - 1] ?? '');
  return {
    name: words.at(at),
    arguments: words.slice(at + 1),
    runner: words.slice(0, isModule ? end - 1 : end),
  };
}

/** Sets a variable for the program: in the environment or, if a wrapper such as `sudo` would drop it, in the command. */
export function withAssignment(
  { launcher, options, program }: ProgramCommand,
  assignment: string,
): { readonly command: ProgramCommand; readonly environment: readonly string[] } {
  const dropping = wrappersOf([...launcher, ...program]).findLast((each) => each.dropsVariables);
  if (!dropping) return { command: { launcher, options, program }, environment: [assignment] };
  const isPython = launcher.length > 0;
  const assigned = (isPython ? launcher : program).toSpliced(dropping.afterOptions, 0, assignment);
  const command = isPython
    ? { launcher: assigned, options, program }
    : { launcher, options, program: assigned };
  return { command, environment: [] };
}

interface FoundWrapper {
  readonly isRunner: boolean;
  readonly dropsVariables: boolean;
  /** Index of the word after its options. */
  readonly afterOptions: number;
  /** Index of the command that it starts. */
  readonly command: number;
}

/** The wrappers at the start of a command, in order. */
function wrappersOf(words: readonly string[]): FoundWrapper[] {
  const found: FoundWrapper[] = [];
  for (let at = 0; at < words.length; at = found[found.length - 1].command) {
    const name = baseName(words[at]);
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    const next = wrapper && readWrapper(words, at + 1, wrapper);
    if (!next) break;
    found.push(next);
  }
  return found;
}

/** Returns undefined if the wrapper runs no other command, as in `uv sync`. */
function readWrapper(words: readonly string[], from: number, wrapper: Wrapper): FoundWrapper | undefined {
  const { subcommand, globalsWithValue = [], withValue = [] } = wrapper;
  let at = from;
  if (subcommand !== undefined) {
    at = skipOptions(words, at, globalsWithValue);
    if (words[at] !== subcommand) return undefined;
    at++;
  }
  const firstOption = at;
  at = skipOptions(words, at, withValue);
  const given = words.slice(firstOption, at);
  const isGiven = (pattern: RegExp | undefined) =>
    pattern !== undefined && given.some((word) => pattern.test(word));
  const dropsVariables =
    (wrapper.dropsVariables === true && !isGiven(wrapper.keeps)) || isGiven(wrapper.clears);
  const afterOptions = at;
  if (wrapper.assigns) while (at < words.length && ASSIGNMENT.test(words[at])) at++;
  return {
    isRunner: subcommand !== undefined,
    dropsVariables,
    afterOptions,
    command: at + (wrapper.arguments ?? 0),
  };
}

function skipOptions(words: readonly string[], from: number, withValue: readonly string[]): number {
  let at = from;
  while (at < words.length && words[at].startsWith('-')) {
    if (words[at] === '--') return at + 1;
    at += withValue.includes(words[at]) ? 2 : 1;
  }
  return at;
}

function splitArguments(words: readonly string[]): Pick<ProgramCommand, 'options' | 'program'> {
  const options: string[] = [];
  let at = 0;
  while (at < words.length && /^-./.test(words[at]) && words[at] !== '--') {
    const word = words[at];
    if (word.startsWith('--')) {
      const count = word === '--check-hash-based-pycs' ? 2 : 1;
      options.push(...words.slice(at, at + count));
      at += count;
      continue;
    }
    const letter = word.slice(1).search(WITH_VALUE) + 1;
    if (/[cm]/.test(word[letter]) && letter > 0) break;
    const isSeparate = letter === word.length - 1 && letter > 0;
    const given = words.slice(at, at + (isSeparate ? 2 : 1));
    const value = isSeparate ? (given.at(1) ?? '') : word.slice(letter + 1);
    if (letter === 0 || word[letter] !== 'X' || !/^perf(?:_jit)?(?:=|$)/.test(value)) options.push(...given);
    else if (letter > 1) options.push(word.slice(0, letter));
    at += given.length;
  }
  return { options, program: words.slice(at) };
}
