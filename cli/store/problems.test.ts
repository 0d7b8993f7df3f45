// A store loses nothing when adding fails, and says what is wrong in a sentence.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand, runToEnd } from '../../fixtures/run-command.ts';
import { fixture } from '../../fixtures/sources.ts';
import { onClickHouse } from '../../fixtures/store-engines.ts';
import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import { ClickHouse } from '../../src/store/clickhouse.ts';
import { numbersOf } from '../../src/store/columns.ts';
import { fold } from '../fold.ts';
import { addRecorded } from './add.ts';
import { storeCommand } from './command.ts';
import { DuckDb } from './duckdb.ts';
import { DuckDbStore } from './duckdb-store.ts';
import { openStore } from './open-store.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-problems-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const pathOf = (name: string) => join(FOLDER, name);
const file = (name: string, text: string | Uint8Array) => {
  writeFileSync(pathOf(name), text);
  return pathOf(name);
};
const RECORDING = file('lines.perf', fixture('recordings', 'lines.perf'));
const foldOf = async (path: string) => (await runCommand(fold, path)).out;

const LABELS = {
  service: '',
  version: '',
  host: '',
  started: 0,
  seconds: 0,
  name: '',
  labels: [],
  defaultEvent: '',
  diagnosis: '',
};

/** A recording without functions, whose names need escapes. */
function oneSample(hash: number): RecordingRows {
  const samples = {
    event: Int32Array.of(0),
    thread: Int32Array.of(0),
    stack: Int32Array.of(0),
    samples: Float64Array.of(1),
    weight: Float64Array.of(1),
    isCut: Uint8Array.of(0),
  };
  const none = new Int32Array();
  const stacks = { hash: Float64Array.of(3), functions: none, lines: none, ends: Int32Array.of(0) };
  const threads = [{ pid: 1, tid: 1, comm: 'a' }];
  return { hash, functions: [], stacks, events: [`it's \\ a "name"`], threads, samples, notes: [] };
}

test('a recording that fails to be added leaves nothing', async () => {
  const path = pathOf('again.duckdb');
  await runCommand(storeCommand, 'add', '--to', path, '--no-lookup', RECORDING);
  const before = await foldOf(path);
  const store = await DuckDbStore.open(path, 'write');
  const functions = [{ hash: 1, name: 'f', module: '', file: '', package: '', kind: 'python', flags: 0 }];
  const rows = oneSample(2);
  // There is no such stack.
  await store.add({ ...rows, functions, samples: { ...rows.samples, stack: Int32Array.of(7) } }, LABELS);
  await expect(store.close()).rejects.toThrow(/cannot be used/);
  expect(await foldOf(path)).toEqual(before);
  const reader = await DuckDbStore.open(path, 'read');
  const sql = `SELECT count(*) AS n FROM functions WHERE name = 'f'`;
  const count = await reader.reader.engine.columns({ sql, values: {} });
  await reader.close();
  expect([...numbersOf(count.n)]).toEqual([0]);
});

test('says what is wrong with a store', async () => {
  const problem = async (path: string) => (await runToEnd(fold, path)).reason?.message;
  expect(await problem(pathOf('none.duckdb'))).toMatch(
    /There is no store .*: create it with pyrograph store init/,
  );
  expect(await problem(file('text.duckdb', 'main;work 1\n'.repeat(1000)))).toMatch(/is not a DuckDB file/);
  const path = pathOf('later.duckdb');
  await runCommand(storeCommand, 'init', path);
  const db = await DuckDb.open(path, 'write');
  await db.run('UPDATE pyrograph_schema SET version = version + 1');
  db.close();
  expect(await problem(path)).toMatch(/was written by a newer version of Pyrograph/);
  const missing = await runToEnd(
    storeCommand,
    'add',
    '--to',
    pathOf('new.duckdb'),
    pathOf('gone.perf'),
    RECORDING,
  );
  expect(missing.error).toMatch(/gone\.perf cannot be read: the file does not exist/);
  expect(missing.out).toMatch(/1 recording added, 1 not readable/);
  expect(process.exitCode).toBe(2);
  process.exitCode = undefined;
});

test('a new recording is kept if its store is away, and says how to add it', async () => {
  const messages = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await addRecorded('clickhouse://127.0.0.1:1/fleet', RECORDING, ['version=1 a'])).toBe(false);
  const [[text]] = messages.mock.calls;
  messages.mockRestore();
  expect(text).toMatch(/ClickHouse does not answer at .*, and its HTTP port; the recording is kept: add it/);
  expect(text).toContain(
    `pyrograph store add --to clickhouse://127.0.0.1:1/fleet --label 'version=1 a' -- ${RECORDING}\n`,
  );
});

