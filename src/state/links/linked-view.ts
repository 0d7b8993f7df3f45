// Turns an address into a view: resolves the names in a link to functions, threads and nodes of the open recording, and to the
// compared recordings. Loaded on demand.

import { MAX_LABEL } from '../../model/budget.ts';
import { ROOT_PATH, type NodeRef, type TimeNode } from '../../model/call-path.ts';
import type { ComparedPart, ComparisonOptions } from '../../model/comparison.ts';
import { COSTS, partId } from '../../model/costs.ts';
import { KIND_LABELS, KIND_NAMES } from '../../model/kinds.ts';
import { DEFAULT_LEVEL } from '../../model/levels.ts';
import { NONE, type Thread } from '../../model/profile.ts';
import { ALL_SAMPLES, type Problem, type Recording, type ViewOptions } from '../../model/session.ts';
import {
  MAX_FILTERS,
  type Address,
  type LinkedComparison,
  type LinkedLocation,
} from '../../sharing/address.ts';
import type {
  FunctionName,
  LinkedPart,
  RecordingName,
  RowName,
  ThreadName,
} from '../../sharing/link-values.ts';
import { readCost } from '../../sharing/selection-text.ts';
import { baseName } from '../../model/paths.ts';
import { formatCount, formatList, formatNumberOf } from '../../text/format.ts';
import { inOrder } from '../view/tables.ts';
import { namesOf } from '../view/graphs.ts';
import { fingerprintOf, DEFAULT_VIEW, DEFAULT_SORTING } from './link.ts';
import { ALL_AT_ROOT, type Location, type Locations } from '../view/location.ts';
import { DEFAULT_COMPARED_TABLE, type Subject, type ViewState } from '../view/view-state.ts';

/** Removes times, threads and nodes, which are meaningless in another recording. */
const WITHOUT_LOCATIONS = {
  threads: undefined,
  range: undefined,
  zoomed: undefined,
  selected: undefined,
  visibleRange: undefined,
  when: undefined,
  otherHalf: undefined,
  row: undefined,
  expanded: undefined,
};

/**
 * The view that an address describes in this recording, or in the comparison of these recordings. Fields missing in the address are
 * as in the initial view or in `before`.
 */
export function viewStateAt(
  written: Address,
  recording: Recording,
  before: ViewState,
  compared: readonly Recording[] = [],
): { readonly view: ViewState; readonly problem: Problem | undefined } {
  const other = otherRecordingProblem(written.recording, recording);
  const address = other ? { ...written, ...WITHOUT_LOCATIONS } : written;
  const { view = DEFAULT_VIEW.view, row, sandwiched, highlightedCosts: costs } = address;
  const isTable = view === 'table';
  const problems = [
    ...(other === undefined ? [] : [other]),
    ...(address.skippedFilters === undefined ? [] : [skippedFiltersProblem(address.skippedFilters)]),
  ];
  const comparison = comparisonAt(address.comparison, compared, before.options.comparison);
  const half = address.half ?? (view === 'sandwich' ? DEFAULT_VIEW.half : 'callers');
  const grouping = address.grouping ?? DEFAULT_VIEW.grouping;
  return {
    view: {
      options: optionsAt(address, recording, comparison),
      viewName: view,
      locations: locationsAt(address, half, recording),
      sandwiched: sandwiched && functionOf(recording, sandwiched),
      sandwichedBefore: [],
      half,
      invertedDirection: address.inverted ?? DEFAULT_VIEW.inverted,
      grouping,
      sorting: address.sorting ?? DEFAULT_SORTING,
      costColumns: inOrder(address.costColumns ?? []),
      comparedTable: address.comparison?.table ?? DEFAULT_COMPARED_TABLE,
      rowQuery: isTable ? (address.words ?? '') : before.rowQuery,
      row: isTable && row ? rowAt(recording, grouping, row) : undefined,
      treeSorting: view === 'tree' ? (address.treeSorting ?? 'total') : before.treeSorting,
      treeByLine: view === 'tree' ? address.split === 'line' : before.treeByLine,
      // A link that names both was edited by hand.
      highlighted: new Set(costs ? [] : address.highlighted?.filter((kind) => kind < KIND_LABELS.length)),
      highlightedCosts: new Set(costs),
      colorBy: address.colorBy ?? 'kind',
      query: address.search ?? '',
    },
    problem: problems.length > 0 ? { text: problems.join(' ') } : undefined,
  };
}

