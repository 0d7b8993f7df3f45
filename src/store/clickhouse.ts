// ClickHouse as the engine of a store, by its HTTP interface. Works with every server since 18.16.

import { parseClickHouse, type ClickHouseAddress } from './clickhouse-address.ts';
import { CLICKHOUSE } from './dialect.ts';
import { joinChunks, type Columns } from './columns.ts';
import type { Query, StoreEngine } from './engine.ts';
import { decodeNative } from './native-format.ts';
import { sqlText } from './sql-text.ts';

/** Numbers of errors in old and new versions. */
const UNKNOWN_TABLE = 60;
const UNKNOWN_DATABASE = 81;
const REJECTED_USER = [192, 193, 194, 516];

/** An answer without rows does not name its columns. */
const NO_ROWS: Columns = new Proxy({}, { get: () => [] });

export interface Login {
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

export class ClickHouse implements StoreEngine {
  readonly dialect = CLICKHOUSE;
  protected readonly address: ClickHouseAddress;
  protected readonly password: string;
  private readonly store: string;

  constructor(store: string, password: string) {
    this.store = store;
    this.address = parseClickHouse(store);
    this.password = password;
  }

  async columns(query: Query): Promise<Columns> {
    const blocks = Array.from(decodeNative(await this.answerTo(query)));
    return blocks.length === 0 ? NO_ROWS : joinChunks(blocks);
  }

  async *chunks(query: Query): AsyncGenerator<Columns> {
    const bytes = await this.answerTo(query);
    if (bytes.length === 0) yield NO_ROWS;
    yield* decodeNative(bytes);
  }

  async run(query: Query): Promise<void> {
    await this.request(sqlText(query), {});
  }

  /** `table` has columns with the names in these rows. Creates no part of the rows if it fails. */
  async insert(table: string, rows: readonly object[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first).join(', ');
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
    await this.request(lines.join(''), { query: `INSERT INTO ${table} (${columns}) FORMAT JSONEachRow` });
  }

  /** The rows of a query without values: one JSON object per line. */
  jsonLines(sql: string): Promise<Uint8Array> {
    return this.request(`${sql} FORMAT JSONEachRow`, {});
  }

  /** Outside the database, which may not exist yet. */
  async createDatabase(): Promise<void> {
    const name = this.address.database.replaceAll(/[`\\]/g, String.raw`\$&`);
    await this.request(`CREATE DATABASE IF NOT EXISTS \`${name}\``, { database: '' });
  }

  private answerTo(query: Query): Promise<Uint8Array> {
    return this.request(`${sqlText(query)} FORMAT Native`, {});
  }

  private async request(body: string, parameters: Readonly<Record<string, string>>): Promise<Uint8Array> {
    const { url, database } = this.address;
    // The server waits for the last row, so that an error is one by its status, too.
    const search = { database, wait_end_of_query: '1', ...parameters };
    const response = await this.send(body, search).catch(async (error: unknown) => {
      throw await this.explainSilence(error);
    });
    const bytes = await response.arrayBuffer().catch((error: unknown) => {
      throw new Error(`The answer of ${url} ended early: try again.`, { cause: error });
    });
    if (!response.ok) throw this.problem(response.status, new TextDecoder().decode(bytes));
    return new Uint8Array(bytes);
  }

  /** Parameters without a value are left out. */
  protected send(body: string, parameters: Readonly<Record<string, string>>): Promise<Response> {
    const login = this.login();
    const search = Object.entries({ ...parameters, ...login.parameters }).filter(([, value]) => value !== '');
    return fetch(`${this.address.url}?${new URLSearchParams(search)}`, {
      method: 'POST',
      body,
      headers: login.headers ?? {},
      credentials: 'omit',
      redirect: 'error',
    });
  }

  /** Says who asks. */
  protected login(): Login {
    const credentials = new TextEncoder().encode(`${this.address.user}:${this.password}`);
    const authorization = `Basic ${btoa(String.fromCharCode(...credentials))}`;
    // Servers close idle connections after some seconds, which Node notices too late after a long computation.
    return { headers: { Authorization: authorization, Connection: 'close' } };
  }

  /** Why there is no answer. */
  protected explainSilence(cause: unknown): Promise<Error> {
    const { url } = this.address;
    const text = `ClickHouse does not answer at ${url}: check that it runs, and its HTTP port.`;
    return Promise.resolve(new Error(text, { cause }));
  }

  protected loginProblem(): Error {
    const { url, user } = this.address;
    return new Error(
      `ClickHouse at ${url} rejects the user ${user}: check the name, and set PYROGRAPH_STORE_PASSWORD.`,
    );
  }

  protected databaseProblem(): Error {
    const { url, database } = this.address;
    return new Error(`ClickHouse at ${url} has no database ${database}: ${this.initHint()}`);
  }

  private initHint(): string {
    return `create it with pyrograph store init ${this.store}.`;
  }

  private problem(status: number, text: string): Error {
    const { url, database } = this.address;
    const code = Number(/\bCode: (\d+)/.exec(text)?.[1] ?? NaN);
    if (REJECTED_USER.includes(code)) return this.loginProblem();
    if (code === UNKNOWN_DATABASE) return this.databaseProblem();
    if (code === UNKNOWN_TABLE)
      return new Error(`The database ${database} at ${url} has no store: ${this.initHint()}`);
    return new Error(`ClickHouse at ${url} reports status ${status}: ${messageIn(text)}.`);
  }
}

/** New versions repeat the query. */
const MAX_MESSAGE = 300;

/** In one line, without what surrounds it: the code, the name of the exception, and the version. */
function messageIn(text: string): string {
  const [, message = text] = /DB::Exception: (.*)/s.exec(text) ?? [];
  const line = message
    .replace(/, e\.what\(\) = DB::Exception.*/s, '')
    .replace(/\(version [^)]*\)\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}