onClickHouse((server) => {
  test('says what is wrong, and reads with the right to read only', async () => {
    const address = server().addressOf('wrong');
    const problem = async (store: string) => (await runToEnd(fold, store)).reason?.message;
    expect(await problem(address)).toMatch(/has no database wrong: create it with pyrograph store init/);
    expect(await problem(address.replace('wrong', 'default'))).toMatch(/has no store: create it/);
    expect(await problem('clickhouse://127.0.0.1:1/wrong')).toMatch(/ClickHouse does not answer at/);
    expect(await problem(address.replace('//', '//me:secret@'))).toMatch(/^Leave the password out/);
    await runCommand(storeCommand, 'init', address);
    const store = await openStore(address, 'write');
    await store.add(oneSample(2), LABELS);
    await store.close();
    const reader = address.replace('//', '//reader@');
    expect(await problem(reader)).toMatch(/rejects the user reader: .*set PYROGRAPH_STORE_PASSWORD/);
    const password = process.env.PYROGRAPH_STORE_PASSWORD;
    process.env.PYROGRAPH_STORE_PASSWORD = 'secret';
    try {
      expect((await runCommand(storeCommand, 'ls', reader)).out.split('\n')).toHaveLength(3);
      const removed = await runToEnd(storeCommand, 'rm', reader);
      expect(removed.reason?.message).toMatch(/reports status 500: .*readonly/i);
    } finally {
      if (password === undefined) delete process.env.PYROGRAPH_STORE_PASSWORD;
      else process.env.PYROGRAPH_STORE_PASSWORD = password;
    }
    await new ClickHouse(address, '').insert('pyrograph_schema', [{ version: 1000 }]);
    expect(await problem(address)).toMatch(/was written by a newer version of Pyrograph/);
  });

  test('two writers that add the same recording at the same time add it once', async () => {
    const address = server().addressOf('both');
    await runCommand(storeCommand, 'init', address);
    const stores = await Promise.all([openStore(address, 'write'), openStore(address, 'write')]);
    for (const store of stores) expect(await store.add(oneSample(2), LABELS)).toBe(true);
    for (const store of stores) await store.close();
    expect(await foldOf(address)).toMatch(/ 1\n$/);
    expect((await runCommand(storeCommand, 'ls', '--all', address)).out.split('\n')).toHaveLength(3);
  });

  test('what an interrupted add has left is in no answer, and is removed a day later', async () => {
    const address = server().addressOf('left');
    await runCommand(storeCommand, 'init', address);
    const store = await openStore(address, 'write');
    await store.add(oneSample(2), LABELS);
    await store.close();
    const before = await foldOf(address);
    const db = new ClickHouse(address, '');
    const times = ['2026-01-01 00:00:00', '2100-01-01 00:00:00'];
    const left = (added: string, i: number) => ({ recording: 7 + i, stack: 8 + i, weight: 1, added });
    await db.insert('samples', times.map(left));
    await db.insert(
      'stacks',
      times.map((added, i) => ({ id: 8 + i, hash: 8 + i, functions: [i], added })),
    );
    await db.insert(
      'functions',
      times.map((added, i) => ({ id: i, hash: i, name: `f${i}`, added })),
    );
    expect(await foldOf(address)).toBe(before);
    await runCommand(storeCommand, 'prune', address, '--older-than', '36500d');
    expect(await foldOf(address)).toBe(before);
    const idsOf = async (table: string, column: string) =>
      numbersOf(
        (await db.columns({ sql: `SELECT ${column} AS id FROM ${table} ORDER BY id`, values: {} })).id,
      );
    expect(Array.from(await idsOf('samples', 'stack'))).toEqual([3, 9]);
    expect(Array.from(await idsOf('stacks', 'id'))).toEqual([3, 9]);
    expect(Array.from(await idsOf('functions', 'id'))).toEqual([1]);
  });
});

test('an answer that is cut is no answer, and each question has its own connection', async () => {
  const connections: (string | undefined)[] = [];
  const proxy = createServer((request, response) => {
    connections.push(request.headers.connection);
    response.writeHead(200, { 'Content-Length': 1000 }).write('cut');
    setImmediate(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { reason } = await runToEnd(storeCommand, 'ls', `clickhouse://127.0.0.1:${port}/fleet`);
  proxy.close();
  expect(reason?.message).toBe(`The answer of http://127.0.0.1:${port}/ ended early: try again.`);
  expect(connections).toEqual(['close']);
});
