// `pyrograph store`: keeps the recordings of a fleet in one file, and lists and removes them.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { formatDateTime, formatNumberOf, formatWeight } from '../../src/text/format.ts';
import { isClickHouse } from '../../src/store/clickhouse-address.ts';
import { clickhouseSchema, duckdbSchema } from '../../src/store/schema.ts';
import { groupBy } from '../../src/model/lists.ts';
import type { ListedRecording } from '../../src/store/reader.ts';
import { parseAge, storeIn, withConditions } from '../../src/store/selection.ts';
import { escapeLine } from '../../src/text/visible-text.ts';
import { defineCommand, parseChoice } from '../command.ts';
import { LOOKUP_OPTIONS, searchRootOf } from '../opening.ts';
import { alignColumns, print } from '../print.ts';
import { addFiles, parseLabels } from './add.ts';
import { createStore, withStore } from './open-store.ts';
import type { Store } from './store.ts';

const ACTIONS = ['init', 'add', 'ls', 'export', 'rm', 'prune'] as const;

const STORE_HELP = `Keeps the recordings of many programs, machines and versions in one DuckDB file, or in ClickHouse.

Usage: pyrograph store init STORE
       pyrograph store add --to STORE [--label KEY=VALUE]… FILE…
       pyrograph store ls SELECTION
       pyrograph store export --parquet FOLDER SELECTION
       pyrograph store rm SELECTION
       pyrograph store prune STORE --older-than AGE

STORE is a file such as fleet.duckdb, or clickhouse://USER@HOST:8123/DATABASE, with ?secure for https and the password in
PYROGRAPH_STORE_PASSWORD. SELECTION is a store and conditions on its recordings, which all must hold:
fleet.duckdb?service=shop&version=1.4&host=web-*&since=-7d. Quote it for the shell. The commands that open recordings take a
selection, too: top, report, costs, doctor, fold, export and open merge its recordings, compare takes each as one observation.

  init    print the schema and create the store
  add     add recordings, each with its symbol files in an archive or a folder; what is already there stays as it is
  ls      list services and versions; with --all, each recording
  export  write the selected recordings to a new folder, as one Parquet file per table
  rm      remove the selected recordings
  prune   remove recordings that are older than an age such as 30d or 12h

Options:
  --to STORE         store to add to; a file is created if it does not exist
  --label KEY=VALUE  label of the added recordings; repeat for several. service, version, host and started replace what the
                     recording says about itself
  --parquet FOLDER   with export
  --older-than AGE   with prune
  --all              with ls: one line per recording
  --no-lookup        use only the given files
  --symfs DIR        treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help             show this help

Exit code: 0, or 2 with an error message; add still adds the other files.
`;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  to: { type: 'string' },
  label: { type: 'string', multiple: true },
  parquet: { type: 'string' },
  'older-than': { type: 'string' },
  all: { type: 'boolean', default: false },
} as const;

export const storeCommand = defineCommand('store', STORE_HELP, OPTIONS, async ({ values, positionals }) => {
  const [name, ...rest] = positionals;
  if (name === undefined) throw new Error(`Missing action: use pyrograph store ${ACTIONS.join('|')}.`);
  switch (parseChoice('action', ACTIONS, name)) {
    case 'init':
      return initStore(single(rest, 'STORE'));
    case 'add': {
      if (values.to === undefined) throw new Error('Missing --to STORE, such as --to fleet.duckdb.');
      if (rest.length === 0) throw new Error('Missing FILE. Usage: pyrograph store add --to STORE FILE…');
      const isComplete = await addFiles(
        storeIn(values.to),
        rest,
        parseLabels(values.label ?? []),
        searchRootOf(values),
      );
      if (!isComplete) process.exitCode = 2;
      return;
    }
    case 'ls':
      return withRecordings(single(rest, 'SELECTION'), 'read', (_, recordings) =>
        printLines(values.all ? recordingLines(recordings) : groupLines(recordings)),
      );
    case 'export': {
      const { parquet } = values;
      if (parquet === undefined) throw new Error('Missing --parquet FOLDER, such as --parquet fleet.');
      return withRecordings(single(rest, 'SELECTION'), 'read', (store, recordings) =>
        exportParquet(store, recordings, parquet),
      );
    }
    case 'rm':
      return removeRecordings(single(rest, 'SELECTION'));
    case 'prune': {
      const age = values['older-than'];
      if (age === undefined) throw new Error('Missing --older-than AGE, such as --older-than 30d.');
      const until = new Date(Date.now() - parseAge(age)).toISOString().slice(0, 19);
      return removeRecordings(withConditions(storeIn(single(rest, 'STORE')), `until=${until}`), true);
    }
  }
});

