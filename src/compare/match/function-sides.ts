// Matches functions between the sides, so that each function has one number.

import { eventMask } from '../../model/events.ts';
import type { MatchMark } from '../../model/comparison.ts';
import { type ChainedProfile, Outermost, subtreeEnds } from '../../model/trie.ts';
import { isOwnFile, isPythonKey, matchesName, partsOf, functionKey, lineKey } from './function-key.ts';
import type { FuncTable, FunctionNames } from '../../model/profile.ts';
import { emptyChain, stacksOfEvent, Use, usesOfChains } from '../stacks/live-chains.ts';
import { matchMoves } from './matching.ts';

interface MatchInput {
  readonly profile: ChainedProfile;
  /** Index into the profile's events. */
  readonly event: number;
}

export interface MatchedFunctions {
  readonly table: KeyTable;
  /** Per key of A: the same function's key in B, usually the same. Keys added to the table later have no entry. */
  readonly inB: Int32Array;
  /** How functions with different keys were matched, by key in B. */
  readonly how: ReadonlyMap<string, MatchMark>;
  /** Per recording (A's first) and function: 1 if stacks with samples have it. */
  readonly isPresent: readonly Uint8Array[];
  readonly own: OwnFunctions;
  /** Renames that name no function of a side. */
  readonly unknownRenames: readonly UnknownRename[];
}

/** Numbers of Python functions that are neither installed nor generated: of each side, and of both. */
export interface OwnFunctions {
  readonly a: number;
  readonly b: number;
  readonly shared: number;
}

interface UnknownRename {
  readonly rename: Rename;
  readonly side: 'a' | 'b';
  readonly name: string;
}

/** A rename that the user stated, as keys or short names. */
export type Rename = readonly [from: string, to: string];

export function matchFunctions(
  a: readonly MatchInput[],
  b: readonly MatchInput[],
  renames: readonly Rename[],
): MatchedFunctions {
  const table = new KeyTable();
  const isPresent = [...a, ...b].map(presentFunctions);
  const presentA = presentKeys(a, isPresent.slice(0, a.length), table);
  const presentB = presentKeys(b, isPresent.slice(a.length), table);
  const filesA = filesOf(presentA, table);
  const filesB = filesOf(presentB, table);
  const isOneSided = table.functions.map((key) => {
    const file = isPythonKey(key) ? partsOf(key).file : undefined;
    return file !== undefined && filesA.has(file) !== filesB.has(file);
  });
  const weightsA = totalShares(a, presentA, isOneSided, table);
  const weightsB = totalShares(b, presentB, isOneSided, table);
  const moves = matchMoves(weightsA, weightsB);
  const how = new Map(moves.how);
  const inB = Int32Array.from([...table.functions], (key, id) =>
    table.idOf(moves.keys.get(key) ?? key, table.lines[id]),
  );
  const unknownRenames: UnknownRename[] = [];
  for (const rename of renames) {
    const [from, to] = rename;
    const keys = [...weightsA.keys()].filter((each) => matchesName(each, from));
    const targets = [...weightsB.keys()].filter((each) => matchesName(each, to));
    if (keys.length === 0) unknownRenames.push({ rename, side: 'a', name: from });
    else if (targets.length === 0) unknownRenames.push({ rename, side: 'b', name: to });
    for (const key of keys) {
      for (const target of targets) {
        inB[table.idOf(key)] = table.idOf(target);
        how.set(target, 'renamed');
      }
    }
  }
  const own = ownFunctions(presentA, presentB, inB, table);
  return { table, inB, how, isPresent, own, unknownRenames };
}

function ownFunctions(
  presentA: ReadonlySet<number>,
  presentB: ReadonlySet<number>,
  inB: Int32Array,
  { keys }: KeyTable,
): OwnFunctions {
  const ownOf = (present: Iterable<number>) =>
    new Set([...present].filter((key) => isPythonKey(keys[key]) && isOwnFile(partsOf(keys[key]).file)));
  const a = ownOf(Array.from(presentA, (key) => inB[key]));
  const b = ownOf(presentB);
  return { a: a.size, b: b.size, shared: [...a].filter((key) => b.has(key)).length };
}

/** Per recording (A's first) and function: the number of its key in B. */
export function keysOnSides(
  { table, inB }: MatchedFunctions,
  profiles: readonly ChainedProfile[],
  countA: number,
): Int32Array[] {
  return profiles.map((profile, i) => {
    const keys = table.idsOf(profile);
    // Functions that the compared level hides, but another level shows, have the same key on both sides.
    return i < countA ? keys.map((key) => (key < inB.length ? inB[key] : key)) : keys;
  });
}

