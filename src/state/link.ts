// What the page shows as an address, and back: rows of the open recording's tables as what is read of them in a link.

import { targetOf } from '../model/filter.ts';
import { formatCount, formatNumberOf } from '../model/format.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { baseName, labelOf } from '../model/labels.ts';
import { DEFAULT_LEVEL } from '../model/levels.ts';
import { NONE, type Thread } from '../model/profile.ts';
import { ALL, type Recording, type ViewOptions } from '../model/session.ts';
import { MOST_FILTERS, type Address, type FunctionName, type RecordingName } from './address.ts';
import { shortText } from './address-text.ts';
import { currentGraph, halfGraph, isAllThere, subjectBeside, type GraphState } from './graphs.ts';
import type { Landing } from './place.ts';
import type { State } from './store.ts';

/** What of the state a link decides. */
export type Linked = Pick<
  State,
  | 'options'
  | 'viewName'
  | 'invertedDirection'
  | 'grouping'
  | 'sorting'
  | 'subject'
  | 'sandwiched'
  | 'half'
  | 'timeSeen'
  | 'lit'
  | 'query'
> & { readonly arrival: Landing } & Partial<Pick<State, 'rowQuery' | 'treeSorting' | 'problem'>>;

/** How a recording is shown that was just opened. */
const USUAL = { view: 'flame', inverted: 'icicle', grouping: 'function', half: 'callees' } as const;
const USUAL_SORTING = { column: 'self', isDescending: true } as const;

/** Views that are no pictures. */
const LISTS: readonly State['viewName'][] = ['table', 'tree'];

/** The address of what is looked at; only of an open recording. */
export function addressOf(state: State, recording: Recording): Address {
  const { options, viewName, invertedDirection, grouping, sorting, sandwiched, query } = state;
  const { level, event, threads, range, filters } = options;
  // Boxes of a part of a picture are not numbered as in the whole, and a person may not be where he goes to.
  const graph = isAllThere(state) && !state.arrival ? currentGraph(state) : undefined;
  const { zoomed, selected, seen } = placeOf(graph) ?? {};
  const isTable = viewName === 'table';
  const isTree = viewName === 'tree';
  return {
    view: otherThan(USUAL.view, viewName),
    level: otherThan(DEFAULT_LEVEL, level),
    event: event === recording.defaultEvent ? undefined : recording.events[event]?.name,
    threads: threads && threadTexts(threads, recording.threadList),
    range: range && { from: range.from - recording.start, to: range.to - recording.start },
    filters: filters.length > 0 ? filters : undefined,
    zoomed,
    selected: isTable ? subjectBeside(state)?.id : selected,
    seen: LISTS.includes(viewName) ? undefined : viewName === 'time' ? state.timeSeen : seen,
    beside:
      viewName === 'sandwich' && graph
        ? placeOf(halfGraph(state, state.half === 'callers' ? 'callees' : 'callers'))
        : undefined,
    half: viewName === 'sandwich' ? otherThan(USUAL.half, state.half) : undefined,
    sandwiched: viewName === 'sandwich' ? functionName(recording, sandwiched) : undefined,
    inverted: viewName === 'inverted' ? otherThan(USUAL.inverted, invertedDirection) : undefined,
    grouping: isTable ? otherThan(USUAL.grouping, grouping) : undefined,
    sorting: isTable && !isUsual(sorting) ? sorting : undefined,
    words: isTable ? state.rowQuery : undefined,
    treeSorting: isTree && state.treeSorting === 'self' ? 'self' : undefined,
    ends: isTree && graph && state.unfolded?.tree === graph.tree ? state.unfolded.ends : undefined,
    lit: [...state.lit],
    search: query === '' ? undefined : query,
  };
}

/** What a link says besides where nothing else in it leads to the recording. */
export function namesIn(state: State, recording: Recording): Pick<Address, 'recording' | 'zoomedName'> {
  const graph = currentGraph(state);
  const { zoomed = 0, root = 0, tree } = graph ?? {};
  const func = tree && zoomed > root && zoomed < tree.length ? tree.func[zoomed] : NONE;
  return {
    recording: { name: shortText(baseName(recording.name)) || 'recording', print: printOf(recording) },
    zoomedName: func === NONE ? undefined : shortText(labelOf(recording, func).name) || undefined,
  };
}

