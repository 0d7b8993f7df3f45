// Source files that the user gives with a recording. They are found by their paths, which rarely are the recorded ones.

/** A source file and its text. */
export interface SourceText {
  /** As given: the path in the dropped folder or the archive, or only a name. */
  readonly name: string;
  readonly text: string;
}

/** Names that nearly every package has: the name alone does not tell whose file it is. */
const COMMON_NAMES = new Set(['__init__.py', '__main__.py']);

/**
 * The index of the path that most probably is the file recorded as `recorded`: the one with the longest common end, and of several
 * the shortest; -1 if none has the same name.
 *
 *     recorded   /srv/shop/cart/views.py
 *     given      shop-main/cart/views.py     `cart/views.py` is common
 *                shop-main/admin/views.py    only the name is, and its folder is another one
 */
export function closestPath(paths: readonly string[], recorded: string): number {
  const wanted = partsOf(recorded);
  let best = -1;
  let bestCommon = 0;
  let bestLength = Infinity;
  for (const [i, path] of paths.entries()) {
    const parts = partsOf(path);
    const common = commonEnd(parts, wanted);
    if (!isPlausible(path, parts, common)) continue;
    if (common < bestCommon || (common === bestCommon && parts.length >= bestLength)) continue;
    [best, bestCommon, bestLength] = [i, common, parts.length];
  }
  return best;
}

/**
 * A file that shares only its name is accepted at the top of what was given, because its folder may have been renamed, and by its
 * absolute path, because it was given by itself.
 */
function isPlausible(path: string, parts: readonly string[], common: number): boolean {
  if (common === 0 || common === parts.length) return common > 0;
  const isByItself = parts.length === 2 || /^(?:[/\\]|[A-Za-z]:)/.test(path);
  return common > 1 || (isByItself && !COMMON_NAMES.has(parts[parts.length - 1]));
}

function partsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 1; i <= length; i++) if (a.at(-i) !== b.at(-i)) return i - 1;
  return length;
}
