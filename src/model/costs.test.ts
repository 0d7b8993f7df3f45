import { expect, test } from 'vitest';
import { readCostQuery, COSTS } from './costs.ts';

test.each(COSTS)('$id is found by its ID and its label', ({ id, label }) => {
  expect(readCostQuery(`cost:${id}`)).toEqual({ cost: id });
  expect(readCostQuery(`cost:"${label}"`)).toEqual({ cost: id });
  expect(readCostQuery(`Cost: ${label.toUpperCase()} `)).toEqual({ cost: id });
});

test.each([
  ['cost:mem', 'memory'],
  ['cost:gil', 'locks'],
  ['cost:garbage', 'gc'],
  ['cost:malloc', 'memory'],
  ['cost:start-up', 'imports'],
  ['cost:syscall', 'system'],
  ["cost:'built-in", 'values'],
  ['cost:“GIL and locks”', 'locks'],
])('%s is the cost %s', (query, cost) => {
  expect(readCostQuery(query)).toEqual({ cost });
});

test('other names say which costs there are', () => {
  const all = COSTS.map(({ id }) => id);
  const list = all.join(', ');
  expect(readCostQuery('cost:')).toEqual({ problem: `Costs: ${list}`, candidates: all });
  expect(readCostQuery('cost:foo')).toEqual({
    problem: `No cost “foo”. Costs: ${list}`,
    candidates: all,
  });
  expect(readCostQuery('cost:comp')).toEqual({
    problem: 'Several costs fit “comp”: compile, libraries',
    candidates: ['compile', 'libraries'],
  });
});

test.each(['', 'cost', 'costs:gc', 'total_cost:gc', 'cost:/app/prices.py', 'cost:.*py', '(cost:gc)'])(
  '%j searches names',
  (query) => {
    expect(readCostQuery(query)).toBeUndefined();
  },
);
