// Names functions of other formats, which have a name and a file, as perf's trampolines would.

import type { Level } from '../model/levels.ts';
import { FuncFlags, UNKNOWN, type Profile } from '../model/profile.ts';

const PYTHON = 'py::';
const PYTHON_FILE = /\.py[wx]?$|^<frozen .*>$/;

/**
 * The function's name as perf would record it. Any function of a Python file becomes a Python function; other code that
 * Python runs (`<string>`, a script without an extension) keeps its name. Colons in the name are replaced, since the first
 * colon marks the start of the file.
 */
export function recordedName(name: string, file: string): string {
  if (isPythonName(name) || name === '' || !PYTHON_FILE.test(file)) return name;
  return pythonName(name, file);
}

export function pythonName(name: string, file: string): string {
  return `${PYTHON}${name.replaceAll(':', '.')}:${file}`;
}

export function isPythonName(name: string): boolean {
  return name.startsWith(PYTHON);
}

/**
 * True if a frame with this name is a call in profiles without evaluator frames. Unknown frames count as calls, because
 * such profiles are written after junk frames were removed.
 */
export function isCallFrame(name: string): boolean {
  return isPythonName(name) || name === UNKNOWN;
}

/**
 * True if each Python frame is one call in the profile at this level. At the raw level of a perf recording, calls are
 * marked by evaluator frames instead.
 */
export function hasCallFrames({ funcs }: Profile, level: Level): boolean {
  return level !== 'raw' || funcs.flags.some((flags) => (flags & FuncFlags.called) !== 0);
}
