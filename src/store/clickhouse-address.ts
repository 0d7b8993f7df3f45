// The address of a store in ClickHouse: `clickhouse://user@host:8123/database`, or with `?secure` for https.

const ADDRESS = /^(?<store>clickhouse:\/\/[^?]*(?:\?secure(?=&|$))?)[?&]?(?<query>.*)$/s;
const PORT = 8123;
const SECURE_PORT = 8443;

export interface ClickHouseAddress {
  /** Of the HTTP interface. */
  readonly url: string;
  readonly user: string;
  readonly database: string;
}

export function isClickHouse(argument: string): boolean {
  return argument.startsWith('clickhouse:');
}

/** The store that an argument names, and the conditions after it. */
export function splitClickHouse(argument: string): { readonly store: string; readonly query: string } {
  const { store = '', query = '' } = ADDRESS.exec(argument)?.groups ?? {};
  return { store, query };
}

/** Throws if `store` is no such address. Messages do not contain it, because it may have a password. */
export function parseClickHouse(store: string): ClickHouseAddress {
  const [, plain, secure] = /^clickhouse:\/\/([^?]+)(\?secure)?$/.exec(store) ?? [];
  const url = plain === undefined ? undefined : urlOf(`http://${plain}`);
  const database = url && decodeURIComponent(url.pathname.slice(1));
  if (!url || !database || database.includes('/'))
    throw new Error(
      'This is not the address of a ClickHouse store: use clickhouse://USER@HOST:8123/DATABASE.',
    );
  if (url.password !== '')
    throw new Error('Leave the password out of the address: set PYROGRAPH_STORE_PASSWORD instead.');
  // The URL leaves out port 80, which is the default of http.
  const port = /:(\d+)\/[^/]*$/.exec(plain ?? '')?.[1] ?? `${secure ? SECURE_PORT : PORT}`;
  return {
    url: `${secure ? 'https' : 'http'}://${url.hostname}:${port}/`,
    user: decodeURIComponent(url.username) || 'default',
    database,
  };
}

/** True for an address as a page names it: `https://host:8443/database?user=reader`. */
export function isWebAddress(store: string): boolean {
  return /^https?:/.test(store);
}

/** The same address as the terminal writes it. Throws if it has anything else. */
export function fromWebAddress(store: string): string {
  const url = urlOf(store);
  const [, user] = /^\?user=([^&]+)$/.exec(url?.search ?? '') ?? [];
  const hasOthers = !url || (user === undefined && url.search !== '') || `${url.username}${url.hash}` !== '';
  if (hasOthers || !/^\/[^/]+$/.test(url.pathname))
    throw new Error(
      'This link names no store: use #store=https://HOST:8443/DATABASE?user=USER, without the password.',
    );
  const isSecure = url.protocol === 'https:';
  const port = url.port || (isSecure ? '443' : '80');
  const address = `${user ?? 'default'}@${url.hostname}:${port}${url.pathname}`;
  return `clickhouse://${address}${isSecure ? '?secure' : ''}`;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
