// Finds an installed Python with perf support, for programs whose Python has none.

import type { ProgramCommand } from '../../src/record/program-command.ts';
import { isTypeable, shellCommand } from '../../src/text/shell-command.ts';
import type { RecordOptions } from './arguments.ts';
import { askPython, FIRST_WITH_PERF, supportsPerf } from './find-python.ts';
import type { Host } from './host.ts';

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
function newerPython(host: Host): string | undefined {
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
