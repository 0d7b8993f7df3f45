// Computes what the selected samples were spent on: kinds of code, functions, packages and imports. One pass over the tree, which
// may have millions of nodes, computes all of it.

import { isPython, Kind, KIND_LABELS } from '../model/kinds.ts';
import { nameWithoutFile } from '../model/function-names.ts';
import { NONE, type FunctionNames, type FuncTable, type WeightById } from '../model/profile.ts';
import {
  STANDARD_LIBRARY,
  type FunctionWeight,
  type Overview,
  type PackageWeight,
} from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';
import { heaviest, OutermostSums } from './outermost.ts';
import type { BuiltTree } from './build/build.ts';

const MAX_FUNCTIONS = 6;
const MAX_PACKAGES = 5;
const MAX_IMPORTS = 6;
/** Minimum share of the samples for functions and packages. */
const MIN_SHARE = 0.001;
/** What starts a program. */
const START_NAMES: readonly string[] = ['<module>', 'main'];
/** Minimum share of the samples in imports for a list of them. */
const MIN_IMPORTS = 0.5;

/** Properties of a function. */
const OWN = 1;
const PYTHON = 2;
/** Python code of any kind, or a function of a package. */
const OWNED = 4;
const IMPORT = 8;

/** `imports` marks the functions that represent the import of a module. */
export function overviewOf(
  tree: CallTree,
  names: FunctionNames,
  imports: Uint8Array,
): Omit<Overview, 'options' | 'notable' | 'costs'> {
  const { funcs } = names;
  const all = tree.total[0];
  const sums = sumsOf(tree, propertiesOf(funcs, imports));
  const kinds = new Float64Array(KIND_LABELS.length);
  for (let func = 0; func < funcs.length; func++) kinds[funcs.kind[func]] += sums.sampled[func];
  return {
    weight: all,
    samples: tree.samples[0],
    kinds,
    ...hottestFunctions(tree, sums, names),
    packages: hottestPackages(sums, funcs, all),
    imports: slowestImports(tree, sums),
  };
}

function propertiesOf({ length, kind, package: packages }: FuncTable, imports: Uint8Array): Uint8Array {
  return Uint8Array.from({ length }, (_, func) => {
    const isOwn = kind[func] === Kind.own;
    const isOwned = isPython(kind[func]) || packages[func] !== NONE;
    const code = (isOwn ? OWN : 0) | (isPython(kind[func]) ? PYTHON : 0) | (isOwned ? OWNED : 0);
    return code | (imports[func] === 1 ? IMPORT : 0);
  });
}

/** Weights of samples, per function. */
interface Sums {
  /** By the innermost function of your code, and by the innermost Python function. */
  readonly own: Float64Array;
  readonly python: Float64Array;
  /** By the innermost function with the property OWNED. */
  readonly owner: Float64Array;
  /** By the innermost import. */
  readonly imported: Float64Array;
  /** By the sampled function. */
  readonly sampled: Float64Array;
}

function sumsOf(tree: CallTree, properties: Uint8Array): Sums {
  const { chains, first, parent, func, self } = tree;
  const byFunction = () => new Float64Array(properties.length);
  const sums = {
    own: byFunction(),
    python: byFunction(),
    owner: byFunction(),
    imported: byFunction(),
    sampled: byFunction(),
  };
  // Per chain: the innermost functions up to its last node.
  const [owns, pythons, owners, imports] = [0, 0, 0, 0].map(() => new Int32Array(chains));
  for (let chain = 0; chain < chains; chain++) {
    const caller = parent[chain];
    let own = chain === 0 ? NONE : owns[caller];
    let python = chain === 0 ? NONE : pythons[caller];
    let owner = chain === 0 ? NONE : owners[caller];
    let imported = chain === 0 ? NONE : imports[caller];
    const end = first[chain + 1];
    // The root has no function.
    for (let node = Math.max(1, first[chain]); node < end; node++) {
      const each = properties[func[node]];
      if (each === 0) continue;
      if (each & OWN) own = func[node];
      if (each & PYTHON) python = func[node];
      if (each & OWNED) owner = func[node];
      if (each & IMPORT) imported = func[node];
    }
    owns[chain] = own;
    pythons[chain] = python;
    owners[chain] = owner;
    imports[chain] = imported;
    const weight = self[chain];
    if (weight === 0 || end === 1) continue;
    if (own !== NONE) sums.own[own] += weight;
    if (python !== NONE) sums.python[python] += weight;
    if (owner !== NONE) sums.owner[owner] += weight;
    if (imported !== NONE) sums.imported[imported] += weight;
    sums.sampled[func[end - 1]] += weight;
  }
  return sums;
}

