// What the page shows as an address, and back: rows of the open recording's tables as what is read of them in a link.

import { targetOf } from '../model/filter.ts';
import { DEFAULT_LEVEL } from '../model/levels.ts';
import { NONE, type Thread } from '../model/profile.ts';
import { ALL, type Recording, type ViewOptions } from '../model/session.ts';
import type { Address, FunctionName } from './address.ts';
import { currentGraph, isAllThere, subjectBeside } from './graphs.ts';
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
  | 'query'
> & { readonly arrival: Landing };

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
  const isTable = viewName === 'table';
  const otherThan = <T>(usual: T, value: T) => (value === usual ? undefined : value);
  return {
    view: otherThan(USUAL.view, viewName),
    level: otherThan(DEFAULT_LEVEL, level),
    event: event === recording.defaultEvent ? undefined : recording.events[event]?.name,
    threads: threads && threadTexts(threads, recording.threadList),
    range: range && { from: range.from - recording.start, to: range.to - recording.start },
    filters: filters.length > 0 ? filters : undefined,
    zoomed: graph && otherThan(graph.root, graph.zoomed),
    selected: isTable ? subjectBeside(state)?.id : graph && otherThan(graph.root, graph.selected),
    seen: LISTS.includes(viewName) ? undefined : viewName === 'time' ? state.timeSeen : graph?.seen,
    half: viewName === 'sandwich' ? otherThan(USUAL.half, state.half) : undefined,
    sandwiched: viewName === 'sandwich' ? functionName(recording, sandwiched) : undefined,
    inverted: viewName === 'inverted' ? otherThan(USUAL.inverted, invertedDirection) : undefined,
    grouping: isTable ? otherThan(USUAL.grouping, grouping) : undefined,
    sorting: isTable && !isUsual(sorting) ? sorting : undefined,
    search: query === '' ? undefined : query,
  };
}

/** What of the state is as the address says, in this recording; what it does not know is as usual. */
export function stateAt(address: Address, recording: Recording): Linked {
  const { view, level, event, threads, range, filters, zoomed, selected, seen, sandwiched } = address;
  const named = recording.events.findIndex(({ name }) => name === event);
  const rows = threads && threadRows(threads, recording.threadList);
  const { start } = recording;
  const grouping = address.grouping ?? USUAL.grouping;
  const half = address.half ?? USUAL.half;
  const isTable = view === 'table';
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
    query: address.search ?? '',
    arrival: {
      graph: view === 'sandwich' ? half : 'view',
      boxes: { zoomed, selected: isTable ? undefined : selected },
      seen: view === 'time' ? undefined : seen,
    },
  };
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
