// Functions that other formats tell by name and file, under the names that perf's trampolines have for them.

import type { Level } from '../model/levels.ts';
import { Seen, UNKNOWN, type Profile } from '../model/profile.ts';

const PYTHON = 'py::';
const PYTHON_FILE = /\.py[wx]?$|^<frozen .*>$/;

/**
 * The name as recorded. A function of a Python file is Python's, whoever sampled it; what else Python runs (`<string>`, a
 * script without an ending) is known by its name only. A qualified name holds no colon, or it would end there.
 */
export function recordedName(name: string, file: string): string {
  if (isPython(name) || name === '' || !PYTHON_FILE.test(file)) return name;
  return pythonName(name, file);
}

/** The name of a function that is known to be Python's. */
export function pythonName(name: string, file: string): string {
  return `${PYTHON}${name.replaceAll(':', '.')}:${file}`;
}

export function isPython(name: string): boolean {
  return name.startsWith(PYTHON);
}

/** Is a frame of this name one by itself where each frame of Python is a call? What has no name is not judged a second time. */
export function standsForItself(name: string): boolean {
  return isPython(name) || name === UNKNOWN;
}

/** Is each frame of Python a call of its own in the profile at this level? In what perf recorded, the evaluator's are too. */
export function isOfCalls({ funcs }: Profile, level: Level): boolean {
  return level !== 'raw' || funcs.seen.some((seen) => (seen & Seen.called) !== 0);
}
