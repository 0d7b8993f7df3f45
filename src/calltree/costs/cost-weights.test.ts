import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { findNode } from '../../../fixtures/tree.ts';
import type { PartWeight, StackCosts } from '../../model/costs.ts';
import { classify } from '../../python/classify.ts';
import { buildTree } from '../build/build.ts';
import { costWeights, functionCosts, nodeCosts } from './cost-weights.ts';

const { profile } = classify(
  profileOf(`
    py::main:/a.py;py::work:/a.py 1
    py::main:/a.py;py::work:/a.py;read 2
    py::main:/a.py;py::work:/a.py;sort;py::key:/a.py 4
    py::main:/a.py;sort;py::work:/a.py;sort 8
    read 16
  `),
);
/** The cost of each stack is its leaf function's: `values` for sort, otherwise `system` for read, otherwise `bytecode`. */
const costs: StackCosts = {
  parts: [
    { cost: 'bytecode', part: '' },
    { cost: 'system', part: 'files' },
    { cost: 'values', part: 'list' },
    { cost: 'unknown', part: 'no stack' },
  ],
  partOf: Uint8Array.from(
    profile.stacks.func,
    (func) => ['read', 'sort'].indexOf(profile.strings[profile.funcs.name[func]]) + 1,
  ),
  noStack: 3,
};
const built = buildTree(profile, 0);

/** `cost own/total`. */
function textOf(weights: readonly PartWeight[]): string[] {
  return weights.map(({ cost, own, total }) => `${cost} ${own}/${total}`);
}

test('the costs of all samples', () => {
  expect(textOf(costWeights(built, profile, costs))).toEqual(['system 18/18', 'values 8/8', 'bytecode 5/5']);
});

test('equal parts of different functions are one', () => {
  const [bytecode, files, , noStack] = costs.parts;
  const weights = costWeights(built, profile, { ...costs, parts: [bytecode, files, files, noStack] });
  expect(textOf(weights)).toEqual(['system 26/26', 'bytecode 5/5']);
});

test('the own time of a Python function includes C code, but not the Python functions that it calls', () => {
  const work = findNode(built.tree, profile, 'py::main:/a.py > py::work:/a.py');
  expect(textOf(nodeCosts(built, work, profile, costs))).toEqual(['bytecode 1/5', 'system 2/2']);
});

test('the own time of a C function is its self time', () => {
  const sort = findNode(built.tree, profile, 'py::main:/a.py > sort');
  expect(textOf(nodeCosts(built, sort, profile, costs))).toEqual(['values 0/8']);
});

test('all calls of a function count, each sample once', () => {
  const func = (name: string) => profile.funcs.name.findIndex((each) => profile.strings[each] === name);
  expect(textOf(functionCosts(built, func('py::work:/a.py'), profile, costs))).toEqual([
    'values 8/8',
    'bytecode 1/5',
    'system 2/2',
  ]);
  expect(textOf(functionCosts(built, func('sort'), profile, costs))).toEqual(['values 8/8', 'bytecode 0/4']);
});
