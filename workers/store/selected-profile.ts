// Reads a selection of a store as one merged profile.

import { RowReader, type SummedSamples } from '../../src/formats/stored/read-rows.ts';
import { inParts } from '../../src/model/lists.ts';
import { NumberIds } from '../../src/model/numbering.ts';
import { NONE, type Note, type Profile, type Thread } from '../../src/model/profile.ts';
import {
  listsIn,
  numberAt,
  numbersAt,
  numbersOf,
  stringAt,
  type ColumnValues,
  type Columns,
} from '../../src/store/columns.ts';
import { MAX_IDS, type Query, type StoreEngine } from '../../src/store/engine.ts';
import {
  countQuery,
  functionsQuery,
  namesQuery,
  stacksQuery,
  sumsQuery,
  threadsQuery,
} from '../../src/store/queries.ts';
import type { StoreReader } from '../../src/store/reader.ts';
import type { TableName } from '../../src/store/schema.ts';
import type { StoreSelection } from '../../src/store/selection.ts';
import type { StoredProfile } from '../reading/sniff.ts';
import { mergedDiagnosis } from './merged-diagnosis.ts';

/** The threads of several recordings are merged by name. */
export async function selectedProfile(
  reader: StoreReader,
  selection: StoreSelection,
): Promise<StoredProfile> {
  const recordings = await reader.list(selection);
  const { notes, diagnoses } = await reader.notes(selection);
  const defaultEvents = [...new Set(recordings.map(({ defaultEvent }) => defaultEvent))];
  const profile = await mergedProfile(reader.engine, selection, {
    isSingle: recordings.length === 1,
    notes: notes.flatMap((text): Note[] => (text === '' ? [] : JSON.parse(text))),
    defaultEvent: defaultEvents.length === 1 ? defaultEvents[0] : undefined,
  });
  return { profile, diagnosis: mergedDiagnosis(diagnoses) };
}

interface Facts {
  readonly isSingle: boolean;
  readonly notes: readonly Note[];
  readonly defaultEvent: string | undefined;
}

async function mergedProfile(
  engine: StoreEngine,
  selection: StoreSelection,
  { isSingle, notes, defaultEvent }: Facts,
): Promise<Profile> {
  const { dialect } = engine;
  // First: what others add meanwhile has stacks and functions, too.
  const summed = await engine.columns(sumsQuery(dialect, selection, isSingle));
  const threads = isSingle ? await threadsOf(engine, threadsQuery(dialect, selection)) : undefined;
  const reader = new RowReader(await samplesOf(engine, summed, threads));
  const ofFunctions = functionsQuery(dialect, selection, await countOf(engine, 'functions'));
  const functions = await engine.columns(ofFunctions);
  for (let row = 0; row < functions.id.length; row++)
    reader.addFunction(numberAt(functions.id, row), {
      name: stringAt(functions.name, row),
      module: stringAt(functions.module, row),
      kind: stringAt(functions.kind, row),
      flags: numberAt(functions.flags, row),
    });
  const ofStacks = stacksQuery(dialect, selection, reader.stackCount / (await countOf(engine, 'stacks')));
  for await (const { id, functions, lines } of engine.chunks(ofStacks))
    reader.addStacks(numbersOf(id), numberLists(functions), numberLists(lines));
  return reader.finish(notes, defaultEvent);
}

async function countOf(engine: StoreEngine, table: TableName): Promise<number> {
  const { row_count: count } = await engine.columns(countQuery(table));
  return numberAt(count, 0);
}

function numberLists(column: ColumnValues) {
  const { values, starts, ends } = listsIn(column);
  return { values: numbersOf(values), starts, ends };
}

async function samplesOf(
  engine: StoreEngine,
  summed: Columns,
  threads: readonly Omit<Thread, 'comm'>[] | undefined,
): Promise<SummedSamples> {
  const comms = numbersOf(summed.thread);
  const event = numbersOf(summed.event);
  const used = new NumberIds();
  for (const ids of [event, comms]) for (let row = 0; row < ids.length; row++) used.of(ids[row]);
  const nameOf = await namesOf(engine, used);
  return {
    stack: numbersOf(summed.stack),
    event,
    eventName: (event) => nameOf.get(event) ?? '',
    thread: threads ? numbersOf(summed.thread_number) : comms,
    threadAt(row) {
      const { pid = NONE, tid = NONE } = threads?.[numberAt(summed.thread_number, row) - 1] ?? {};
      return { pid, tid, comm: nameOf.get(comms[row]) ?? '' };
    },
    samples: numbersOf(summed.sample_count),
    weight: numbersOf(summed.total),
  };
}

async function namesOf(engine: StoreEngine, used: NumberIds): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const ids = Array.from({ length: used.length }, (_, at) => used.at(at));
  for (const part of inParts(ids, MAX_IDS)) {
    const { id, name } = await engine.columns(namesQuery(part));
    for (const [row, each] of numbersOf(id).entries()) names.set(each, stringAt(name, row));
  }
  return names;
}

async function threadsOf(engine: StoreEngine, query: Query): Promise<Omit<Thread, 'comm'>[]> {
  const { pids, tids } = await engine.columns(query);
  const tidOf = numbersAt(tids, 0);
  return numbersAt(pids, 0).map((pid, i) => ({ pid, tid: tidOf[i] }));
}
