// Finds the folders with the user's own code in a recording, and guesses which one is the project.

import { eventMask } from './events.ts';
import { folderOf, isBelow, NO_FILE, parentFolder, shortFolder } from './paths.ts';
import { isPython, Kind } from './kinds.ts';
import { NONE, PYTHON_PREFIX, type Profile } from './profile.ts';

export interface OwnFolder {
  readonly path: string;
  /** Share of the event's samples with own code from this folder on the stack, 0 to 1. */
  readonly share: number;
}

export interface OwnCode {
  readonly event: number;
  /** The folder that is probably the project; undefined if there is no own code. */
  readonly folder: string | undefined;
  /** Heaviest first, then outermost first. */
  readonly folders: readonly OwnFolder[];
}

/** Share of the weight of own code that the guessed folder should contain. */
const MOST = 0.9;
/** Share that it must contain. */
const HALF = 0.5;
/** Each folder is a bit of an Int32Array element. */
const MAX_FOLDERS = 32;
/** These folders, like home directories, usually contain many projects; they are guessed only if they contain code directly. */
const BROAD = /^(?:[/\\]|[A-Za-z]:|\/(?:home|media|mnt|opt|srv|tmp|Users|usr|usr\/local|var))$/;
const SCRIPT = `${PYTHON_PREFIX}<module>:`;

/** Weight of the samples whose innermost own function is in a file, by file (an index into `strings`). */
type FileWeights = Map<number, number>;

/** The guess depends only on the samples of `mainEvent`, the shares on those of `event`. `profile` must be classified. */
export function ownCodeOf(profile: Profile, mainEvent: number, event: number): OwnCode {
  const { strings } = profile;
  const { files, scripts } = weighFiles(profile, mainEvent);
  if (files.size === 0) return { event, folder: undefined, folders: [] };
  const weights = new Map(Array.from(files, ([file, each]) => [strings[file], each]));
  const folder = guessFolder(
    weights,
    heaviest(scripts, (file) => folderOf(strings[file])),
  );
  const folders = foldersOf(weights, folder);
  const shares = folderShares(profile, event, [...files.keys()], folders);
  return {
    event,
    folder,
    folders: shares.toSorted((a, b) => b.share - a.share || a.path.length - b.path.length),
  };
}

/** Weights of files with own code, and of scripts among them. If no sample has a weight, uses the number of functions instead. */
function weighFiles(profile: Profile, event: number) {
  const { strings, funcs, samples } = profile;
  const counts: FileWeights = new Map();
  for (let func = 0; func < funcs.length; func++) {
    const file = funcs.kind[func] === Kind.own ? funcs.file[func] : NONE;
    if (file !== NONE && !NO_FILE.test(strings[file])) add(counts, file, 1);
  }
  const files: FileWeights = new Map([...counts.keys()].map((file) => [file, 0]));
  const scripts: FileWeights = new Map();
  const { innermost, outermost } = ownFrames(profile);
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    const stack = isIncluded[samples.event[i]] === 1 ? samples.stack[i] : NONE;
    if (stack < 0 || innermost[stack] === NONE) continue;
    add(files, funcs.file[innermost[stack]], samples.weight[i]);
    const first = outermost[stack];
    if (strings[funcs.name[first]].startsWith(SCRIPT)) add(scripts, funcs.file[first], samples.weight[i]);
  }
  const isWeighed = [...files.values()].some((each) => each > 0);
  return { files: isWeighed ? files : counts, scripts };
}

const Role = { other: 0, python: 1, own: 2, generated: 3 } as const;

/**
 * Per stack: its innermost and its outermost own function, or NONE. Code without a file counts only if it is the program itself
 * (`python -c`), because libraries such as dataclasses also generate code.
 */
function ownFrames({ strings, funcs, stacks }: Profile) {
  const roles = Uint8Array.from(funcs.kind, (kind, func) => {
    if (kind !== Kind.own || funcs.file[func] === NONE) return isPython(kind) ? Role.python : Role.other;
    return NO_FILE.test(strings[funcs.file[func]]) ? Role.generated : Role.own;
  });
  const innermost = new Int32Array(stacks.length);
  const outermost = new Int32Array(stacks.length);
  const hasPython = new Uint8Array(stacks.length);
  for (let i = 0; i < stacks.length; i++) {
    const func = stacks.func[i];
    const parent = stacks.parent[i];
    const isCalled = parent >= 0 && hasPython[parent] === 1;
    hasPython[i] = isCalled || roles[func] !== Role.other ? 1 : 0;
    const isOwn = roles[func] === Role.own || (roles[func] === Role.generated && !isCalled);
    const own = isOwn ? func : NONE;
    innermost[i] = isOwn || parent < 0 ? own : innermost[parent];
    outermost[i] = parent < 0 || outermost[parent] === NONE ? own : outermost[parent];
  }
  return { innermost, outermost };
}

