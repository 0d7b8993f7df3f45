// Short names of files and modules: the dotted name for modules of libraries (`scipy.sparse`), otherwise the end of the path, as
// long as needed to tell it from other files and modules of the recording: `app.py`, or `a/utils.py` and `b/utils.py`.

import { KIND_LABELS } from '../model/kinds.ts';
import { nameWithoutFile } from '../model/function-path.ts';
import { moduleNameOf } from '../model/module-name.ts';
import { FuncFlags, NONE, PYTHON_PREFIX, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import { isUnnamedName } from '../model/unnamed.ts';

interface Places {
  /** Per function: the short name of its file or module; empty for C functions with a unique name. */
  readonly ofFunc: readonly string[];
  /** The short names of all files and modules of functions. */
  readonly ofPath: ReadonlyMap<string, string>;
  /** Names that functions in different files or modules share. */
  readonly shared: ReadonlySet<string>;
}

/** The place of an inlined function whose module is unknown, if its name is not unique. */
const INLINED = 'inlined';

/** The place of a Python function whose file is unknown, if its name is not unique. */
const PYTHON = 'Python';

/** For charts, which look up hundreds of labels per frame. */
const CACHE = new WeakMap<FunctionNames, Places>();

/** The short name of a Python function's file, or of a C function's module if its name alone does not identify it. */
export function placeOf(names: FunctionNames, func: number): string {
  return placesOf(names).ofFunc[func];
}

/** True if functions in different files or modules share this name. `name` contains neither. */
export function isSharedName(names: FunctionNames, name: string): boolean {
  return placesOf(names).shared.has(name);
}

/** The short name of a file or module. If `names` is given, it is unique in the recording. */
export function shortPlace(path: string, names?: FunctionNames): string {
  return (names && placesOf(names).ofPath.get(path)) ?? placeAt(path, 0);
}

function placesOf(names: FunctionNames): Places {
  let places = CACHE.get(names);
  if (!places) CACHE.set(names, (places = computePlaces(names)));
  return places;
}

function computePlaces(names: FunctionNames): Places {
  const { strings, modules, funcs } = names;
  const paths: string[] = [];
  const pathByName = new Map<string, string>();
  const shared = new Set<string>();
  for (let func = 0; func < funcs.length; func++) {
    const unknown = strings[funcs.name[func]].startsWith(PYTHON_PREFIX) ? PYTHON : '';
    const path = strings[funcs.file[func]] ?? modules[funcs.module[func]] ?? unknown;
    paths.push(path);
    // On stacks, most inlined functions have the module that they were inlined into.
    if (path === '' && (isInlined(names, func) || isAggregate(names, func))) continue;
    const name = displayedName(names, func);
    if ((pathByName.get(name) ?? path) !== path) shared.add(name);
    pathByName.set(name, path);
  }
  const ofPath = distinctPlaces(new Set(paths));
  const ofFunc = paths.map((path, func) => {
    const name = displayedName(names, func);
    const place = ofPath.get(path) ?? '';
    if (place === '' && name === UNKNOWN) return names.unnamedModules ?? '';
    if (place === '') return pathByName.has(name) && isInlined(names, func) ? INLINED : '';
    return funcs.file[func] !== NONE || shared.has(name) || isUnnamedName(name) ? place : '';
  });
  return { ofFunc, ofPath, shared };
}

/** The name without its file; some programs that list Python functions write none. Other code, such as `py::jit:executor`, has a colon. */
export function displayedName(names: FunctionNames, func: number): string {
  const name = nameWithoutFile(names, func);
  return WITHOUT_FILE.test(name) ? name.slice(PYTHON_PREFIX.length) : name;
}

const WITHOUT_FILE = new RegExp(`^${PYTHON_PREFIX}[^:]+$`);

function isInlined({ funcs }: FunctionNames, func: number): boolean {
  return (funcs.flags[func] & FuncFlags.inlined) !== 0;
}

/** True for a function that represents a kind of code or a package. */
function isAggregate({ strings, funcs }: FunctionNames, func: number): boolean {
  const name = strings[funcs.name[func]];
  return name === KIND_LABELS[funcs.kind[func]] || name === strings[funcs.package[func]];
}

/** Lengthens the places of different paths until they differ. */
function distinctPlaces(paths: ReadonlySet<string>): Map<string, string> {
  const places = new Map<string, string>();
  for (let ambiguous = [...paths], added = 0; ambiguous.length > 0; added++) {
    for (const path of ambiguous) places.set(path, placeAt(path, added));
    const once = new Set<string>();
    const repeated = new Set<string>();
    for (const place of places.values()) (once.has(place) ? repeated : once).add(place);
    ambiguous = [...paths].filter((path) => {
      const place = places.get(path) ?? path;
      return place !== path && repeated.has(place);
    });
  }
  return places;
}

/** Files that any package may contain; their folder says more. */
const COMMON_FILE = /(?:^|\/)__\w+__\.py$/;
const PACKAGE_FILE = /(?<=[^/])\/__init__\.py$/;
/** Longer places show only the first and the last part. */
const MAX_PARTS = 3;

/** The dotted name of a library's module, otherwise the end of the path, with this many parts more than usual. */
function placeAt(path: string, added: number): string {
  const module = moduleNameOf(path);
  if (module !== undefined && added === 0) return module;
  const short = path.replace(PACKAGE_FILE, '');
  const parts = short.split('/');
  const count = added + (module === undefined ? 1 : 0) + (COMMON_FILE.test(short) ? 1 : 0);
  const end = parts.slice(-count);
  const last = end.at(-1);
  // The first part of an absolute path is empty.
  if (count > parts.length || end[0] === '' || last === '') return path;
  return end.length > MAX_PARTS ? `${end[0]}/…/${last}` : end.join('/');
}
