// What a store in ClickHouse needs besides a server: literals, addresses, and the Native format.

import { expect, test } from 'vitest';
import { fromWebAddress, parseClickHouse, splitClickHouse } from './clickhouse-address.ts';
import { numbersAt } from './columns.ts';
import { decodeNative } from './native-format.ts';
import { sqlText } from './sql-text.ts';

test('values cannot end their literal', () => {
  const values = { a: `'; DROP TABLE x; -- \\`, b: [1, 2], c: '$a' };
  expect(sqlText({ sql: 'a = $a AND b IN $b AND c = $c', values })).toBe(
    `a = '\\'; DROP TABLE x; -- \\\\' AND b IN (1, 2) AND c = '$a'`,
  );
  expect(() => sqlText({ sql: '$d', values })).toThrow(/no value for \$d/);
});

test('addresses have a port, and conditions follow them', () => {
  const secure = splitClickHouse('clickhouse://me@db/fleet?secure&service=shop');
  expect(secure).toEqual({ store: 'clickhouse://me@db/fleet?secure', query: 'service=shop' });
  expect(parseClickHouse(secure.store)).toEqual({ url: 'https://db:8443/', user: 'me', database: 'fleet' });
  expect(splitClickHouse('clickhouse://db/fleet?secure=1').query).toBe('secure=1');
  expect(parseClickHouse('clickhouse://db:80/fleet')).toMatchObject({
    url: 'http://db:80/',
    user: 'default',
  });
  expect(() => parseClickHouse('clickhouse://me:x@db/fleet')).toThrow(/Leave the password out/);
  expect(() => parseClickHouse('clickhouse://db')).toThrow(/use clickhouse:/);
});

test('a page names the same addresses as URLs', () => {
  const url = 'https://ch.example.org:8443/fleet?user=me%40x';
  expect(fromWebAddress(url)).toBe('clickhouse://me%40x@ch.example.org:8443/fleet?secure');
  expect(parseClickHouse(fromWebAddress(url))).toMatchObject({ user: 'me@x', database: 'fleet' });
  expect(fromWebAddress('http://[::1]/fleet')).toBe('clickhouse://default@[::1]:80/fleet');
  for (const other of ['https://h/', 'https://h/a/b', 'https://me:x@h/a', 'https://h/a?secret=1', 'https://'])
    expect(() => fromWebAddress(other)).toThrow(/use #store=https:/);
});

test('decodes numbers, texts and lists, and rejects what is cut', () => {
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
  const uint64 = (value: number) => [value, 0, 0, 0, 0, 0, 16, 0];
  const lists = [1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9];
  const columns = [
    [3, 2, text('id'), text('UInt64'), uint64(1), uint64(2)],
    [text('name'), text('String'), text('a'), text('bc')],
    [text('list'), text('Array(UInt8)'), lists],
  ];
  const bytes = Uint8Array.from(columns.flat(2));
  const [block] = decodeNative(bytes);
  expect(block.id).toEqual(Float64Array.of(2 ** 52 + 1, 2 ** 52 + 2));
  expect(block.name).toEqual(['a', 'bc']);
  expect([0, 1].map((row) => numbersAt(block.list, row))).toEqual([[7], [8, 9]]);
  expect(() => [...decodeNative(bytes.subarray(0, -1))]).toThrow(/ends in the middle/);
});
