// Matches functions whose keys differ between the sides because the project is in another folder, or a file or function was
// moved: comparing.md, “Matching functions”.

import { addTo } from '../../model/lists.ts';
import { compareText } from '../../text/column-text.ts';
import type { MatchMark } from '../../model/comparison.ts';
import { baseName } from '../../model/paths.ts';
import { isOwnFile, isPythonKey, isDistinctive, partsOf, pythonKey } from './function-key.ts';

/** A file counts as moved if functions with the same names have at least this share of the weight of both files. */
const MIN_COMMON = 0.5;

interface Moves {
  /** Key in A → different key in B. */
  readonly keys: ReadonlyMap<string, string>;
  /** How these functions were matched, by key in B. */
  readonly how: ReadonlyMap<string, MatchMark>;
}

/** A file's functions: qualified name → total weight. */
type FileFunctions = ReadonlyMap<string, number>;
type Files = ReadonlyMap<string, FileFunctions>;

interface FilePair {
  /** Pairs with higher scores are matched first. */
  readonly score: number;
  readonly a: string;
  readonly b: string;
}

/**
 * `a` and `b` map keys to total weights. The weights matter only for Python functions in files that the other side does not have;
 * for all others, any number will do.
 */
export function matchMoves(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Moves {
  const keys = new Map<string, string>();
  const how = new Map<string, MatchMark>();
  const filesA = filesOf(a);
  const filesB = filesOf(b);
  const onlyA = new Map([...filesA].filter(([file]) => !filesB.has(file)));
  const onlyB = new Map([...filesB].filter(([file]) => !filesA.has(file)));
  const move = (from: string, to: string, mark: MatchMark): void => {
    keys.set(from, to);
    how.set(to, mark);
  };
  for (const [fileA, [fileB, mark]] of matchFiles(onlyA, onlyB)) {
    for (const name of filesA.get(fileA)?.keys() ?? [])
      if (filesB.get(fileB)?.has(name)) move(pythonKey(name, fileA), pythonKey(name, fileB), mark);
  }
  for (const [from, to] of movedFunctions(a, b, keys)) move(from, to, 'moved');
  return { keys, how };
}

function filesOf(weights: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const files = new Map<string, Map<string, number>>();
  for (const [key, weight] of weights) {
    if (!isPythonKey(key)) continue;
    const { qualifiedName, file } = partsOf(key);
    const functions = files.get(file);
    if (functions) functions.set(qualifiedName, weight);
    else files.set(file, new Map([[qualifiedName, weight]]));
  }
  return files;
}

/** Pairs files of A with files of B: first by path, then by content. */
function matchFiles(onlyA: Files, onlyB: Files): Map<string, [string, MatchMark]> {
  const matched = new Map<string, [string, MatchMark]>();
  const taken = new Set<string>();
  const isFree = ({ a, b }: FilePair) => !matched.has(a) && !taken.has(b);
  const match = ({ a, b }: FilePair, mark: MatchMark): void => {
    matched.set(a, [b, mark]);
    taken.add(b);
  };
  const byPath = filePairs(onlyA, onlyB, baseNames, (a, b) =>
    isOwnFile(a) && isOwnFile(b) && hasCommonName(onlyA.get(a), onlyB.get(b)) ? commonEnd(a, b) : 0,
  );
  for (const pair of byPath) if (isFree(pair) && isUnique(pair, byPath, isFree)) match(pair, 'path');
  const byContent = filePairs(onlyA, onlyB, distinctiveNames, (a, b) =>
    commonWeight(onlyA.get(a), onlyB.get(b)),
  );
  for (const pair of byContent) if (pair.score >= MIN_COMMON && isFree(pair)) match(pair, 'moved');
  return matched;
}

/** Files are compared only if they have a feature in common. */
type Features = (file: string, functions: FileFunctions) => readonly string[];

const baseNames: Features = (file) => [baseName(file)];

const distinctiveNames: Features = (_, functions) => [...functions.keys()].filter(isDistinctive);

/** Pairs with a score above 0, the highest first. */
function filePairs(
  onlyA: Files,
  onlyB: Files,
  features: Features,
  score: (a: string, b: string) => number,
): FilePair[] {
  const withFeature = new Map<string, string[]>();
  for (const [file, functions] of onlyB)
    for (const feature of features(file, functions)) addTo(withFeature, feature, file);
  const pairs = [...onlyA].flatMap(([a, functions]) => {
    const partners = new Set(features(a, functions).flatMap((feature) => withFeature.get(feature) ?? []));
    return [...partners].map((b) => ({ score: score(a, b), a, b }));
  });
  return pairs
    .filter((pair) => pair.score > 0)
    .sort((x, y) => y.score - x.score || compareText(x.a, y.a) || compareText(x.b, y.b));
}

/** True if neither file has another free partner with the same score. */
function isUnique(pair: FilePair, pairs: readonly FilePair[], isFree: (pair: FilePair) => boolean): boolean {
  return !pairs.some(
    (other) => other.score === pair.score && (other.a === pair.a) !== (other.b === pair.b) && isFree(other),
  );
}

/** Number of path components at the end that both files share. */
function commonEnd(a: string, b: string): number {
  const from = a.split('/').reverse();
  const to = b.split('/').reverse();
  const different = from.findIndex((part, i) => part !== to[i]);
  return different < 0 ? from.length : different;
}

function hasCommonName(a: FileFunctions = new Map(), b: FileFunctions = new Map()): boolean {
  return [...a.keys()].some((name) => b.has(name));
}

/**
 * Among functions with distinctive names: the share of each file's weight in functions that the other file also has. Returns the
 * smaller share.
 */
function commonWeight(a: FileFunctions = new Map(), b: FileFunctions = new Map()): number {
  const distinctive = (functions: FileFunctions) => [...functions].filter(([name]) => isDistinctive(name));
  const share = (functions: FileFunctions, others: FileFunctions) => {
    const all = distinctive(functions);
    return sumOf(all.filter(([name]) => others.has(name))) / (sumOf(all) || 1);
  };
  return Math.min(share(a, b), share(b, a));
}

function sumOf(functions: readonly (readonly [string, number])[]): number {
  return functions.reduce((sum, [, weight]) => sum + weight, 0);
}

/** Pairs of functions that are not matched yet and whose qualified name occurs once per side. */
function movedFunctions(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  moved: ReadonlyMap<string, string>,
): [string, string][] {
  const inA = keysByName(a);
  const inB = keysByName(b);
  const targets = new Set(moved.values());
  return [...inA].flatMap(([name, [from, ...otherA]]): [string, string][] => {
    const [to, ...otherB] = inB.get(name) ?? [];
    if (to === undefined || otherA.length > 0 || otherB.length > 0 || !isDistinctive(name)) return [];
    const isMatched = b.has(from) || a.has(to) || moved.has(from) || targets.has(to);
    return isMatched ? [] : [[from, to]];
  });
}

function keysByName(weights: ReadonlyMap<string, number>): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const key of weights.keys()) {
    if (!isPythonKey(key)) continue;
    addTo(keys, partsOf(key).qualifiedName, key);
  }
  return keys;
}