function single(words: readonly string[], what: string): string {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0)
    throw new Error(`Give one ${what}; run pyrograph store --help.`);
  return word;
}

async function initStore(argument: string): Promise<void> {
  const store = storeIn(argument);
  const isInServer = isClickHouse(store);
  if (!isInServer && existsSync(store)) throw new Error(`${store} already exists: choose another name.`);
  await (await createStore(store)).close();
  for (const statement of isInServer ? clickhouseSchema() : duckdbSchema())
    process.stdout.write(`${statement};\n`);
}

/** The folder appears only once it is complete. */
async function exportParquet(
  store: Store,
  recordings: readonly ListedRecording[],
  folder: string,
): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} already exists: remove it or choose another name.`);
  const part = `${folder}.${process.pid}.part`;
  mkdirSync(part, { recursive: true });
  try {
    await store.exportTo(part, recordings);
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  print(`${folder}: ${formatNumberOf(recordings.length, 'recording')} exported`);
}

function withRecordings(
  argument: string,
  mode: 'read' | 'write',
  apply: (store: Store, recordings: readonly ListedRecording[]) => Promise<void> | void,
): Promise<void> {
  return withStore(argument, mode, async (store, selection) =>
    apply(store, await store.reader.list(selection)),
  );
}

/** `mayBeNone`: removing old recordings is no mistake if there are none. */
function removeRecordings(argument: string, mayBeNone = false): Promise<void> {
  return withStore(argument, 'write', async (store, selection) => {
    const recordings = await (mayBeNone ? store.reader.find(selection) : store.reader.list(selection));
    await store.remove(recordings);
    print(`${store.reader.name}: ${formatNumberOf(recordings.length, 'recording')} removed`);
  });
}

function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** One line per service and version, in the order of their first recordings. */
function groupLines(recordings: readonly ListedRecording[]): string[] {
  const groups = groupBy(recordings, ({ service, version }) => JSON.stringify([service, version]));
  const rows = Array.from(groups.values(), (group) => {
    const [{ service, version, started }] = group;
    const last = group.at(-1)?.started ?? started;
    return [
      `${group.length}`,
      formatDateTime(started),
      formatDateTime(last),
      weightOf(group),
      [service, version].join('  '),
    ];
  });
  return alignColumns([['recordings', 'first', 'last', 'weight', 'service and version'], ...rows]);
}

function recordingLines(recordings: readonly ListedRecording[]): string[] {
  const rows = recordings.map((each) => [
    each.nameId,
    formatDateTime(each.started),
    weightOf([each]),
    [each.service, each.version, each.host, ...each.labels, each.name].map(escapeLine).join('  '),
  ]);
  return alignColumns([['id', 'started', 'weight', 'service, version, host, labels, file'], ...rows]);
}

/** Of the event that the first recording shows first. */
function weightOf(recordings: readonly ListedRecording[]): string {
  const [{ events, defaultEvent }] = recordings;
  const event = events[Math.max(0, events.indexOf(defaultEvent))] ?? '';
  const weight = recordings.reduce((sum, each) => sum + (each.weights[each.events.indexOf(event)] ?? 0), 0);
  return `${formatWeight(weight, event)} ${event}`.trim();
}