/** Per function: 1 if it is on stacks with samples of the event. */
function presentFunctions({ profile, event }: MatchInput): Uint8Array {
  const { chains, funcs } = profile;
  const isPresent = new Uint8Array(funcs.length);
  const uses = usesOfChains({ chains, stack: stacksOfEvent(profile.samples, event) });
  for (let chain = 0; chain < chains.chains; chain++) {
    if (uses[chain] === Use.none) continue;
    // The root is no function: it writes to no entry.
    for (let at = chains.from[chain]; at < chains.to[chain]; at++) isPresent[chains.func[at]] = 1;
  }
  return isPresent;
}

function presentKeys(
  inputs: readonly MatchInput[],
  isPresent: readonly Uint8Array[],
  table: KeyTable,
): Set<number> {
  const present = new Set<number>();
  for (const [i, { profile }] of inputs.entries()) {
    const ids = table.idsOf(profile);
    for (let func = 0; func < ids.length; func++) if (isPresent[i][func] === 1) present.add(ids[func]);
  }
  return present;
}

function filesOf(present: ReadonlySet<number>, { functions }: KeyTable): Set<string> {
  const names = [...present].map((key) => functions[key]);
  return new Set(names.filter(isPythonKey).map((key) => partsOf(key).file));
}

/** Per function of a present key: the mean share of the total weight that it or its lines have; 0 unless `isCounted`. */
function totalShares(
  inputs: readonly MatchInput[],
  present: ReadonlySet<number>,
  isCounted: readonly boolean[],
  table: KeyTable,
): Map<string, number> {
  const shares = new Float64Array(table.keys.length);
  if ([...present].some((key) => isCounted[key]))
    for (const input of inputs) addTotalShares(shares, input, isCounted, table, inputs.length);
  const ofFunctions = new Map<string, number>();
  for (const key of present) {
    const name = table.functions[key];
    ofFunctions.set(name, (ofFunctions.get(name) ?? 0) + shares[key]);
  }
  return ofFunctions;
}

function addTotalShares(
  shares: Float64Array,
  { profile, event }: MatchInput,
  isCounted: readonly boolean[],
  table: KeyTable,
  recordings: number,
): void {
  const { chains, samples } = profile;
  const { parent, from, to, func } = chains;
  const end = subtreeEnds(parent);
  const outermost = new Outermost(isCounted.length);
  const ids = table.idsOf(profile);
  const total = new Float64Array(chains.chains);
  const empty = emptyChain(chains);
  let all = 0;
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    if (isIncluded[samples.event[i]] === 0 || samples.stack[i] <= empty) continue;
    total[samples.stack[i]] += samples.weight[i];
    all += samples.weight[i];
  }
  for (let chain = chains.chains - 1; chain > 0; chain--) total[parent[chain]] += total[chain];
  for (let chain = 0; chain < chains.chains; chain++) {
    if (total[chain] === 0) continue;
    for (let frame = from[chain]; frame < to[chain]; frame++) {
      const key = ids[func[frame]];
      if (isCounted[key] && outermost.visit(key, chain, end[chain]))
        shares[key] += total[chain] / (all || 1) / recordings;
    }
  }
}

/** Numbers the keys of the functions, or of their lines, of all recordings in a comparison. */
class KeyTable {
  readonly keys: string[] = [];
  /** Per key: that of the whole function, and the line; 0 for a whole function. */
  readonly functions: string[] = [];
  readonly lines: number[] = [];
  private readonly ids = new Map<string, number>();
  /** Per function table, which all levels of a recording share: the result of `idsOf`. */
  private readonly ofTable = new Map<FuncTable, Int32Array>();

  idOf(func: string, line = 0): number {
    const key = line > 0 ? lineKey(func, line) : func;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.keys.push(key) - 1;
    this.functions.push(func);
    this.lines.push(line);
    this.ids.set(key, id);
    return id;
  }

  /** The number of each function's key. */
  idsOf({ strings, funcs }: FunctionNames): Int32Array {
    const known = this.ofTable.get(funcs);
    if (known) return known;
    const ofName = new Map<number, number>();
    const ids = Int32Array.from(funcs.canonical.subarray(0, funcs.length), (canonical) => {
      const name = funcs.name[canonical];
      const line = funcs.line?.[canonical] ?? 0;
      if (line > 0) return this.idOf(functionKey(strings[name]), line);
      const id = ofName.get(name) ?? this.idOf(functionKey(strings[name]));
      ofName.set(name, id);
      return id;
    });
    this.ofTable.set(funcs, ids);
    return ids;
  }
}
