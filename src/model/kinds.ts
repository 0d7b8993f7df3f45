// What kind of code a function is: the classes of the folding contract, with `python` told apart by where
// the file lies. One small number a function, so that folding, colours and the legend speak of the same thing.

export const Kind = {
  /** Not classified yet: what readers write. */
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
  /** `[untraced Python]`: byte code that ran while no trampoline was active. */
  untraced: 15,
  /** `[stack cut]`: the stack ends inside a Python function whose own frame was not recorded. */
  cut: 16,
  /** Stands where a level left no frame at all: `[no stack]`, `[hidden]`, `[no Python frame]`. */
  empty: 17,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** What a person reads for each kind, indexed by its number; the legend lists them in this order. */
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

/** Of each group of functions (`groups` has one for each; negative for none) the kind that most have; the lowest on a tie. */
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

/** A function traced by a trampoline, wherever its file lies. */
export function isPython(kind: number): boolean {
  return kind >= Kind.own && kind <= Kind.importlib;
}

/** What still counts as Python when C is hidden: traced functions and the marks for untraced and cut ones. */
export function isPythonLike(kind: number): boolean {
  return isPython(kind) || kind === Kind.untraced || kind === Kind.cut;
}
