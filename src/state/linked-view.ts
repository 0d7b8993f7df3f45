// Turns an address into a view: resolves the names in a link to functions, threads and nodes of the open recording.
// Loaded on demand.

import { MAX_LABEL } from '../model/budget.ts';
import { ROOT_PATH, type NodeRef, type TimeNode } from '../model/call-path.ts';
import { formatCount, formatNumberOf } from '../text/format.ts';
import { KIND_LABELS, KIND_NAMES } from '../model/kinds.ts';
import { COSTS, partId } from '../model/costs.ts';
import { inOrder } from './cost-columns.ts';
import { readCost } from '../sharing/selection-text.ts';
import { baseName } from '../text/base-name.ts';
import { DEFAULT_LEVEL } from '../model/levels.ts';
import { NONE, type Thread } from '../model/profile.ts';
import { ALL_SAMPLES, type Problem, type Recording, type ViewOptions } from '../model/session.ts';
import { MAX_FILTERS, type Address, type FunctionName, type LinkedLocation } from './address.ts';
import type { RecordingName, RowName, ThreadName } from './address-fields.ts';
import { namesOf } from './graphs.ts';
import { isFingerprintOf, DEFAULT_VIEW, DEFAULT_SORTING } from './link.ts';
import { ALL_AT_ROOT, type Location, type Locations } from './location.ts';
import { DEFAULT_COMPARED_TABLE, type Subject, type ViewState } from './view-state.ts';

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
 * The view that an address describes in this recording. Fields missing in the address are as in the initial view or in
 * `before`.
 */
export function viewStateAt(
  written: Address,
  recording: Recording,
  before: ViewState,
): { readonly view: ViewState; readonly problem: Problem | undefined } {
  const other = otherRecordingProblem(written.recording, recording);
  const address = other ? { ...written, ...WITHOUT_LOCATIONS } : written;
  const { view = DEFAULT_VIEW.view, row, sandwiched, highlightedCosts: costs } = address;
  const isTable = view === 'table';
  const problems = [
    ...(other === undefined ? [] : [other]),
    ...(address.skippedFilters === undefined ? [] : [skippedFiltersProblem(address.skippedFilters)]),
  ];
  const half = address.half ?? (view === 'sandwich' ? DEFAULT_VIEW.half : 'callers');
  const grouping = address.grouping ?? DEFAULT_VIEW.grouping;
  return {
    view: {
      options: optionsAt(address, recording),
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
): ViewOptions {
  const { start, events, defaultEvent, threadList } = recording;
  // A link with the profile cuts its names.
  const named = events.findIndex(({ name }) => name === event || name === event?.slice(0, MAX_LABEL));
  const rows = threads && threadRows(threads, threadList);
  return {
    ...ALL_SAMPLES,
    level: level ?? DEFAULT_LEVEL,
    foldImports: imports === undefined,
    ...(mend && { callers: 'recorded' }),
    event: named < 0 ? defaultEvent : named,
    ...(rows && rows.length > 0 && { threads: rows }),
    ...(range && !Number.isNaN(start) && { range: { from: range.from + start, to: range.to + start } }),
    ...(filters && { filters }),
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
  if (expected?.fingerprint === undefined || isFingerprintOf(recording, expected.fingerprint))
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

/** Undefined if the recording has no such function. */
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

/** The rows of the threads with these names. */
export function threadRows(names: readonly ThreadName[], list: readonly Thread[]): number[] {
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
    part: () => {
      const cost = readCost(name);
      return cost ? partId({ cost, part: second }) : NONE;
    },
  };
  return { by, id: ids[by]() };
}
