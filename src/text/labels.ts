// Names of events, threads and comparisons, and short labels for functions, files and modules.

import { baseName, moduleNameOf } from '../model/paths.ts';
import { Kind, KIND_LABELS } from '../model/kinds.ts';
import {
  NONE,
  type FunctionNames,
  type Thread,
  FuncFlags,
  PYTHON_PREFIX,
  UNKNOWN,
} from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { nameWithoutFile, isUnnamedName } from '../model/function-names.ts';
import { formatList, partNoun, quoted } from './format.ts';

export interface Label {
  /** The qualified name or the symbol. */
  readonly name: string;
  /**
   * Distinguishes functions with the same name: the short name of the Python file, or of the C module if the name alone is not
   * unique; otherwise empty.
   */
  readonly place: string;
}

const ROOT: Label = { name: 'all', place: '' };

export function labelOf(names: FunctionNames, func: number): Label {
  if (func === NONE) return ROOT;
  const name = displayedName(names, func);
  const line = names.funcs.line?.[func] ?? 0;
  if (line > 0) return { name, place: `${placeOf(names, func)}:${line}` };
  const place = placeOf(names, func);
  const file = names.strings[names.funcs.file[func]];
  // The aggregate function of a file has the file's name.
  if (file !== undefined && name === baseName(file)) return { name: place, place: '' };
  // The function of an import names its module.
  return { name, place: isImport(name) && !isSharedName(names, name) ? '' : place };
}

/** Omits the place of functions whose name alone is unique. */
export function briefLabelOf(names: FunctionNames, func: number): Label {
  const label = labelOf(names, func);
  return isSharedName(names, label.name) ? label : { ...label, place: '' };
}

/** True for the name of a function that represents import machinery. `import` is a keyword, so no Python function has that name. */
function isImport(name: string): boolean {
  return /^import(?: |$)/.test(name);
}

/** `foo (script.py)`. */
export function nameAndPlace(names: FunctionNames, func: number): string {
  const { name, place } = labelOf(names, func);
  return place === '' ? name : `${name} (${place})`;
}

/** What the weights of an event are formatted as: `EventSummary.measure`. Empty for a recording without samples, which has no events. */
export function measureAt({ events }: Pick<Recording, 'events'>, event: number): string {
  return events.at(event)?.measure ?? '';
}

/** What samples of the event are called: those of wall time are waits, or pieces of time. */
export function sampleNoun(
  { events, funcs }: Pick<Recording, 'events' | 'funcs'>,
  event: number,
  func: number = NONE,
): string {
  const isWait = func >= 0 && funcs.kind[func] === Kind.wait;
  return isWait ? 'wait' : partNoun(events[event]?.name ?? '');
}

/** The complete name as recorded. */
export function fullName({ strings, funcs }: FunctionNames, func: number): string {
  return func === NONE ? ROOT.name : strings[funcs.name[func]];
}

/** `worker 7`. */
export function threadName({ comm, title = comm, tid }: Thread): string {
  return [title, tid === NONE ? '' : tid].filter((part) => part !== '').join(' ');
}

// Short names of files and modules: the dotted name for modules of libraries (`scipy.sparse`), otherwise the end of the path, as
// long as needed to tell it from other files and modules of the recording: `app.py`, or `a/utils.py` and `b/utils.py`.

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
function placeOf(names: FunctionNames, func: number): string {
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

export function threadTitle({ title, comm }: Pick<Thread, 'title' | 'comm'>): string {
  return title ?? (comm || '(no name)');
}

/** Maximum number of recordings of a side that are listed by name. */
const MAX_NAMES = 3;

/** `base-1, base-2 → new-1`, or `base-1 and 4 more → new-1`. */
export function comparisonName(a: readonly string[], b: readonly string[]): string {
  return [a, b].map(sideNames).join(' → ');
}

function sideNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length > MAX_NAMES ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
}

/** `“base” with “new-1” and “new-2”`, or `parts of “base”`. */
export function comparedNames(a: readonly string[], b: readonly string[]): string {
  const isWithin = new Set([...a, ...b]).size === 1;
  if (isWithin) return `parts of ${quoted(a[0])}`;
  return [a, b].map((names) => formatList([...new Set(names)].map(quoted), MAX_NAMES)).join(' with ');
}
