// Recognizes the Python binary or library by its path.

export const PYTHON_MODULE =
  /(?:^|\/)(?:lib)?python3?(?:\.\d+)*[a-z]*(?:\.so(?:\.\d+)*|\.exe|\.debug)?(?: \(deleted\))?$/;