/** The hottest functions of your code; if there are none, of all Python code; if there are none, of all code. */
function hottestFunctions(
  tree: CallTree,
  { own, python, sampled }: Sums,
  names: FunctionNames,
): Pick<Overview, 'scope' | 'functions'> {
  const [all] = tree.total;
  const scopes = { own, python, all: sampled };
  for (const scope of ['own', 'python', 'all'] as const) {
    const listed = heaviest(notNegligible(scopes[scope].entries(), all), Infinity);
    // They only start the program, and would lead the list of nearly every one.
    const startsOnly = ({ id }: WeightById) =>
      sampled[id] < MIN_SHARE * all && START_NAMES.includes(nameWithoutFile(names, id));
    const hottest = [...listed.filter((each) => !startsOnly(each)), ...listed.filter(startsOnly)];
    if (hottest.length > 0)
      return { scope, functions: functionWeights(tree, sampled, hottest.slice(0, MAX_FUNCTIONS)) };
  }
  return { scope: 'all', functions: [] };
}

/** Adds the self and the total weight. */
function functionWeights(
  tree: CallTree,
  sampled: Float64Array,
  listed: readonly WeightById[],
): FunctionWeight[] {
  const keys = new Map(listed.map(({ id }, key) => [id, key]));
  const sums = new OutermostSums(listed.length);
  for (let chain = 0; chain < tree.chains; chain++)
    for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++) {
      const key = keys.get(tree.func[node]);
      if (key !== undefined) sums.add(key, tree, chain);
    }
  return listed.map((each, key) => ({ ...each, self: sampled[each.id], total: sums.weight[key] }));
}

/**
 * The hottest packages. Your code and importlib also own samples, but are not listed: otherwise a framework would get the time of
 * the handlers that it calls.
 */
function hottestPackages(
  { owner }: Sums,
  { kind, package: packages }: FuncTable,
  all: number,
): PackageWeight[] {
  const weights = new Map<number, number>();
  for (const [func, weight] of owner.entries()) {
    const isStandard = kind[func] === Kind.stdlib && packages[func] === NONE;
    const id = isStandard ? STANDARD_LIBRARY : packages[func];
    // Importing a package does not count as its own work.
    if (id === NONE || kind[func] === Kind.importlib) continue;
    weights.set(id, (weights.get(id) ?? 0) + weight);
  }
  return heaviest(notNegligible(weights, all), MAX_PACKAGES);
}

/** Empty unless the samples are mostly imports. */
function slowestImports(tree: CallTree, { imported, sampled }: Sums): FunctionWeight[] {
  const [all] = tree.total;
  if (imported.reduce((sum, weight) => sum + weight, 0) < MIN_IMPORTS * all) return [];
  return functionWeights(tree, sampled, heaviest(notNegligible(imported.entries(), all), MAX_IMPORTS));
}

function* notNegligible(weights: Iterable<readonly [id: number, weight: number]>, all: number) {
  for (const each of weights) if (each[1] > 0 && each[1] >= MIN_SHARE * all) yield each;
}

/**
 * Notable costs are facts about the samples, so they are computed from stacks without filters, at a level that shows C
 * code. Per chain: the rows of `notable`, as bits, that match a function between the root and its last node. There are
 * at most eight rows.
 */
export function notableRowsOf(
  { chains, first, parent, func }: CallTree,
  notable: readonly Uint8Array[],
): Uint8Array {
  const rowsOfFunc = new Uint8Array(notable.at(0)?.length ?? 0);
  for (const [row, matches] of notable.entries())
    for (let each = 0; each < matches.length; each++) rowsOfFunc[each] |= matches[each] << row;
  const rows = new Uint8Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    const end = first[chain + 1];
    let seen = chain === 0 ? 0 : rows[parent[chain]];
    // The root has no function.
    for (let node = Math.max(1, first[chain]); node < end; node++) seen |= rowsOfFunc[func[node]];
    rows[chain] = seen;
  }
  return rows;
}

/**
 * Per row of `notable`: the weight of the selected samples with a matching function. `rows` and `all` belong to the
 * same tree.
 */
export function notableWeights(
  rows: Uint8Array,
  all: Pick<BuiltTree, 'chainOfSample'>,
  selected: Pick<BuiltTree, 'chainOfSample'>,
  weights: Float64Array,
  length: number,
): number[] {
  const weightOfRows = new Float64Array(256);
  for (let i = 0; i < selected.chainOfSample.length; i++)
    if (selected.chainOfSample[i] >= 0) weightOfRows[rows[all.chainOfSample[i]]] += weights[i];
  return Array.from({ length }, (_, row) =>
    weightOfRows.reduce((sum, weight, rows) => sum + ((rows >> row) & 1 ? weight : 0), 0),
  );
}
