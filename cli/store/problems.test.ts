// A store loses nothing when adding fails, and says what is wrong in a sentence.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand, runToEnd } from '../../fixtures/run-command.ts';
import { fixture } from '../../fixtures/sources.ts';
import { onClickHouse } from '../../fixtures/store-engines.ts';
import { numbersOf } from '../../src/store/columns.ts';
import { fold } from '../fold.ts';
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

test('a recording that fails to be added leaves nothing', async () => {
  const path = pathOf('again.duckdb');
  await runCommand(storeCommand, 'add', '--to', path, '--no-lookup', RECORDING);
  const before = await foldOf(path);
  const store = await DuckDbStore.open(path, 'write');
  const functions = [{ hash: 1, name: 'f', module: '', file: '', package: '', kind: 'python', flags: 0 }];
  const samples = [{ event: 0, thread: 0, stack: 7, samples: 1, weight: 1, isCut: false }];
  const threads = [{ pid: 1, tid: 1, comm: 'a' }];
  const rows = { hash: 2, functions, stacks: [], events: ['e'], threads, samples, notes: [] };
  const labels = { service: '', version: '', host: '', started: 0, seconds: 0, name: '', labels: [] };
  await store.add(rows, { ...labels, defaultEvent: '', diagnosis: '' });
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

onClickHouse((server) => {
  test('says what is wrong, and reads with the right to read only', async () => {
    const address = server().addressOf('wrong');
    const problem = async (store: string) => (await runToEnd(fold, store)).reason?.message;
    expect(await problem(address)).toMatch(/has no database wrong: create it with pyrograph store init/);
    expect(await problem(address.replace('wrong', 'default'))).toMatch(/has no store: create it/);
    expect(await problem('clickhouse://127.0.0.1:1/wrong')).toMatch(/ClickHouse does not answer at/);
    expect(await problem(address.replace('//', '//me:secret@'))).toMatch(/^Leave the password out/);
    await runCommand(storeCommand, 'init', address);
    const samples = [{ event: 0, thread: 0, stack: 0, samples: 1, weight: 1, isCut: false }];
    const rows = { functions: [], stacks: [{ hash: 3, functions: [], lines: [] }], samples, notes: [] };
    const named = {
      ...rows,
      hash: 2,
      events: [`it's \\ a "name"`],
      threads: [{ pid: 1, tid: 1, comm: 'a' }],
    };
    const labels = { service: '', version: '', host: '', started: 0, seconds: 0, name: '', labels: [] };
    const store = await openStore(address, 'write');
    await store.add(named, { ...labels, defaultEvent: '', diagnosis: '' });
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
  });
});
