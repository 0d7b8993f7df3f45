// Finds out which Python a command or a running process runs, and how that Python was built.

import {
  splitProgram,
  isInterpreterName,
  startedProgram,
  type ProgramCommand,
} from '../../src/record/program-command.ts';
import { PERF_VERSION } from '../../src/record/record-command.ts';
import type { Host } from './host.ts';
import { framePointerUse } from '../../src/symbols/unwind/frame-pointers.ts';
import { isTypeable, shellCommand } from '../../src/text/shell-command.ts';
import type { RecordOptions } from './arguments.ts';
import { baseName } from '../../src/model/paths.ts';
import { cannotRecord } from './read-perf.ts';

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
const FIRST_WITH_PERF = Number(PERF_VERSION.split('.')[1]);

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
function askPython(launcher: readonly string[], host: Host): FoundPython | undefined {
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

export interface FramePointers {
  readonly present: boolean;
  /** A clause that says how this was found out. */
  readonly evidence: string;
}

/** Interpreters with frame pointers set them up in 50 to 93 % of their exported functions, others in at most 1.4 %. */
const MIN_SHARE = 0.3;

export async function findFramePointers({ flags, code }: FoundPython, host: Host): Promise<FramePointers> {
  const last = [...flags.matchAll(/(?<![\w-])-f(no-)?omit-frame-pointer\b/g)].at(-1);
  if (last) return { present: last[1] !== undefined, evidence: `it was compiled with ${last[0]}` };
  const file = host.file(code);
  const use = file && (await framePointerUse(file).catch(() => undefined));
  if (!use || use.functions === 0) return { present: false, evidence: `${code} has no code to check` };
  const percent = Math.round(100 * use.share);
  return {
    present: use.share >= MIN_SHARE,
    evidence: `${percent} % of the functions in ${code} set one up`,
  };
}

const FOLDED = 'out.folded';
/** The newest minor version of Python 3 to look for. */
const NEWEST = 19;
/** `3.13.0`, `cpython-3.13.0-linux-x86_64-gnu`; not `3.13.0t` or `pypy3.10`. */
const VERSION_FOLDER = /^(?:cpython-)?3\.(\d+)\.\d+(?:-linux\b.*)?$/;

/** The rest of a sentence that says what to do instead. */
export function explainOldPython(
  { attach }: RecordOptions,
  { launcher, options, program }: ProgramCommand,
  host: Host,
): string {
  const newer = newerPython(host) ?? 'Python 3.13 or newer';
  const words = [...launcher, ...options, ...program];
  const isTyped = words.length > 0 && words.every((word) => word === '' || isTypeable(word));
  const target = attach === '' ? ['--', ...(isTyped ? words : ['PROGRAM'])] : ['-p', attach];
  const sampler = shellCommand(['py-spy', 'record', '-s', '-f', 'raw', '-o', FOLDED, ...target]) ?? '';
  return `use ${newer}, or run ${sampler} and open ${FOLDED}`;
}

/** The newest Python in PATH, or else among those installed by pyenv and uv. */
export function newerPython(host: Host): string | undefined {
  const inPath = versions().flatMap((minor) => host.findProgram(`python3.${minor}`) ?? []);
  const found = [...inPath, ...managedPythons(host)];
  return found.find((path) => {
    const python = askPython([path], host);
    return python && supportsPerf(python);
  });
}

function versions(): number[] {
  return Array.from({ length: NEWEST - FIRST_WITH_PERF + 1 }, (_, i) => NEWEST - i);
}

/** Pythons that are not in PATH, the newest first. */
function managedPythons(host: Host): string[] {
  const { HOME = '', PYENV_ROOT, XDG_DATA_HOME, UV_PYTHON_INSTALL_DIR } = host.environment;
  const folders = [
    `${PYENV_ROOT ?? `${HOME}/.pyenv`}/versions`,
    UV_PYTHON_INSTALL_DIR ?? `${XDG_DATA_HOME ?? `${HOME}/.local/share`}/uv/python`,
  ];
  return folders
    .flatMap((folder) =>
      host.list(folder).flatMap((name) => {
        const minor = Number(VERSION_FOLDER.exec(name)?.[1] ?? NaN);
        return minor >= FIRST_WITH_PERF ? [{ minor, path: `${folder}/${name}/bin/python3.${minor}` }] : [];
      }),
    )
    .sort((a, b) => b.minor - a.minor)
    .map(({ path }) => path)
    .filter((path) => host.findProgram(path) !== undefined);
}

/** For recordings that start no program. */
export const NO_COMMAND: ProgramCommand = { launcher: [], options: [], program: [] };

/**
 * Finds out which Python running processes run, and whether it was started with perf support. `pids` are separated by commas. Throws
 * if a process does not exist, or if no Python among them names its functions.
 */
export function findProcesses(pids: string, host: Host): FoundProgram {
  const ids = pids.split(',');
  const missing = ids.find((pid) => !host.exists(`/proc/${pid}`));
  if (missing !== undefined) throw new Error(`There is no process ${missing}.`);
  const pythons = ids
    .map((pid) => ({ pid, path: host.realPath(`/proc/${pid}/exe`) }))
    .filter(({ path }) => isInterpreterName(path));
  const [first] = pythons;
  const python = first && askPython([first.path], host);
  // The plan explains what to do about a Python that cannot.
  const canName = !python || supportsPerf(python);
  if (first && canName && !pythons.some(({ pid }) => namesFunctions(pid, host)))
    throw cannotRecord(
      `Process ${first.pid} does not name its functions for perf: start it with ${baseName(first.path)} -X perf or PYTHONPERFSUPPORT=1`,
    );
  return { command: NO_COMMAND, python, note: '' };
}

/** Python writes the names to a file in its /tmp, which a container may replace, under the process ID that it knows. */
function namesFunctions(pid: string, host: Host): boolean {
  const own = /^NSpid:.*\t(\d+)$/m.exec(host.read(`/proc/${pid}/status`) ?? '')?.[1] ?? pid;
  return [`perf-${own}.map`, `jit-${own}.dump`].some((name) => host.exists(`/proc/${pid}/root/tmp/${name}`));
}
