import { expect, test } from 'vitest';
import { filteredProfile } from '../../fixtures/filtered-profile.ts';
import { profileOf } from '../../fixtures/text.ts';
import { boxOf, findBox } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import type { FilterAction } from '../model/filter.ts';
import { NONE } from '../model/profile.ts';
import { depthOf } from '../model/tree.ts';
import { boxAtEnd, trailOf } from './trail.ts';

const profile = profileOf(`
  main;a;b;c 1
  main;a;a;b;d 2
  main;e;b;c 7
`);
const { tree } = buildTree(profile, 0);

function treeAfter(action: FilterAction, name: string) {
  const { funcs, strings } = profile;
  const matches = Uint8Array.from(funcs.name, (id) => (strings[id] === name ? 1 : 0));
  return buildTree(filteredProfile(profile, { action, matches, standIn: NONE, hidden: 0 }), 0).tree;
}

/** Where the trail to `path` leads once the filter is applied, as name, depth and weight. */
function led(path: string, action: FilterAction, name: string): string {
  const after = treeAfter(action, name);
  const box = boxAtEnd(trailOf(tree, findBox(tree, profile, path)), after, profile.funcs);
  return `${boxOf(after, box, profile).name} at ${depthOf(after, box)}, ${boxOf(after, box, profile).total}`;
}

test('in the same tree every trail leads back to its box', () => {
  for (let box = 0; box < tree.length; box++)
    expect(boxAtEnd(trailOf(tree, box), tree, profile.funcs)).toBe(box);
});

test('frames that are gone are passed over', () => {
  expect(led('main > a > b', 'hide', 'a')).toBe('b at 2, 3');
  expect(led('main > a > a > b > d', 'recursion', 'a')).toBe('d at 4, 2');
  expect(led('main > a > b > c', 'focus', 'b')).toBe('c at 2, 8');
});

test('where the box is gone the trail leads to its caller', () => {
  expect(led('main > a > b > c', 'hide', 'c')).toBe('b at 3, 1');
  expect(led('main > e > b', 'drop', 'b')).toBe('root at 0, 0');
});

test('where its way is gone it leads to the box most like it', () => {
  expect(led('main > a > b > c', 'drop', 'a')).toBe('c at 4, 7');
});

test('a box that is not in the tree has no trail', () => {
  expect(trailOf(tree, tree.length)).toEqual([]);
});
