import { completeTree } from '../../../fixtures/complete-tree.ts';
import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { profileOf } from '../../../fixtures/text.ts';
import {
  nodeOf,
  invariantViolations,
  sampledPaths,
  treeText,
  weightsOf,
  weightsOfPaths,
} from '../../../fixtures/tree.ts';
import { NONE } from '../../model/profile.ts';
import { toStackChains } from '../../model/trie.ts';
import { buildTree, buildSelectedTree, treeInput, samplesOnTree } from './build.ts';

function drawnTree(text: string, event = 0): string {
  const profile = profileOf(text);
  return treeText(buildTree(profile, event).tree, profile);
}

describe('a call tree', () => {
  test('has a node per stack, heaviest child first', () => {
    expect(drawnTree('main;idle 1\nmain;run;leaf 3\nmain;run 2\nother 4')).toBe(
      [
        'root 10',
        '  main 6',
        '    run 5 (self 2)',
        '      leaf 3 (self 3)',
        '    idle 1 (self 1)',
        '  other 4 (self 4)',
      ].join('\n'),
    );
  });

  test('sorts children of equal weight by first use', () => {
    expect(drawnTree('main;c 1\nmain;a 1\nmain;b 1')).toBe(
      ['root 3', '  main 3', '    c 1 (self 1)', '    a 1 (self 1)', '    b 1 (self 1)'].join('\n'),
    );
  });

  test('contains only the samples of one event', () => {
    const text = '| x | main;run 3\n| y | main;idle 4\n| x | main 1';
    expect(drawnTree(text, 0)).toBe('root 4\n  main 4 (self 1)\n    run 3 (self 3)');
    expect(drawnTree(text, 1)).toBe('root 4\n  main 4\n    idle 4 (self 4)');
  });

  test('consists of only the root without samples', () => {
    const tree = buildTree({ ...profileOf(''), events: ['x'] }, 0).tree;
    expect(tree).toMatchObject({ length: 1, chains: 1, rows: 1 });
    expect([...tree.func]).toEqual([NONE]);
    expect([...tree.first]).toEqual([0, 1]);
    expect([...tree.end]).toEqual([1]);
    expect([...tree.total]).toEqual([0]);
  });

  test('has a single chain for a single stack', () => {
    const tree = buildTree(profileOf('a;b;c;d 3'), 0).tree;
    expect(tree.chains).toBe(1);
    expect(tree.rows).toBe(5);
    expect([...tree.first]).toEqual([0, 5]);
  });

  test('begins a new chain where samples end and where stacks branch', () => {
    const tree = buildTree(profileOf('main;work;parse;scan 3\nmain;work;read 2\nother 2'), 0).tree;
    expect([...tree.first]).toEqual([0, 1, 3, 5, 6, 7]);
    expect([...tree.parent]).toEqual([NONE, 0, 1, 1, 0]);
    expect([...tree.end]).toEqual([5, 4, 3, 4, 5]);
    expect([...tree.depth]).toEqual([0, 1, 3, 3, 1]);
    expect([...tree.start]).toEqual([0, 0, 0, 3, 5]);
    expect([...tree.total]).toEqual([7, 5, 3, 2, 2]);
    expect([...tree.self]).toEqual([0, 0, 3, 2, 2]);
  });

  test('counts samples and sums their weights', () => {
    const profile = profileOf('main;run 10\nmain;run 20\nmain 30');
    const tree = buildTree(profile, 0).tree;
    expect(nodeOf(tree, 1, profile)).toEqual({
      name: 'main',
      total: 60,
      self: 30,
      samples: 3,
      selfSamples: 1,
    });
    expect(nodeOf(tree, 2, profile)).toEqual({
      name: 'run',
      total: 30,
      self: 30,
      samples: 2,
      selfSamples: 2,
    });
  });

  test('keeps samples of weight 0', () => {
    expect(drawnTree('main;run 0\nmain;idle 2')).toBe('root 2\n  main 2\n    idle 2 (self 2)\n    run 0');
  });

  test('can have ten thousand rows without overflowing the JavaScript stack', () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `f${i}`);
    const text = names
      .map((_, i) => (i % 100 === 99 ? `${names.slice(0, i + 1).join(';')} 1` : ''))
      .join('\n');
    const tree = buildTree(profileOf(text), 0).tree;
    expect(tree.rows).toBe(10_001);
    expect(tree.total[0]).toBe(100);
  });
});

const FRAMES = ['a', 'b', 'c', 'd@/x', 'd@/y'];

describe('in each random tree', () => {
  const trees = Array.from({ length: 60 }, (_, i) => {
    const depth = 1 + (i % 12);
    const size = { seed: i, samples: 5 + i * 3, depth, events: ['x', 'y'], frames: FRAMES };
    const profile = syntheticProfile(size);
    return { profile, tree: buildTree(profile, 0).tree };
  });

  test('the weight of a node is the sum of the samples that contain it', () => {
    for (const { tree, profile } of trees) {
      expect(weightsOf(tree, profile)).toEqual(weightsOfPaths(sampledPaths(profile, 0)));
    }
  });

  test('children and self weight add up to the total, and chains are maximal and contiguous', () => {
    for (const { tree, profile } of trees) expect(invariantViolations(tree, profile)).toEqual([]);
  });
});

test('the tree of selected samples is the same whether built from the profile or from the complete tree', () => {
  for (let seed = 0; seed < 60; seed++) {
    const profile = syntheticProfile({ seed, samples: 60, depth: 1 + (seed % 12), events: ['x', 'y'] });
    const all = samplesOnTree(completeTree(toStackChains(profile)), profile, profile.funcs.length);
    for (const within of [{}, { threads: [0] }]) {
      const { tree } = buildSelectedTree(treeInput(all, 0, within));
      expect(weightsOf(tree, profile)).toEqual(weightsOf(buildTree(profile, 0, within).tree, profile));
      expect(invariantViolations(tree, profile)).toEqual([]);
    }
  }
});

test('siblings of equal weight have the same order for every selection of samples', () => {
  const profile = profileOf('a 1/1 | main;a 1\na 1/1 | main;b 1\nb 1/2 | main;b 5');
  const all = samplesOnTree(completeTree(toStackChains(profile)), profile, profile.funcs.length);
  const drawn = treeText(buildSelectedTree(treeInput(all, 0, { threads: [0] })).tree, profile);
  expect(drawn).toBe(['root 2', '  main 2', '    a 1 (self 1)', '    b 1 (self 1)'].join('\n'));
});
