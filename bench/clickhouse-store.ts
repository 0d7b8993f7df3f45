// Measures a fifth of the store of bench/store.ts in ClickHouse, where a server is installed. The server runs only for this, with one thread per
// query.

import { HAS_CLICKHOUSE, startClickHouse } from '../fixtures/clickhouse.ts';
import { createStore } from '../cli/store/open-store.ts';
import { ClickHouse } from '../src/store/clickhouse.ts';
import { numberAt } from '../src/store/columns.ts';
import type { Inputs } from './inputs.ts';
import type { Report, Row } from './report.ts';
import { addRow, addStacks, PERIOD, readRows, SAMPLES, STACKS, THREADS, VERSIONS } from './store.ts';

/** All 10,000 would take some minutes in each run. */
const RECORDINGS = 2000;
/** Of recordings that are made by one query. */
const STEP = 500;

export async function benchClickHouse(_: Inputs, report: Report): Promise<void> {
  if (!HAS_CLICKHOUSE) {
    process.stdout.write('ClickHouse is not measured: clickhouse-server is not installed.\n');
    return;
  }
  const server = await startClickHouse();
  try {
    const address = server.addressOf('fleet');
    await generate(address);
    report.add('Node: a store of 2,000 recordings (ClickHouse)', [
      ...(await readRows(address, RECORDINGS)),
      await sizeRow(address),
      await addRow(server.addressOf('added')),
    ]);
  } finally {
    server.stop();
  }
}

async function sizeRow(address: string): Promise<Row> {
  const sql = `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active`;
  const { bytes } = await new ClickHouse(address, '').columns({ sql, values: {} });
  const value = numberAt(bytes, 0) / RECORDINGS / 1000;
  return { name: 'size per recording', figures: [{ label: 'tables', value, unit: 'kB' }], maxValue: 15 };
}

/** Adds a recording with all stacks, and makes others from it in SQL, as for DuckDB. */
async function generate(address: string): Promise<void> {
  process.stdout.write('Generating a store of 2,000 recordings in ClickHouse …\n');
  const store = await createStore(address);
  await addStacks(store);
  const db = new ClickHouse(address, '');
  const run = (sql: string) => db.run({ sql, values: {} });
  const copied = `service, seconds, name, labels, events, samples, weights, default_event, pids, tids, notes, diagnosis`;
  await run(`INSERT INTO recordings (id, hash, version, host, started, ${copied})
    SELECT number AS id, number AS hash, concat('1.', toString(number % ${VERSIONS})) AS version,
      concat('web-', toString(number % 97)) AS host, toDateTime(number * 600, 'UTC') AS started, ${copied}
    FROM (SELECT 1 AS one, ${copied} FROM recordings) AS a ALL INNER JOIN
      (SELECT 1 AS one, number + 1 AS number FROM numbers(${RECORDINGS})) AS b USING (one)`);
  await run(`ALTER TABLE recordings DELETE WHERE id > ${RECORDINGS}`);
  const idOf = (name: string) => `(SELECT id FROM names WHERE name = '${name}')`;
  for (let from = 0; from < RECORDINGS; from += STEP)
    await run(`INSERT INTO samples (recording, event, thread, thread_number, stack, samples, weight, is_cut)
      SELECT r, ${idOf('cpu-clock')}, arrayElement([${THREADS.map(idOf).join(', ')}], t + 1), t + 1, id, c, c * ${PERIOD}, 0
      FROM (SELECT r, t, s, count() AS c FROM (
          SELECT intDiv(number, ${SAMPLES}) + ${from + 1} AS r, intHash64(number + ${from * SAMPLES}) % 4 AS t,
            toUInt64(pow((intHash64(number + ${(from + RECORDINGS) * SAMPLES}) % 1000003) / 1000003, 1.6) * ${STACKS}) AS s
          FROM numbers(${STEP * SAMPLES})) AS numbers
        GROUP BY r, t, s) AS sums
      ALL INNER JOIN (SELECT id, rowNumberInAllBlocks() AS s FROM stacks) AS numbered USING (s)`);
}
