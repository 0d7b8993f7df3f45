// The kinds of code: the classes of the folding contract, with `python` split by the location of the file. Used for folding,
// colors and the legend.

export const Kind = {
  /** Not classified yet; the kind that readers set. */
  unclassified: 0,
  own: 1,
  stdlib: 2,
  package: 3,
  importlib: 4,
  eval: 5,
  glue: 6,
  slot: 7,
  import: 8,
  entry: 9,
  runtime: 10,
  extension: 11,
  native: 12,
  kernel: 13,
  unknown: 14,
  /** `[untraced Python]`: bytecode that ran while no trampoline was active. */
  untraced: 15,
  /** `[stack cut]`: the stack ends inside a Python function whose own frame was not recorded. */
  cut: 16,
  /** A marker for stacks without visible frames: `[no stack]`, `[hidden]`, `[no Python frame]`. */
  empty: 17,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** The names of kinds in links, indexed by kind. */
export const KIND_NAMES: readonly string[] = Object.keys(Kind);

/** Indexed by kind. The legend lists them in this order. */
export const KIND_LABELS: readonly string[] = [
  'not classified',
  'own code',
  'standard library',
  'site-packages',
  'importlib',
  'evaluator',
  'call glue',
  'slots',
  'import',
  'entry',
  'runtime',
  'extension',
  'native',
  'kernel',
  'unknown',
  'untraced Python',
  'stack cut',
  'no frame',
];

/** Returns the most common kind in each group; the lowest wins ties. `groups` has one entry per function, negative for none. */
export function groupKinds(groups: Int32Array, kinds: Uint8Array): Map<number, number> {
  const counts = new Map<number, Int32Array>();
  for (let func = 0; func < groups.length; func++) {
    if (groups[func] < 0) continue;
    let count = counts.get(groups[func]);
    if (!count) counts.set(groups[func], (count = new Int32Array(KIND_LABELS.length)));
    count[kinds[func]]++;
  }
  const most = (count: Int32Array) => count.indexOf(Math.max(...count));
  return new Map(Array.from(counts, ([group, count]) => [group, most(count)]));
}

/** True for a function that a trampoline traced. */
export function isPython(kind: number): boolean {
  return kind >= Kind.own && kind <= Kind.importlib;
}

/** True for the kinds that remain when C is hidden: traced functions, and the markers for untraced and cut ones. */
export function isPythonLike(kind: number): boolean {
  return isPython(kind) || kind === Kind.untraced || kind === Kind.cut;
}