function optionsAt(
  { level, imports, mend, event, threads, range, filters }: Address,
  recording: Recording,
  comparison: ComparisonOptions | undefined,
): ViewOptions {
  const { start, events, defaultEvent, threadList } = recording;
  // A link with the profile cuts its names.
  const named = events.findIndex(({ name }) => name === event || name === event?.slice(0, MAX_LABEL));
  const rows = threads && threadRows(threads, threadList);
  return {
    ...ALL_SAMPLES,
    level: level ?? DEFAULT_LEVEL,
    // Import machinery is compared as it is.
    foldImports: imports === undefined && !comparison,
    ...(mend && { callers: 'recorded' }),
    event: named < 0 ? defaultEvent : named,
    ...(rows && rows.length > 0 && { threads: rows }),
    ...(range && !Number.isNaN(start) && { range: { from: range.from + start, to: range.to + start } }),
    ...(filters && { filters }),
    comparison,
  };
}

function locationsAt(address: Address, half: ViewState['half'], recording: Recording): Locations {
  const { view, expanded, otherHalf = {} } = address;
  const here = locationAt(address);
  if (view === 'sandwich')
    return half === 'callers'
      ? { ...ALL_AT_ROOT, callers: here, callees: locationAt(otherHalf) }
      : { ...ALL_AT_ROOT, callees: here, callers: locationAt(otherHalf) };
  if (view === 'inverted') return { ...ALL_AT_ROOT, inverted: here };
  if (view !== 'time') return { ...ALL_AT_ROOT, calls: { ...here, ...(expanded && { expanded }) } };
  const { when, visibleRange } = address;
  const selected: NodeRef = address.selected ?? ROOT_PATH;
  const thread = when && recording.threadList[threadRows([when.thread], recording.threadList)[0] ?? NONE];
  const node: TimeNode | undefined = thread &&
    when && { pid: thread.pid, tid: thread.tid, time: when.time + recording.start, path: selected };
  return {
    ...ALL_AT_ROOT,
    calls: { ...ALL_AT_ROOT.calls, selected },
    time: { zoomed: ROOT_PATH, selected: node ?? selected, visibleRange },
  };
}

function locationAt({ zoomed, selected, visibleRange }: LinkedLocation): Location {
  return { zoomed: zoomed ?? ROOT_PATH, selected: selected ?? ROOT_PATH, visibleRange };
}

/** Undefined if the link belongs to this recording or does not name one. */
function otherRecordingProblem(
  expected: RecordingName | undefined,
  recording: Recording,
): string | undefined {
  if (expected?.fingerprint === undefined || expected.fingerprint === fingerprintOf(recording))
    return undefined;
  const { name } = expected;
  const which =
    name === baseName(recording.name)
      ? `another recording named “${name}”`
      : `“${name}”, not for “${recording.name}”`;
  return `This link is for ${which}: only its view, level, filters and search are applied.`;
}

function skippedFiltersProblem(count: number): string {
  const were = count === 1 ? 'was' : 'were';
  return `${formatNumberOf(count, 'filter')} in this link ${were} skipped: at most ${formatCount(MAX_FILTERS)} are applied, and only those that this version can read.`;
}

function functionOf(recording: Recording, named: FunctionName): number | undefined {
  const func = functionRow(recording, named);
  return func === NONE ? undefined : namesOf(recording).ids.exact[func];
}

function functionRow({ funcs, strings, modules }: Recording, { name, module }: FunctionName): number {
  for (let func = 0; func < funcs.length; func++) {
    if (funcs.canonical[func] !== func || strings[funcs.name[func]] !== name) continue;
    if ((modules[funcs.module[func]] ?? '') === module) return func;
  }
  return NONE;
}

function threadRows(names: readonly ThreadName[], list: readonly Thread[]): number[] {
  const matches = (name: ThreadName, { pid, tid, comm }: Thread) =>
    (name.pid === undefined || name.pid === `${pid}`) &&
    (name.tid ?? `${tid}`) === `${tid}` &&
    (name.comm ?? comm) === comm;
  return [...list.keys()].filter((row) => names.some((name) => matches(name, list[row])));
}

function rowAt(recording: Recording, by: Subject['by'], row: RowName): Subject {
  if ('id' in row) return { by, id: row.id };
  const [name, second = '', third = ''] = row.fields;
  const ids = {
    function: () => functionRow(recording, { name, module: second }),
    thread: () =>
      recording.threadList.findIndex(
        ({ pid, tid, comm }) => `${tid}` === name && comm === second && `${pid}` === third,
      ),
    kind: () => KIND_NAMES.indexOf(name),
    module: () => recording.modules.indexOf(name),
    file: () => recording.strings.indexOf(name),
    package: () => recording.strings.indexOf(name),
    cost: () => COSTS.findIndex(({ id }) => id === name),
    line: () => functionRow(recording, { name, module: second }),
    part: () => {
      const cost = readCost(name);
      return cost ? partId({ cost, part: second }) : NONE;
    },
  };
  return { by, id: ids[by](), ...(by === 'line' && { line: Number(third) || 0 }) };
}

