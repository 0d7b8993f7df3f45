import { expect, test } from 'vitest';
import { costGroups } from './CostList.tsx';

test('groups parts by cost, largest first, with shares of own time and total', () => {
  const groups = costGroups([
    { cost: 'memory', part: 'allocation', own: 1, total: 2 },
    { cost: 'gc', part: '', own: 0, total: 1 },
    { cost: 'memory', part: 'page faults', own: 1, total: 5 },
    { cost: 'bytecode', part: '', own: 2, total: 2 },
    { cost: 'calls', part: '', own: 0, total: 0 },
  ]);
  expect(groups).toEqual([
    {
      id: 'memory',
      label: 'Memory',
      own: 0.5,
      total: 0.7,
      parts: [
        { name: 'page faults', own: 0.25, total: 0.5 },
        { name: 'allocation', own: 0.25, total: 0.2 },
      ],
    },
    { id: 'bytecode', label: 'Running bytecode', own: 0.5, total: 0.2, parts: [] },
    { id: 'gc', label: 'Garbage collection', own: 0, total: 0.1, parts: [] },
  ]);
});

test('without own time, its shares are 0', () => {
  expect(costGroups([{ cost: 'gc', part: '', own: 0, total: 3 }])).toEqual([
    { id: 'gc', label: 'Garbage collection', own: 0, total: 1, parts: [] },
  ]);
  expect(costGroups([])).toEqual([]);
});
