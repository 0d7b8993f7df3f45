import { expect, test } from 'vitest';
import { singleSymbol } from '../symbol-table.ts';
import { findOwners } from './map-owners.ts';

const map = (pid: number, start: number, end = start + 0x100) => ({
  pid,
  symbols: singleSymbol(start, end, () => 'py::f'),
});

/** The ID in the name of the map of each process, and those of ambiguous maps. */
function owners(
  maps: readonly ReturnType<typeof map>[],
  unnamed: Readonly<Record<number, readonly number[]>>,
  parents: Readonly<Record<number, number>> = {},
) {
  const found = findOwners(
    maps,
    new Map(Object.entries(unnamed).map(([pid, addresses]) => [Number(pid), new Set(addresses)])),
    new Map(Object.entries(parents).map(([pid, parent]) => [Number(pid), { parent }])),
  );
  const ids = [...found.maps].map(([pid, each]) => [pid, each.pid]);
  return { owners: Object.fromEntries(ids), ambiguous: found.ambiguous.map(({ pid }) => pid) };
}

test('a map belongs to the only process with samples in its addresses', () => {
  expect(owners([map(1, 0x7000)], { 20: [0x9000, 0x7010], 21: [0x9000] })).toEqual({
    owners: { 20: 1 },
    ambiguous: [],
  });
  expect(owners([map(1, 0x7000)], { 20: [0x9000] })).toEqual({ owners: {}, ambiguous: [] });
});

test('maps of the same name belong to different containers', () => {
  const maps = [map(1, 0x7000), map(1, 0x9000)];
  expect(maps.indexOf(findOwners(maps, new Map([[20, new Set([0x9010])]]), new Map()).maps.get(20)!)).toBe(1);
  expect(owners(maps, { 20: [0x9010], 21: [0x7010] }).owners).toEqual({ 20: 1, 21: 1 });
});

test('forked processes have code at the same addresses: their maps are in the order of their IDs', () => {
  const [first, second, third] = [map(1, 0x7000), map(7, 0x7000), map(8, 0x7000)];
  const samples = { 20: [0x7010], 21: [0x7010], 22: [0x7010] };
  expect(owners([third, first, second], samples)).toEqual({ owners: { 20: 1, 21: 7, 22: 8 }, ambiguous: [] });
  expect(owners([second], samples)).toEqual({ owners: {}, ambiguous: [7] });
  expect(owners([first, first], { 20: [0x7010], 21: [0x7010] })).toEqual({ owners: {}, ambiguous: [1, 1] });
});

test('process 1 of a namespace is the ancestor of all others there', () => {
  const samples = { 20: [0x7010], 21: [0x7010], 22: [0x7010] };
  expect(owners([map(1, 0x7000)], samples, { 21: 20, 22: 21 }).owners).toEqual({ 20: 1 });
  expect(owners([map(1, 0x7000)], samples, { 21: 20, 22: 5 })).toEqual({ owners: {}, ambiguous: [1] });
});

test('of several maps that fit one process, the one that names most addresses is its own', () => {
  const samples = { 20: [0x7010, 0x7090, 0x70f0] };
  expect(owners([map(1, 0x7000, 0x7020), map(7, 0x7000)], samples).owners).toEqual({ 20: 7 });
  expect(owners([map(1, 0x7000), map(7, 0x7000)], samples)).toEqual({ owners: {}, ambiguous: [1, 7] });
});