type Sides<Part> = Readonly<Record<'a' | 'b', readonly Part[]>>;

/** What the link does not say is as in `first`. Parts of other recordings are left out. */
function comparisonAt(
  comparison: LinkedComparison | undefined,
  recordings: readonly Recording[],
  first: ComparisonOptions | undefined,
): ComparisonOptions | undefined {
  if (!comparison || !first) return first;
  const { a, b, basis, work, renames, width, hidesGhosts, onlyCertain } = comparison;
  const partsAt = (parts: readonly LinkedPart[]) => parts.flatMap((part) => partAt(part, recordings) ?? []);
  const [partsA, partsB] = [partsAt(a), partsAt(b)];
  return {
    a: partsA.length > 0 ? partsA : first.a,
    b: partsB.length > 0 ? partsB : first.b,
    basis,
    work,
    renames: renames ?? [],
    width: width ?? 'b',
    hidesGhosts: hidesGhosts ?? false,
    onlyCertain: onlyCertain ?? false,
  };
}

function partAt(
  { recording: id, range, threads }: LinkedPart,
  recordings: readonly Recording[],
): ComparedPart | undefined {
  const recording = recordings.at(id);
  if (!recording) return undefined;
  const { start, threadList } = recording;
  const rows = threads && threadRows(threads, threadList);
  return {
    recording: id,
    range: range && !Number.isNaN(start) ? { from: range.from + start, to: range.to + start } : undefined,
    threads: rows && rows.length > 0 ? rows : undefined,
  };
}

/**
 * The comparison of recordings that the user opened for the link, in any order, and put on these sides. The time ranges and threads
 * of the link stay with the recordings that they are for.
 */
export function withOpenedRecordings(
  linked: LinkedComparison,
  recordings: readonly Recording[],
  sides: Sides<ComparedPart>,
): LinkedComparison {
  // A link written by hand does not name its only recording.
  if (linked.recordings === undefined && recordings.length === 1) return linked;
  const idIn = linkedIds(linked.recordings ?? [], recordings);
  const partsOf = (recording: number, side: 'a' | 'b'): LinkedPart[] =>
    linked[side].flatMap((part) => (part.recording === idIn[recording] ? [{ ...part, recording }] : []));
  const partsOn = (side: 'a' | 'b', other: 'a' | 'b') => {
    const chosen = sides[side].map(({ recording }) => recording);
    const parts = chosen.map((recording) =>
      // If the link has none on this side, the user chose the other side for it.
      [partsOf(recording, side), partsOf(recording, other), [{ recording }]].find(({ length }) => length > 0),
    );
    // The link has parts of these on both sides.
    const others = sides[other].filter(
      ({ recording }) => !chosen.includes(recording) && partsOf(recording, other).length > 0,
    );
    return [...parts, ...others.map(({ recording }) => partsOf(recording, side))].flatMap(
      (each) => each ?? [],
    );
  };
  return { ...linked, a: partsOn('a', 'b'), b: partsOn('b', 'a') };
}

/** Says which recordings of the link are not among these; undefined if all are. */
export function missingRecordings(
  { recordings: named = [], a, b }: LinkedComparison,
  recordings: readonly Recording[],
): Problem | undefined {
  const found = new Set(linkedIds(named, recordings));
  const ids = new Set([...a, ...b].map(({ recording }) => recording));
  const missing = [...ids].filter((id) => named[id] !== undefined && !found.has(id));
  if (missing.length === 0) return undefined;
  const names = formatList(
    missing.map((id) => `“${named[id].name}”`),
    3,
  );
  return {
    text: `This link compares other recordings: the time range and threads of ${names} are not applied.`,
  };
}

/** For each recording, its ID in the link; NONE if the link is not for it. */
function linkedIds(named: readonly RecordingName[], recordings: readonly Recording[]): number[] {
  const rest = new Map(named.entries());
  const take = (isIt: (name: RecordingName) => boolean): number => {
    const [id = NONE] = [...rest].find(([, name]) => isIt(name)) ?? [];
    rest.delete(id);
    return id;
  };
  return recordings.map((recording) => {
    const name = baseName(recording.name);
    const isSame = ({ fingerprint }: RecordingName) => fingerprint === fingerprintOf(recording);
    const both = take((each) => isSame(each) && each.name === name);
    if (both !== NONE) return both;
    // A file may have been renamed. A link written by hand has no fingerprint.
    return take((each) => (each.fingerprint === undefined ? each.name === name : isSame(each)));
  });
}