function add<K>(weights: Map<K, number>, key: K, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

/**
 * Walks up from the folder of the script, or else from the heaviest folder, to the first folder that contains most of the code.
 */
function guessFolder(weights: ReadonlyMap<string, number>, script: string | undefined): string {
  const sum = weightOf(weights, () => true);
  const main = heaviest(weights, folderOf) ?? '.';
  for (const start of script === undefined ? [main] : [script, main]) {
    const folders = [start, ...ancestorsOf(start).filter((each) => !isBroad(each))];
    const shares = folders.map((folder) => weightOf(weights, (path) => isBelow(path, folder)) / sum);
    const best = Math.max(...shares);
    if (best >= HALF) return folders[shares.findIndex((share) => share >= Math.min(MOST, best))];
  }
  return main;
}

/** Undefined without weights. */
function heaviest<K>(weights: ReadonlyMap<K, number>, groupOf: (key: K) => string): string | undefined {
  const groups = new Map<string, number>();
  for (const [key, weight] of weights) add(groups, groupOf(key), weight);
  return [...groups].sort(([, a], [, b]) => b - a).at(0)?.[0];
}

function weightOf<K>(weights: ReadonlyMap<K, number>, isIn: (key: K) => boolean): number {
  let sum = 0;
  for (const [key, weight] of weights) if (isIn(key)) sum += weight;
  return sum;
}

function ancestorsOf(folder: string): string[] {
  const parent = parentFolder(folder);
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
}

function isBroad(folder: string): boolean {
  return BROAD.test(folder) || shortFolder(folder) === '~';
}

/** `guess`, followed by the heaviest folders that contain code directly or in several subfolders. */
function foldersOf(weights: ReadonlyMap<string, number>, guess: string): string[] {
  const direct = new Set([...weights.keys()].map(folderOf));
  /** Per folder: its direct subfolders that contain code at any depth. */
  const inside = new Map<string, Set<string>>();
  for (const folder of direct) {
    let child = folder;
    for (const parent of ancestorsOf(folder)) {
      inside.set(parent, (inside.get(parent) ?? new Set()).add(child));
      child = parent;
    }
  }
  const forks = [...inside].flatMap(([folder, children]) => (children.size > 1 ? [folder] : []));
  const below = (folder: string) => weightOf(weights, (path) => isBelow(path, folder));
  const others = [...new Set([...direct, ...forks.filter((folder) => !isBroad(folder))])]
    .filter((folder) => folder !== guess)
    .map((folder) => ({ folder, weight: below(folder) }))
    .sort((a, b) => b.weight - a.weight);
  return [guess, ...others.slice(0, MAX_FOLDERS - 1).map(({ folder }) => folder)];
}

/** Weighs all folders in one pass: each folder is one bit of a stack. */
function folderShares(
  { strings, funcs, stacks, samples }: Profile,
  event: number,
  files: readonly number[],
  folders: readonly string[],
): OwnFolder[] {
  const bits = new Map<number, number>();
  for (const file of files)
    bits.set(
      file,
      folders.reduce((sum, folder, bit) => sum | (isBelow(strings[file], folder) ? 1 << bit : 0), 0),
    );
  const bitsOfFunc = funcs.file.map((file, func) =>
    funcs.kind[func] === Kind.own ? (bits.get(file) ?? 0) : 0,
  );
  const found = new Int32Array(stacks.length);
  for (let i = 0; i < stacks.length; i++) {
    const parent = stacks.parent[i];
    found[i] = bitsOfFunc[stacks.func[i]] | (parent < 0 ? 0 : found[parent]);
  }
  const weights = new Map<number, number>();
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    const stack = samples.stack[i];
    if (isIncluded[samples.event[i]] === 1) add(weights, stack < 0 ? 0 : found[stack], samples.weight[i]);
  }
  const all = weightOf(weights, () => true) || 1;
  return folders.map((path, bit) => ({
    path,
    share: weightOf(weights, (set) => (set & (1 << bit)) !== 0) / all,
  }));
}
