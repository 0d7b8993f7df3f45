// A store gives what its files give, and loses nothing when adding fails.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CLICKHOUSE, startClickHouse, type ClickHouseServer } from '../../fixtures/clickhouse.ts';
import { triesAllRecordings } from '../../fixtures/fuzz.ts';
import { HAS_PROFILES, pathAt, plainAt, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { runCommand, runToEnd } from '../../fixtures/run-command.ts';
import { fixture } from '../../fixtures/sources.ts';
import { LEVELS } from '../../src/model/levels.ts';
import { compareCommand } from '../compare.ts';
import { fold } from '../fold.ts';
import { storeCommand } from './command.ts';
import { DuckDb } from './duckdb.ts';
import { numbersOf } from '../../src/store/columns.ts';
import { DuckDbStore } from './duckdb-store.ts';
import { openStore } from './open-store.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-store-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

let server: ClickHouseServer | undefined;
beforeAll(async () => {
  if (HAS_CLICKHOUSE) server = await startClickHouse();
});
afterAll(() => server?.stop());

const pathOf = (name: string) => join(FOLDER, name);
const file = (name: string, text: string | Uint8Array) => {
  writeFileSync(pathOf(name), text);
  return pathOf(name);
};
const recording = (name: string) => file(name, fixture('recordings', name));

const RECORDINGS = ['lines.perf', 'columns.perf', 'inlined.perf'].map(recording);

async function linesOf(command: Parameters<typeof runCommand>[0], ...args: string[]): Promise<string[]> {
  return (await runCommand(command, ...args)).out.split('\n').slice(0, -1);
}

/** Several folded recordings as one: the weights of the same stacks are summed. */
function joined(folded: readonly (readonly string[])[]): string[] {
  const sums = new Map<string, number>();
  for (const line of folded.flat()) {
    const at = line.lastIndexOf(' ');
    sums.set(line.slice(0, at), (sums.get(line.slice(0, at)) ?? 0) + Number(line.slice(at + 1)));
  }
  return Array.from(sums, ([stack, weight]) => `${stack} ${weight}`).sort();
}

const textAt = (folder: string, name: string) =>
  new TextDecoder().decode(plainAt(folder, name)).split('\n').slice(0, -1);

const REAL = [
  'jit3.14-aio',
  'odd-names',
  ...(triesAllRecordings ? ['fp-workers', 'jit-aio', 'fp3.15-inlined'] : []),
];

test.runIf(HAS_PROFILES)(`real recordings give the stacks of the folding contract${SKIP_NOTE}`, async () => {
  const store = pathOf('real.duckdb');
  const files = REAL.map((folder) => pathAt(folder, 'expected.perf.gz'));
  await runCommand(storeCommand, 'add', '--to', store, ...files);
  for (const { name } of LEVELS) {
    const expected = REAL.map((folder) => textAt(folder, `folded.${name}.txt.gz`));
    expect((await linesOf(fold, '--level', name, store)).sort(), name).toEqual(joined(expected));
  }
});

const ENGINES = [
  { engine: 'DuckDB', isThere: true },
  { engine: 'ClickHouse', isThere: HAS_CLICKHOUSE },
];
const NOTE = HAS_CLICKHOUSE ? '' : ' (needs clickhouse-server, which is not installed)';

describe.each(ENGINES)(`in $engine${NOTE}`, ({ engine, isThere }) => {
  const whereInstalled = test.runIf(isThere);
  async function storeNamed(name: string): Promise<string> {
    const store = engine === 'DuckDB' ? pathOf(`${name}.duckdb`) : (server?.addressOf(name) ?? '');
    await runCommand(storeCommand, 'init', store);
    return store;
  }

  whereInstalled('a merged selection folds to the same stacks as its files, at every level', async () => {
    const store = await storeNamed('merged');
    await runCommand(storeCommand, 'add', '--to', store, '--no-lookup', ...RECORDINGS);
    for (const { name } of LEVELS) {
      const options = ['--level', name, '--event', 'cpu-clock'];
      const apart: string[][] = [];
      for (const each of RECORDINGS) apart.push(await linesOf(fold, ...options, '--no-lookup', each));
      expect((await linesOf(fold, ...options, store)).sort(), name).toEqual(joined(apart));
    }
  });

  whereInstalled('selects by labels, patterns and times, and says what it does not know', async () => {
    const store = await storeNamed('labels');
    const add = (name: string, ...labels: string[]) => {
      const options = labels.flatMap((each) => ['--label', each]);
      const path = file(name, `main;work ${name.length}\n`);
      return runCommand(storeCommand, 'add', '--to', store, '--no-lookup', ...options, path);
    };
    await add(
      'a.folded',
      'service=shop',
      'version=1.4',
      'host=web-1',
      'started=2026-11-01T10:00Z',
      'env=test',
    );
    await add(
      'bb.folded',
      'service=shop',
      'version=1.5',
      'host=web-2',
      'started=2026-11-02T10:00Z',
      'env=live',
    );
    await add('ccc.folded', 'service=mail', 'version=1_4', 'host=db', 'started=2026-11-03T10:00Z');
    const weights = async (query: string) => (await linesOf(fold, `${store}${query}`)).join();
    expect(await weights('')).toBe('main;work 27');
    expect(await weights('?service=shop')).toBe('main;work 17');
    expect(await weights('?host=web-*&version=1.4')).toBe('main;work 8');
    expect(await weights('?version=1_4')).toBe('main;work 10');
    expect(await weights('?version=1.4&version=1.5')).toBe('main;work 17');
    expect(await weights('?env=live')).toBe('main;work 9');
    expect(await weights('?since=2026-11-02&until=2026-11-03')).toBe('main;work 9');
    expect((await linesOf(storeCommand, 'ls', store)).at(-1)).toMatch(/^ +1 .* 10 weight +mail {2}1_4$/);
    const problem = async (query: string) => (await runToEnd(fold, `${store}${query}`)).reason?.message;
    expect(await problem('?servce=shop')).toMatch(
      /No recording in .* has a label servce: use service, version, host/,
    );
    expect(await problem('?service=none')).toMatch(/No recording matches .*service=none/);
    expect(await problem('?since=soon')).toMatch(/Invalid since=soon: use an age such as -7d/);
    await runCommand(storeCommand, 'rm', `${store}?service=mail`);
    expect(await weights('')).toBe('main;work 17');
    await runCommand(storeCommand, 'prune', store, '--older-than', '1m');
    expect(await problem('')).toMatch(/No recording matches/);
  });

  whereInstalled('compares each recording as one observation', async () => {
    const store = await storeNamed('compared');
    const add = (version: string, run: number, slow: number) => {
      const stacks = 'main;fast 3\n'.repeat(100 + run) + 'main;slow 3\n'.repeat(slow);
      const path = file(`${version}-${run}.folded`, stacks);
      return runCommand(
        storeCommand,
        'add',
        '--to',
        store,
        '--no-lookup',
        '--label',
        `version=${version}`,
        path,
      );
    };
    for (let run = 0; run < 4; run++) {
      await add('1', run, 30);
      await add('2', run, 90);
    }
    const { out } = await runCommand(compareCommand, '--json', `${store}?version=1`, `${store}?version=2`);
    expect(JSON.parse(out)).toMatchObject({ runs: [4, 4], sentence: expect.stringMatching(/slow/) });
  });

  whereInstalled('adding a recording twice changes nothing', async () => {
    const store = await storeNamed('twice');
    const add = () => linesOf(storeCommand, 'add', '--to', store, '--no-lookup', RECORDINGS[0]);
    expect(await add()).toEqual([`${store}: 1 recording added`]);
    const before = await linesOf(fold, store);
    expect(await add()).toEqual([`${store}: 0 recordings added, 1 already there`]);
    expect(await linesOf(fold, store)).toEqual(before);
  });
});

test('a recording that fails to be added leaves nothing', async () => {
  const path = pathOf('again.duckdb');
  await linesOf(storeCommand, 'add', '--to', path, '--no-lookup', RECORDINGS[0]);
  const before = await linesOf(fold, path);
  const store = await DuckDbStore.open(path, 'write');
  const functions = [{ hash: 1, name: 'f', module: '', file: '', package: '', kind: 'python', flags: 0 }];
  const samples = [{ event: 0, thread: 0, stack: 7, samples: 1, weight: 1, isCut: false }];
  const threads = [{ pid: 1, tid: 1, comm: 'a' }];
  const rows = { hash: 2, functions, stacks: [], events: ['e'], threads, samples, notes: [] };
  const labels = { service: '', version: '', host: '', started: 0, seconds: 0, name: '', labels: [] };
  await store.add(rows, { ...labels, defaultEvent: '', diagnosis: '' });
  await expect(store.close()).rejects.toThrow(/cannot be used/);
  expect(await linesOf(fold, path)).toEqual(before);
  const reader = await DuckDbStore.open(path, 'read');
  const sql = `SELECT count(*) AS n FROM functions WHERE name = 'f'`;
  const count = await reader.reader.engine.columns({ sql, values: {} });
  await reader.close();
  expect([...numbersOf(count.n)]).toEqual([0]);
});

test.runIf(HAS_CLICKHOUSE)(
  'says what is wrong with ClickHouse, and reads with the right to read only',
  async () => {
    const address = server?.addressOf('wrong') ?? '';
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
      expect(await linesOf(storeCommand, 'ls', reader)).toHaveLength(2);
      const removed = await runToEnd(storeCommand, 'rm', reader);
      expect(removed.reason?.message).toMatch(/reports status 500: .*readonly/i);
    } finally {
      if (password === undefined) delete process.env.PYROGRAPH_STORE_PASSWORD;
      else process.env.PYROGRAPH_STORE_PASSWORD = password;
    }
  },
);

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
    RECORDINGS[0],
  );
  expect(missing.error).toMatch(/gone\.perf cannot be read: the file does not exist/);
  expect(missing.out).toMatch(/1 recording added, 1 not readable/);
  expect(process.exitCode).toBe(2);
  process.exitCode = undefined;
});