/** The same for the same samples, whatever the file is called, is compressed with, and names its code. */
export function printOf({ samples, start, duration, events }: Recording): string {
  const text = JSON.stringify([samples, start, duration, events.map(({ name, weight }) => [name, weight])]);
  // FNV-1a (https://datatracker.ietf.org/doc/draft-eastlake-fnv/)
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Numbers of boxes, rows and threads mean something else in another recording, and so does a time. */
const WITHOUT_PLACES = {
  threads: undefined,
  range: undefined,
  zoomed: undefined,
  selected: undefined,
  seen: undefined,
  beside: undefined,
  ends: undefined,
};

function otherThan<T>(usual: T, value: T): T | undefined {
  return value === usual ? undefined : value;
}

/** Where a person is in the graph; undefined at its beginning. */
function placeOf(graph: GraphState | undefined): Address['beside'] {
  if (!graph) return undefined;
  const { root, zoomed, selected, seen } = graph;
  if (zoomed === root && selected === root && !seen) return undefined;
  return { zoomed: otherThan(root, zoomed), selected: otherThan(root, selected), seen };
}

/** What of the state is as the address says, in this recording; what it does not know is as usual. */
export function stateAt(written: Address, recording: Recording): Linked {
  const other = otherRecording(written.recording, recording);
  const address = other ? { ...written, ...WITHOUT_PLACES } : written;
  const { view, level, event, threads, range, filters, zoomed, selected, seen, beside, sandwiched } = address;
  const named = recording.events.findIndex(({ name }) => name === event);
  const rows = threads && threadRows(threads, recording.threadList);
  const { start } = recording;
  const grouping = address.grouping ?? USUAL.grouping;
  const half = address.half ?? (view === 'sandwich' ? USUAL.half : 'callers');
  const isTable = view === 'table';
  const isTree = view === 'tree';
  const problems = [
    ...(other === undefined ? [] : [other]),
    ...(address.leftOut === undefined ? [] : [withoutFilters(address.leftOut)]),
  ];
  const options: ViewOptions = {
    ...ALL,
    level: level ?? DEFAULT_LEVEL,
    event: named < 0 ? recording.defaultEvent : named,
    ...(rows && rows.length > 0 && { threads: rows }),
    ...(range && !Number.isNaN(start) && { range: { from: range.from + start, to: range.to + start } }),
    ...(filters && { filters }),
  };
  return {
    options,
    viewName: view ?? USUAL.view,
    invertedDirection: address.inverted ?? USUAL.inverted,
    grouping,
    subject: isTable && selected !== undefined ? { by: grouping, id: selected } : undefined,
    half,
    sorting: address.sorting ?? USUAL_SORTING,
    sandwiched: sandwiched ? rowOf(recording, sandwiched) : NONE,
    timeSeen: view === 'time' ? seen : undefined,
    ...(isTable && { rowQuery: address.words ?? '' }),
    ...(isTree && { treeSorting: address.treeSorting ?? 'total' }),
    lit: new Set(address.lit?.filter((kind) => kind < KIND_LABELS.length)),
    query: address.search ?? '',
    arrival: {
      graph: view === 'sandwich' ? half : 'view',
      boxes: { zoomed, selected: isTable ? undefined : selected },
      seen: view === 'time' ? undefined : seen,
      ends: isTree ? address.ends : undefined,
      beside: beside && { boxes: { zoomed: beside.zoomed, selected: beside.selected }, seen: beside.seen },
    },
    ...(problems.length > 0 && { problem: { text: problems.join(' ') } }),
  };
}

/** What is said of a link that belongs to another recording; undefined where it belongs to this one, or does not say. */
function otherRecording(meant: RecordingName | undefined, recording: Recording): string | undefined {
  if (meant?.print === undefined || meant.print === printOf(recording)) return undefined;
  const { name } = meant;
  const which =
    name === baseName(recording.name)
      ? `another recording named “${name}”`
      : `“${name}”, not for “${recording.name}”`;
  return `This link is for ${which}: only its view, level, filters and search are applied.`;
}

function withoutFilters(count: number): string {
  const are = count === 1 ? 'is' : 'are';
  return `${formatNumberOf(count, 'filter')} of this link ${are} left out: at most ${formatCount(MOST_FILTERS)} are applied, and only those that this version can read.`;
}

function isUsual({ column, isDescending }: State['sorting']): boolean {
  return column === USUAL_SORTING.column && isDescending === USUAL_SORTING.isDescending;
}

function functionName(recording: Recording, func: number): FunctionName | undefined {
  const target = targetOf(recording, func, 'function');
  return target?.by === 'function' ? target : undefined;
}

function rowOf(recording: Recording, { name, module }: FunctionName): number {
  const { funcs, strings, modules } = recording;
  for (let func = 0; func < funcs.length; func++) {
    if (funcs.clean[func] !== func || strings[funcs.name[func]] !== name) continue;
    if ((modules[funcs.module[func]] ?? '') === module) return func;
  }
  return NONE;
}

/** A thread by its number where all that has the number is meant. There may be thousands. */
function threadTexts(rows: readonly number[], list: readonly Thread[]): string[] {
  const chosen = new Set(rows);
  const inPart = new Set(list.flatMap(({ tid }, row) => (chosen.has(row) ? [] : [tid])));
  const texts = rows.map((row) => {
    const { tid } = list[row];
    return tid === NONE || inPart.has(tid) ? `.${row}` : `${tid}`;
  });
  return [...new Set(texts)];
}

function threadRows(texts: readonly string[], list: readonly Thread[]): number[] {
  const named = new Set(texts);
  return [...list.keys()].filter((row) => named.has(`${list[row].tid}`) || named.has(`.${row}`));
}
