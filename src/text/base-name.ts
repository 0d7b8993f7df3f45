// The last part of a path. In its own file, so that the worker's first script does not contain the code for labels.

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
