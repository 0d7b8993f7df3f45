// The kinds of code: the classes of the folding contract, with `python` split by file location. Used for folding, colors and
// the legend.

export const Kind = {
  /** Not classified yet. Readers usually set this kind. */
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
  /** `[untraced Python]`: bytecode that ran without a trampoline. */
  untraced: 15,
  /** `[stack cut]`: the stack ends inside a Python function whose own frame was not recorded. */
  cut: 16,
  /** Markers for stacks without visible frames: `[no stack]`, `[hidden]`, `[no Python frame]`. */
  empty: 17,
  /** What a thread waits for; see wait-states.ts. */
  wait: 18,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** The names used in links, indexed by kind. */
export const KIND_NAMES: readonly string[] = Object.keys(Kind);

/** What every view calls the kinds, indexed by kind. */
export const KIND_LABELS: readonly string[] = [
  'not classified',
  'own code',
  'standard library',
  'site-packages',
  'imports',
  'evaluator',
  'call glue',
  'slots',
  'imports in C',
  'entry',
  'interpreter',
  'extension',
  'native',
  'kernel',
  'unknown',
  'untraced Python',
  'stack cut',
  'no frame',
  'waiting',
];

/**
 * Families of code, one hue each: few enough to tell apart. They have no names of their own: views name the kinds. Lists have this
 * order, and so do the bands of the timeline, the first at the bottom.
 */
export const FAMILIES = [
  'own',
  'stdlib',
  'package',
  'imports',
  'interpreter',
  'extension',
  'native',
  'kernel',
  'other',
] as const;

export type Family = (typeof FAMILIES)[number];

const KINDS_OF_FAMILY: Readonly<Record<Family, readonly Kind[]>> = {
  own: [Kind.own],
  stdlib: [Kind.stdlib],
  package: [Kind.package],
  imports: [Kind.importlib, Kind.import],
  interpreter: [Kind.runtime, Kind.eval, Kind.glue, Kind.slot, Kind.entry],
  extension: [Kind.extension],
  native: [Kind.native],
  kernel: [Kind.kernel],
  other: [Kind.unknown, Kind.untraced, Kind.cut, Kind.empty, Kind.wait, Kind.unclassified],
};

/** Indexed by kind. */
const FAMILY_OF_KIND: readonly Family[] = KIND_LABELS.map(
  (_, kind) => FAMILIES.find((family) => kindsOf(family).some((each) => each === kind)) ?? 'other',
);

export function familyOf(kind: number): Family {
  return FAMILY_OF_KIND[kind] ?? 'other';
}

/** The kinds of a family; the first one represents it. */
export function kindsOf(family: Family): readonly Kind[] {
  return KINDS_OF_FAMILY[family];
}

/** All kinds, by family. */
export function kindsInOrder(): readonly Kind[] {
  return FAMILIES.flatMap(kindsOf);
}

/** Returns the most common kind of each group; the lowest wins ties. `groups` has the group of each function, negative for none. */
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

/** True for the kinds that stay visible when C is hidden: traced functions, and the markers for untraced and cut ones. */
export function isPythonLike(kind: number): boolean {
  return isPython(kind) || kind === Kind.untraced || kind === Kind.cut;
}

/** How levels treat the leaf frame of a stack. */
export const Role = {
  plain: 0,
  /** A frame at the root end whose name and module are unknown. */
  pruned: 1,
  /** Merged with its caller: the evaluator of a Python function, or a repetition of the same function. */
  merged: 2,
  /** An evaluator without a known caller. */
  cut: 3,
  /** An evaluator whose caller is not a traced function. */
  untraced: 4,
} as const;
