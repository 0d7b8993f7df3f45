// The link to the Store screen, and the conditions that its points select.

import { expect, test } from 'vitest';
import { parseSelection } from '../../store/selection.ts';
import { readLink } from '../opening/linked-recordings.ts';
import {
  groupConditions,
  readFleetView,
  selectionLink,
  writeFleetView,
  type FleetView,
} from './fleet-view.ts';

const VIEW: FleetView = {
  store: 'my fleet.duckdb',
  service: 'shop & co=1~2',
  unit: 'day',
  offer: 'packages',
  chosen: [
    { kind: 'function', name: 'py::<lambda>:/srv/a~b&c.py' },
    { kind: 'package', name: 'orm' },
  ],
  base: '2026-11-28',
};

test('the link describes the view', () => {
  const link = writeFleetView(VIEW);
  expect(readFleetView(link)).toEqual(VIEW);
  expect(readLink(`#${link}`)).toMatchObject({ source: '', stored: [], fleet: link });
  const first = {
    ...VIEW,
    service: undefined,
    unit: 'version',
    offer: 'changed',
    chosen: [],
    base: undefined,
  } as const;
  expect(writeFleetView(first)).toBe('store=my%20fleet.duckdb');
  const url = 'https://host:8443/db?user=me';
  expect(readFleetView(`store=${url}`).store).toBe(url);
  expect(readFleetView(writeFleetView({ ...first, store: url }))).toEqual({ ...first, store: url });
  expect(readFleetView('store=a&unit=year&list=x&series=color~red&base=')).toEqual({
    ...first,
    store: 'a',
    base: '',
  });
});

test('points select their recordings', () => {
  const selected = (unit: FleetView['unit'], name: string) =>
    parseSelection(`fleet.duckdb?${groupConditions('a&b=c', unit, { name })}`, 0);
  expect([...selected('version', '').labels]).toEqual([
    ['service', ['a&b=c']],
    ['version', ['']],
  ]);
  expect([...(selected('host', 'web?1').labels.get('host') ?? [])]).toEqual(['web?1']);
  expect(selected('day', '2026-11-28')).toMatchObject({
    since: Date.UTC(2026, 10, 28),
    until: Date.UTC(2026, 10, 29),
  });
  expect(selected('hour', '2026-12-31 23h')).toMatchObject({
    since: Date.UTC(2026, 11, 31, 23),
    until: Date.UTC(2027, 0, 1),
  });
});

test('a link opens one selection, or compares two', () => {
  const conditions = ['service=shop&version=1%260', 'service=shop&version=2'];
  for (const stored of [conditions, conditions.slice(0, 1)]) {
    const link = selectionLink('fleet.duckdb', stored);
    expect(readLink(`#${link}&v=2&view=table`)).toMatchObject({
      source: link,
      stored,
      fleet: 'store=fleet.duckdb',
      address: { view: 'table' },
    });
  }
  // Without a store, they lead nowhere.
  expect(readLink('#selection=service%3Dshop')).toMatchObject({ source: '', stored: [], fleet: undefined });
});
