// What a page can know of ClickHouse, whose answers a browser hides unless the server allows it.

import { expect, test, vi } from 'vitest';
import { onClickHouse } from '../../fixtures/store-engines.ts';
import { ClickHouse } from '../../src/store/clickhouse.ts';
import { StoreReader } from '../../src/store/reader.ts';
import { clickhouseSchema, SCHEMA_VERSION } from '../../src/store/schema.ts';
import { fleetAnswers } from './fleet-answers.ts';
import { LoginProblem, PageClickHouse } from './page-clickhouse.ts';

/** From now on, `fetch` does what it does in a page on another host. */
function fetchLikePage(): void {
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    // Others need a preflight request.
    expect(options.headers ?? {}).toEqual({});
    const response = await send(url, { ...options, mode: 'cors', headers: { Origin: 'http://pyrograph' } });
    const isReadable = options.mode === 'no-cors' || response.headers.has('access-control-allow-origin');
    if (!isReadable) throw new TypeError('Failed to fetch');
    return response;
  });
}

const problemOf = (reader: StoreReader) => reader.requireSchema().catch((error: unknown) => error);

onClickHouse((server) => {
  function readerOf(database: string, user = 'reader', password = 'secret'): StoreReader {
    const address = server().addressOf(database).replace('//', `//${user}@`);
    return new StoreReader(address, new PageClickHouse(address, password, () => false));
  }

  test('says why it cannot read a store', async () => {
    fetchLikePage();
    const wrong = await problemOf(readerOf('fleet', 'reader', 'other'));
    expect(wrong).toBeInstanceOf(LoginProblem);
    expect(wrong).toHaveProperty('message', expect.stringMatching(/this is not the password of reader, or/));
    expect(await problemOf(readerOf('fleet', 'reader', ''))).toBeInstanceOf(LoginProblem);
    // Its profile does not set add_http_cors_header.
    expect(await problemOf(readerOf('default', 'default', ''))).toHaveProperty(
      'message',
      expect.stringMatching(/either default needs a password, or add_http_cors_header is not set/),
    );
    expect(await problemOf(readerOf('fleet'))).toHaveProperty(
      'message',
      expect.stringMatching(/has no database fleet: create it with pyrograph store init clickhouse:/),
    );
    expect(await problemOf(readerOf('default'))).toHaveProperty(
      'message',
      expect.stringMatching(/has no store: create it/),
    );
    const nowhere = 'clickhouse://127.0.0.1:1/fleet';
    const away = (isForbidden: boolean) =>
      problemOf(new StoreReader(nowhere, new PageClickHouse(nowhere, '', () => isForbidden)));
    expect(await away(false)).toHaveProperty('message', expect.stringMatching(/does not answer at/));
    expect(await away(true)).toHaveProperty('message', expect.stringMatching(/add it to connect-src/));
  });

  test('reads a store with the right to read only', async () => {
    const admin = new ClickHouse(server().addressOf('later'), '');
    await admin.createDatabase();
    for (const sql of clickhouseSchema()) await admin.run({ sql, values: {} });
    fetchLikePage();
    const reader = readerOf('later');
    await reader.requireSchema();
    const answers = fleetAnswers(reader.name, (work) => work(reader));
    expect(await answers.groups()).toEqual([]);
    await expect(answers.profile('service=shop')).rejects.toThrow(
      /No recording matches clickhouse:.*service=/,
    );
    vi.unstubAllGlobals();
    await admin.insert('pyrograph_schema', [{ version: SCHEMA_VERSION + 1 }]);
    await expect(reader.requireSchema()).rejects.toThrow(/newer version of Pyrograph/);
  });
});
