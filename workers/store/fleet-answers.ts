// Answers what the Store screen asks, from a store on any engine.

import { numbersOf, numberAt, stringAt, stringsOf } from '../../src/store/columns.ts';
import { groupsQuery, packageNamesQuery, functionNamesQuery } from '../../src/store/fleet-queries.ts';
import {
  DAY,
  type FleetAnswers,
  type FleetGroup,
  type FleetRecording,
  type NamedSubject,
} from '../../src/store/fleet-source.ts';
import type { StoreReader } from '../../src/store/reader.ts';
import { parseSelection, withConditions, type StoreSelection } from '../../src/store/selection.ts';
import { selectedProfile } from './selected-profile.ts';
import { selectionContent } from './selection-content.ts';
import { hostAndTime, trendsOf } from './trends.ts';

/** `withReader` lends a reader for as long as one answer takes. */
export function fleetAnswers(
  store: string,
  withReader: <T>(work: (reader: StoreReader) => Promise<T>) => Promise<T>,
): FleetAnswers {
  const selectionOf = (conditions: string) => parseSelection(withConditions(store, conditions), Date.now());
  return {
    groups: () => withReader(fleetGroups),
    names: (prefix) => withReader((reader) => fleetNames(reader, prefix)),
    recordings: (conditions) => withReader((reader) => fleetRecordings(reader, selectionOf(conditions))),
    trends: ({ conditions, ...question }) =>
      withReader((reader) => trendsOf(reader, selectionOf(conditions), question)),
    profile: async (conditions) => {
      const selection = selectionOf(conditions);
      return selectionContent(await withReader((reader) => selectedProfile(reader, selection)));
    },
  };
}

async function fleetGroups({ engine }: StoreReader): Promise<FleetGroup[]> {
  const columns = await engine.columns(groupsQuery(engine.dialect));
  return Array.from(numbersOf(columns.day), (day, row) => ({
    service: stringAt(columns.service, row),
    version: stringAt(columns.version, row),
    day: new Date(day * DAY).toISOString().slice(0, 10),
    recordings: numberAt(columns.recording_count, row),
    first: numberAt(columns.first_ms, row),
    last: numberAt(columns.last_ms, row),
  }));
}

/** Functions are named as recorded. */
async function fleetNames({ engine }: StoreReader, prefix: string): Promise<NamedSubject[]> {
  const { dialect } = engine;
  const packages = await engine.columns(packageNamesQuery(dialect, prefix));
  const functions = await engine.columns(functionNamesQuery(dialect, prefix));
  return [
    ...stringsOf(packages.name).map((name): NamedSubject => ({ kind: 'package', name })),
    ...stringsOf(functions.name).map((name): NamedSubject => ({ kind: 'function', name })),
  ];
}

async function fleetRecordings(reader: StoreReader, selection: StoreSelection): Promise<FleetRecording[]> {
  const recordings = await reader.list(selection);
  return recordings.map((each) => ({ id: each.nameId, name: hostAndTime(each) }));
}
