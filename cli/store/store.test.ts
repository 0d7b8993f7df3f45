// A store gives what its files give.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { triesAllRecordings } from '../../fixtures/fuzz.ts';
import { HAS_PROFILES, pathAt, plainAt, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { runCommand, runToEnd } from '../../fixtures/run-command.ts';
import { fixture } from '../../fixtures/sources.ts';
import { onEveryEngine } from '../../fixtures/store-engines.ts';
import { numbersOf, stringsOf } from '../../src/store/columns.ts';
import { LEVELS } from '../../src/model/levels.ts';
import { compareCommand } from '../compare.ts';
import { fold } from '../fold.ts';
import { storeCommand } from './command.ts';
import { DuckDb } from './duckdb.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-store-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

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
  'odd-names',
  ...(triesAllRecordings ? ['fp-workers', 'jit-aio', 'jit3.14-aio', 'fp3.15-inlined'] : []),
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

/** By level: the lines of each recording, which are the same for every engine. */
const apartAt = new Map<string, string[][]>();

onEveryEngine(FOLDER, (addressOf) => {
  async function storeNamed(name: string): Promise<string> {
    await runCommand(storeCommand, 'init', addressOf(name));
    return addressOf(name);
  }

  test('a merged selection folds to the same stacks as its files, at every level', async () => {
    const store = await storeNamed('merged');
    await runCommand(storeCommand, 'add', '--to', store, '--no-lookup', ...RECORDINGS);
    for (const { name } of LEVELS) {
      const options = ['--level', name, '--event', 'cpu-clock'];
      const apart = apartAt.get(name) ?? [];
      if (!apartAt.has(name))
        for (const each of RECORDINGS) apart.push(await linesOf(fold, ...options, '--no-lookup', each));
      apartAt.set(name, apart);
      expect((await linesOf(fold, ...options, store)).sort(), name).toEqual(joined(apart));
    }
  });

  test('selects by labels, patterns and times, and says what it does not know', async () => {
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

  test('compares each recording as one observation', async () => {
    const store = await storeNamed('compared');
    const add = (version: string, slow: number) => {
      const paths = [0, 1, 2, 3].map((run) => {
        const stacks = 'main;fast 3\n'.repeat(100 + run) + 'main;slow 3\n'.repeat(slow);
        return file(`${version}-${run}.folded`, stacks);
      });
      const label = `version=${version}`;
      return runCommand(storeCommand, 'add', '--to', store, '--no-lookup', '--label', label, ...paths);
    };
    await add('1', 30);
    await add('2', 90);
    const { out } = await runCommand(compareCommand, '--json', `${store}?version=1`, `${store}?version=2`);
    expect(JSON.parse(out)).toMatchObject({ runs: [4, 4], sentence: expect.stringMatching(/slow/) });
  });

  test('exports the rows of the selected recordings as Parquet', async () => {
    const store = await storeNamed('exported');
    for (const version of ['1', '2']) {
      const labels = [`version=${version}`, 'env=it\'s "a" \\ b', 'started=2026-11-02T10:00Z'];
      const options = labels.flatMap((label) => ['--label', label]);
      const path = file(`of-${version}.folded`, `main;py::work${version}:/a.py ${version}\nmain;other 4\n`);
      await runCommand(storeCommand, 'add', '--to', store, '--no-lookup', ...options, path);
    }
    const folder = pathOf(`parquet-${store.length}`);
    await runCommand(storeCommand, 'export', '--parquet', folder, `${store}?version=2`);
    const db = await DuckDb.open(':memory:', 'write');
    const sql = `SELECT functions.name, epoch_ms(started) AS started, labels[1] AS label, recordings.weights[1] AS total,
        names.name AS event, sum(weight) AS weight
      FROM '${folder}/samples.parquet' AS samples
      JOIN '${folder}/recordings.parquet' AS recordings ON recordings.id = recording
      JOIN '${folder}/names.parquet' AS names ON names.id = event
      JOIN '${folder}/stacks.parquet' AS stacks ON stacks.id = stack
      JOIN '${folder}/functions.parquet' AS functions ON functions.id = stacks.functions[-1]
      GROUP BY ALL ORDER BY ALL`;
    const { name, started, label, total, event, weight } = await db.columns({ sql, values: {} });
    const functions = await db.columns({ sql: `SELECT name FROM '${folder}/functions.parquet'`, values: {} });
    db.close();
    expect([...stringsOf(name)]).toEqual(['other', 'py::work2:/a.py']);
    expect([...numbersOf(started)]).toEqual(Array(2).fill(Date.UTC(2026, 10, 2, 10)));
    expect([...stringsOf(label)]).toEqual(Array(2).fill('env=it\'s "a" \\ b'));
    expect([...stringsOf(event)]).toEqual(['weight', 'weight']);
    expect([...numbersOf(total)]).toEqual([6, 6]);
    expect([...numbersOf(weight)]).toEqual([4, 2]);
    expect([...stringsOf(functions.name)].sort()).toEqual(['other', 'py::work2:/a.py']);
    const { reason } = await runToEnd(storeCommand, 'export', '--parquet', folder, store);
    expect(reason?.message).toMatch(/already exists: remove it or choose another name/);
  });

  test('adding a recording twice changes nothing', async () => {
    const store = await storeNamed('twice');
    const add = () => linesOf(storeCommand, 'add', '--to', store, '--no-lookup', RECORDINGS[0]);
    expect(await add()).toEqual([`${store}: 1 recording added`]);
    const before = await linesOf(fold, store);
    expect(await add()).toEqual([`${store}: 0 recordings added, 1 already there`]);
    expect(await linesOf(fold, store)).toEqual(before);
  });
});
