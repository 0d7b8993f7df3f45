// Finds the part of a name that says most: truncation keeps this part.

/** Suffixes that compilers append to C functions (`f.part.0`). */
const COMPILER_SUFFIX = /\.(?:cold|hot|warm|part|isra|constprop|lto_priv|llvm|localalias|clone|str|__uniq)\b/;
/** `Session.execute`, `outer.<locals>.inner` and `scipy.sparse`, but neither `app.py` nor `libc.so.6`. */
const DOTTED = /^[\p{L}_<][\p{L}\p{N}_<>]*(?:\.[\p{L}_<][\p{L}\p{N}_<>]*)+$/u;
const FILE_EXTENSION = /\.(?:pyc?|so|pyx|c|cc|cpp|h|rs)$/;

/**
 * The index of the last part of a path, of a dotted name or of a name with `::`; 0 for other names, whose beginning says more.
 */
export function tellingPart(text: string): number {
  const scope = lastScope(text);
  if (scope > 0) return scope;
  if (text.includes('/')) return text.lastIndexOf('/') + 1;
  const isDotted = DOTTED.test(text) && !FILE_EXTENSION.test(text) && !COMPILER_SUFFIX.test(text);
  return isDotted ? text.lastIndexOf('.') + 1 : 0;
}

/** The index after the last `::` outside of brackets, which enclose template arguments and parameters. */
function lastScope(text: string): number {
  let depth = 0;
  let last = 0;
  for (let i = text.indexOf('::') < 0 ? text.length : 0; i < text.length; i++) {
    const char = text[i];
    if ('<([{'.includes(char)) depth++;
    else if ('>)]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && char === ':' && text[i + 1] === ':') last = ++i + 1;
  }
  return last;
}
