// Measures a store of 10,000 recordings of 2,000 samples, with 120,000 distinct stacks of 20 to 80 frames: its size, what it takes to
// add recordings, to list and to merge them, and to follow one function through all of them.

import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { recordingRows } from '../src/formats/stored/write-rows.ts';
import { ProfileBuilder } from '../src/model/builder.ts';
import { Kind } from '../src/model/kinds.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { formatCount } from '../src/text/format.ts';
import { buildCallTree, openProfile, profileAtLevel } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import { DuckDb } from '../cli/store/duckdb.ts';
import { selectionSource } from '../cli/store/selection-source.ts';
import { createStore, withStore } from '../cli/store/open-store.ts';
import type { RecordingLabels, Store } from '../cli/store/store.ts';
import { trendsOf } from '../workers/store/trends.ts';
import type { Inputs } from './inputs.ts';
import type { Report, Row } from './report.ts';

const RECORDINGS = 10_000;
export const SAMPLES = 2000;
export const STACKS = 120_000;
const FUNCTIONS = 5000;
export const VERSIONS = 10;
export const THREADS = ['main', 'worker-1', 'worker-2', 'gc'];
export const PERIOD = 10_000_000;
/** Recordings that are added to measure that. */
const ADDED = 40;
const ROUNDS = 3;

export async function benchStore({ storeFile }: Inputs, report: Report): Promise<void> {
  const path = storeFile();
  if (!existsSync(path)) await generate(path);
  report.add('Node: a store of 10,000 recordings (DuckDB)', [
    ...(await readRows(path, RECORDINGS)),
    sizeRow(path),
    await addRow(`${path}.added.duckdb`),
  ]);
}

/** What reading a store takes. */
export async function readRows(path: string, recordings: number): Promise<Row[]> {
  return [
    await timed('list all recordings', 0.3, () =>
      withStore(path, 'read', ({ reader }, selection) => reader.list(selection)),
    ),
    await timed(`${formatCount(recordings / VERSIONS)} recordings merged, and their tree`, 1.5, () =>
      draw(`${path}?version=1.3`),
    ),
    await timed(`${formatCount(recordings)} recordings merged, and their tree`, 4, () => draw(path)),
    await timed('one function in all recordings', 1, () =>
      withStore(path, 'read', ({ reader }, selection) =>
        trendsOf(reader, selection, { unit: 'day', subject: { kind: 'function', name: nameOf(7) } }),
      ),
    ),
  ];
}

async function timed(name: string, maxValue: number, run: () => Promise<unknown>): Promise<Row> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    seconds.push((performance.now() - start) / 1000);
  }
  return {
    name,
    figures: [
      { label: 'best', value: Math.min(...seconds), unit: 's' },
      { label: 'first', value: seconds[0], unit: 's' },
    ],
    maxValue,
  };
}

