// Finds out which Python a command runs, and how that Python was built.

import {
  splitProgram,
  isInterpreterName,
  startedProgram,
  type ProgramCommand,
} from '../../src/record/program-command.ts';
import { PERF_VERSION } from '../../src/record/python-versions.ts';
import type { Host } from './host.ts';

/** The answer of a Python to QUESTION. */
export interface FoundPython {
  readonly executable: string;
  /** `cpython`, `pypy` … */
  readonly implementation: string;
  readonly version: readonly [number, number, number];
  /** Configure arguments and compiler flags; later ones override earlier ones. */
  readonly flags: string;
  /** The file that contains the interpreter's code: libpython, or the executable. */
  readonly code: string;
}

export interface FoundProgram {
  /** The command to record. */
  readonly command: ProgramCommand;
  /** Undefined if the command runs no Python, or one that does not answer. */
  readonly python: FoundPython | undefined;
  /** A sentence that explains why the command differs from the given one; empty if it does not. */
  readonly note: string;
}

/** The first minor version of Python 3 with `-X perf`. */
export const FIRST_WITH_PERF = Number(PERF_VERSION.split('.')[1]);

/** In milliseconds. */
const TIMEOUT = 5000;
/** Reports the mapped file, because `sys.executable` may be a link, or the launcher of a virtual environment. */
const QUESTION = `
import json, os, sys, sysconfig
variables = sysconfig.get_config_vars()
code = [line.split(None, 5)[5].strip() for line in open("/proc/self/maps") if "/libpython3." in line]
print(json.dumps({
    "executable": sys.executable,
    "implementation": sys.implementation.name,
    "version": list(sys.version_info[:3]),
    "flags": " ".join(str(variables.get(name) or "") for name in ("CONFIG_ARGS", "CFLAGS", "PY_CORE_CFLAGS")),
    "code": code[0] if code else os.path.realpath("/proc/self/exe"),
}))
`;
/** First lines of scripts whose interpreter has a long path or one with spaces (written by pip's distlib and uv). */
const SHELL_TRAMPOLINE = /^#!\/bin\/sh\n'''exec' "?([^"\n]+?)"? "\$0"/;
/** Options that make Python ignore environment variables. */
const IGNORES_ENVIRONMENT = /^-[A-Za-z]*[EI]/;

export function supportsPerf({ implementation, version: [major, minor] }: FoundPython): boolean {
  return implementation === 'cpython' && (major > 3 || (major === 3 && minor >= FIRST_WITH_PERF));
}

/** Throws an Error if the command cannot be run. */
export function findProgram(words: readonly string[], host: Host): FoundProgram {
  const isPython = (word: string) => isInterpreterName(word) || isInterpreterName(targetOf(word, host));
  const command = splitProgram(words, isPython);
  const { name, arguments: rest, runner } = startedProgram(words);
  if (name === undefined && runner.length === 0)
    throw new Error(`${words.join(' ')} does not run a program.`);
  if (runner.length > 0)
    return {
      command,
      python: askPython([...runner, isPython(name ?? '') ? (name ?? '') : 'python'], host),
      note: '',
    };
  const path = host.findProgram(name ?? '');
  if (path === undefined) throw new Error(explainMissing(name ?? '', host));
  const shebang = shebangOf(host.read(path) ?? '');
  if (command.launcher.length > 0)
    return interpreterProgram(command, askPython([path], host), shebang !== undefined);
  if (!shebang) return { command, python: undefined, note: '' };
  return scriptProgram(command, { path, shebang, isBare: words[0] === name, rest }, host);
}

/** For commands that name the interpreter. Replaces scripts that only start it, such as pyenv's, so that they are not recorded. */
function interpreterProgram(
  command: ProgramCommand,
  python: FoundPython | undefined,
  isScript: boolean,
): FoundProgram {
  if (!python || !isScript) return { command, python, note: '' };
  const launcher = [...command.launcher.slice(0, -1), python.executable];
  const note = `${command.launcher.at(-1)} is a script that starts ${python.executable}, which is recorded directly.`;
  return { command: { ...command, launcher }, python, note };
}

interface Script {
  readonly path: string;
  readonly shebang: readonly string[];
  /** True if the command starts with it, so that no wrapper runs it. */
  readonly isBare: boolean;
  readonly rest: readonly string[];
}

/** For scripts with a `#!` line, such as pytest. */
function scriptProgram(command: ProgramCommand, script: Script, host: Host): FoundProgram {
  const { launcher, options } = splitProgram(script.shebang);
  const { runner } = startedProgram(script.shebang);
  const interpreter = launcher.at(-1);
  const python =
    interpreter === undefined
      ? undefined
      : askPython(
          runner.length > 0 ? [...runner, interpreter] : [host.findProgram(interpreter) ?? interpreter],
          host,
        );
  if (!python || !script.isBare || !options.some((option) => IGNORES_ENVIRONMENT.test(option)))
    return { command, python, note: '' };
  const explicit = { launcher, options, program: [script.path, ...script.rest] };
  const note = `${script.path} makes Python ignore environment variables, so its interpreter is run with -X instead.`;
  return { command: explicit, python, note };
}

/** The words of a `#!` line; undefined if there is none. */
function shebangOf(text: string): string[] | undefined {
  const trampoline = SHELL_TRAMPOLINE.exec(text);
  if (trampoline) return [trampoline[1]];
  const line = /^#!\s*(.+)/.exec(text)?.[1];
  const words = line?.trim().split(/\s+/);
  // `env -S` would split the rest into words, which has been done above.
  return words?.filter((word, i) => !(i === 1 && /^(?:-S|--split-string)$/.test(word)));
}

function targetOf(word: string, host: Host): string {
  const path = host.findProgram(word);
  return path === undefined ? word : host.realPath(path);
}

function explainMissing(name: string, host: Host): string {
  return host.exists(name)
    ? `${name} is not executable: put the program that runs it in front, as in python3 ${name}.`
    : `${name} was not found in PATH.`;
}

/** Returns undefined if the command is not a Python. */
export function askPython(launcher: readonly string[], host: Host): FoundPython | undefined {
  const { status, out } = host.run([...launcher, '-I', '-S', '-c', QUESTION], TIMEOUT);
  if (status !== 0) return undefined;
  try {
    const answer: unknown = JSON.parse(out);
    return isFoundPython(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isFoundPython(answer: unknown): answer is FoundPython {
  if (typeof answer !== 'object' || answer === null) return false;
  const texts = ['executable', 'implementation', 'flags', 'code'];
  const fields = new Map<string, unknown>(Object.entries(answer));
  const version = fields.get('version');
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    Array.isArray(version) &&
    version.length === 3 &&
    version.every((part) => Number.isInteger(part))
  );
}
