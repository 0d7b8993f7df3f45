// Functions that other formats tell by name and file, under the names that perf's trampolines have for them.

const PYTHON = 'py::';
const PYTHON_FILE = /\.py[wx]?$|^<frozen .*>$/;

/**
 * The name as recorded. A function of a Python file is Python's, whoever sampled it; what else Python runs (`<string>`, a
 * script without an ending) is known by its name only. A qualified name holds no colon, or it would end there.
 */
export function recordedName(name: string, file: string): string {
  if (isRecordedPython(name) || name === '' || !PYTHON_FILE.test(file)) return name;
  return `${PYTHON}${name.replaceAll(':', '.')}:${file}`;
}

export function isRecordedPython(name: string): boolean {
  return name.startsWith(PYTHON);
}