async function draw(selection: string): Promise<void> {
  const outcome = await openProfile([selectionSource(selection)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { defaultEvent } = outcome.value.recording;
  buildCallTree(profileAtLevel(outcome.value, DEFAULT_LEVEL), defaultEvent);
}

function sizeRow(path: string): Row {
  const value = statSync(path).size / RECORDINGS / 1000;
  return { name: 'size per recording', figures: [{ label: 'file', value, unit: 'kB' }], maxValue: 15 };
}

/** Parsing their files is not part of it. */
export async function addRow(path: string): Promise<Row> {
  rmSync(path, { force: true });
  const store = await createStore(path);
  const random = randomFrom(5);
  const stacks = randomStacks(random);
  const profiles = Array.from({ length: ADDED }, (_, i) => profileOf(stacks, SAMPLES, i, random));
  const start = performance.now();
  for (const profile of profiles) await store.add(recordingRows(profile, undefined), labelsAt(0));
  await store.close();
  const seconds = (performance.now() - start) / 1000;
  rmSync(path, { force: true });
  return {
    name: 'add recordings',
    figures: [{ label: 'rate', value: ADDED / seconds, unit: 'recordings/s' }],
    minValue: 20,
  };
}

/** Adds a recording with all stacks, and makes the others from it in SQL. */
async function generate(path: string): Promise<void> {
  process.stdout.write('Generating a store of 10,000 recordings …\n');
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.part.duckdb`;
  rmSync(part, { force: true });
  await addStacks(await createStore(part));
  const db = await DuckDb.open(part, 'write');
  await db.run('DELETE FROM samples');
  await db.run(`INSERT INTO recordings BY NAME SELECT * EXCLUDE (i) REPLACE (id + i AS id, hash + i AS hash,
    '1.' || (i % ${VERSIONS}) AS version, 'web-' || (i % 97) AS host, started + to_minutes(i * 10) AS started)
    FROM recordings, range(1, ${RECORDINGS}) AS numbers(i)`);
  // Popular stacks are in most recordings, others in few. A recording's samples are next to each other, as if it was added.
  const threads = THREADS.map((name) => `(SELECT id FROM names WHERE name = '${name}')`).join(', ');
  const step = RECORDINGS / 20;
  for (let from = 1; from <= RECORDINGS; from += step)
    await db.run(`INSERT INTO samples
      SELECT r, (SELECT id FROM names WHERE name = 'cpu-clock'), [${threads}][t + 1], t + 1, s, count(*), count(*) * ${PERIOD}, false
      FROM (SELECT r, (hash(r * ${SAMPLES} + k) % 4)::INTEGER AS t,
        2 + floor(pow((hash(r * ${2 * SAMPLES} + k) % 1000003) / 1000003, 1.6) * ${STACKS})::INTEGER AS s
        FROM range(${from}, ${from + step}) AS recordings(r), range(${SAMPLES}) AS numbers(k))
      GROUP BY r, t, s ORDER BY r, t, s`);
  await db.run('CHECKPOINT');
  db.close();
  renameSync(part, path);
}

/** A recording with all stacks, after which the store is closed. */
export async function addStacks(store: Store): Promise<void> {
  const profile = profileOf(randomStacks(randomFrom(1)), STACKS, 0, undefined);
  await store.add(recordingRows(profile, undefined), labelsAt(0));
  await store.close();
}

function labelsAt(started: number): RecordingLabels {
  const none = { version: '1.0', host: 'web-0', labels: [], diagnosis: '', name: 'perf.data' };
  return { ...none, service: 'shop', started, seconds: 20, defaultEvent: 'cpu-clock' };
}

function nameOf(func: number): string {
  return `function_${func}`;
}

type Random = () => number;

/** From 0 to 1, the same in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Functions from the root to the leaf. Each stack begins like the one before it. */
function randomStacks(random: Random): number[][] {
  const stacks: number[][] = [];
  let before: number[] = [];
  for (let i = 0; i < STACKS; i++) {
    const depth = 20 + Math.floor(random() * 61);
    const shared = before.slice(0, Math.floor(Math.min(before.length, depth - 1) * (1 - random() ** 2)));
    before = shared.concat(
      Array.from({ length: depth - shared.length }, () => Math.floor(random() ** 2 * FUNCTIONS)),
    );
    stacks.push(before);
  }
  return stacks;
}

/** All stacks once, or a random choice of them. */
function profileOf(
  stacks: readonly (readonly number[])[],
  samples: number,
  start: number,
  random: Random | undefined,
): Profile {
  const builder = new ProfileBuilder();
  const event = builder.event('cpu-clock');
  const threads = THREADS.map((name, i) => builder.thread(1, 1 + i, name));
  const binary = builder.module('/usr/bin/python3');
  const funcs = Array.from({ length: FUNCTIONS }, (_, i) =>
    i % 3 === 0
      ? builder.func(`c_${nameOf(i)}`, binary, 0, Kind.runtime)
      : builder.func(`py::${nameOf(i)}:/srv/site-packages/package_${i % 50}/m.py`, NONE, 0, Kind.package),
  );
  for (let i = 0; i < samples; i++) {
    const frames = stacks[random ? Math.floor(random() ** 1.6 * stacks.length) : i];
    const stack = frames.reduce((parent, func) => builder.stack(parent, funcs[func]), NONE as number);
    builder.sample(stack, threads[i % THREADS.length], event, start * 1e12 + i * PERIOD, PERIOD);
  }
  return builder.finish();
}
