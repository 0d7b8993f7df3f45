import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { profileOf } from '../../../fixtures/text.ts';
import {
  nodesWithin,
  invariantViolations,
  lastNodes,
  sampledPaths,
  treeText,
  weightsOf,
  weightsOfPaths,
} from '../../../fixtures/tree.ts';
import { childrenOf, coversSamplePoint, NO_LIMIT, allStacksOf } from '../../model/tree.ts';
import { buildTree } from './build.ts';
import { invertedTree } from './inverted.ts';

function drawnInverted(text: string, rows = Infinity): string {
  const profile = profileOf(text);
  return treeText(
    invertedTree(allStacksOf(buildTree(profile, 0).tree), { ...NO_LIMIT, depth: rows }),
    profile,
  );
}

describe('an inverted tree', () => {
  test('begins with the sampled functions and continues with their callers', () => {
    expect(drawnInverted('main;parse;scan 3\nmain;read;scan 2\nmain;read 1')).toBe(
      [
        'root 6',
        '  scan 5',
        '    parse 3',
        '      main 3 (self 3)',
        '    read 2',
        '      main 2 (self 2)',
        '  read 1',
        '    main 1 (self 1)',
      ].join('\n'),
    );
  });

  test('can contain a path that is the beginning of a longer one', () => {
    expect(drawnInverted('f 1\nf;f 2\nf;f;f 4')).toBe(
      'root 7\n  f 7 (self 1)\n    f 6 (self 2)\n      f 4 (self 4)',
    );
  });

  test('has a single chain for a single stack', () => {
    const tree = invertedTree(allStacksOf(buildTree(profileOf('a;b;c 3'), 0).tree));
    expect(tree).toMatchObject({ chains: 1, length: 4, rows: 4 });
    expect([...tree.func]).toEqual([-1, 2, 1, 0]);
  });

  test('consists of only the root without samples', () => {
    const tree = invertedTree(allStacksOf(buildTree({ ...profileOf(''), events: ['x'] }, 0).tree));
    expect(tree).toMatchObject({ length: 1, chains: 1, rows: 1 });
    expect([...tree.func, ...tree.total, ...tree.end]).toEqual([-1, 0, 1]);
  });

  test('keeps samples of weight 0', () => {
    expect(drawnInverted('main;run 0\nmain;idle 2')).toBe(
      'root 2\n  idle 2\n    main 2 (self 2)\n  run 0\n    main 0',
    );
  });

  test('sorts many children by the same rules as few children', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `main;f${i} ${(i * 7) % 10}`);
    const profile = profileOf(lines.join('\n'));
    const tree = invertedTree(allStacksOf(buildTree(profile, 0).tree));
    expect(invariantViolations(tree, profile)).toEqual([]);
    expect(childrenOf(tree, 0)).toHaveLength(60);
  });

  test('with a depth limit, counts deeper weight as self weight of the last row', () => {
    const text = 'main;parse;scan 3\nmain;read;scan 2\nmain;read 1\nscan 4';
    expect(drawnInverted(text, 2)).toBe('root 10\n  scan 9 (self 9)\n  read 1 (self 1)');
    expect(drawnInverted(text, 3)).toBe(
      [
        'root 10',
        '  scan 9 (self 4)',
        '    parse 3 (self 3)',
        '    read 2 (self 2)',
        '  read 1',
        '    main 1 (self 1)',
      ].join('\n'),
    );
    expect(drawnInverted(text, 1)).toBe('root 10 (self 10)');
  });
});

const SIZES = fc.record({
  seed: fc.integer(),
  samples: fc.integer({ min: 0, max: 120 }),
  depth: fc.integer({ min: 1, max: 14 }),
  frames: fc.constantFrom(['a'], ['a', 'b'], ['a', 'b', 'c', 'd@/x', 'd@/y']),
});

describe('in each random inverted tree', () => {
  test('a path has the weight of the samples that contain it', () => {
    fc.assert(
      fc.property(SIZES, (size) => {
        const profile = syntheticProfile({ ...size, events: ['x'] });
        const inverted = invertedTree(allStacksOf(buildTree(profile, 0).tree));
        expect(invariantViolations(inverted, profile)).toEqual([]);
        const reversed = sampledPaths(profile, 0).map(
          ([path, weight]) => [path.toReversed(), weight] as const,
        );
        expect(weightsOf(inverted, profile)).toEqual(weightsOfPaths(reversed));
      }),
    );
  });

  test('nodes within the depth limit keep their position in the complete tree', () => {
    fc.assert(
      fc.property(SIZES, fc.integer({ min: 1, max: 10 }), (size, rows) => {
        const profile = syntheticProfile({ ...size, events: ['x'] });
        const { tree } = buildTree(profile, 0);
        const whole = invertedTree(allStacksOf(tree));
        const limited = invertedTree(allStacksOf(tree), { ...NO_LIMIT, depth: rows });
        expect(invariantViolations(limited, profile)).toEqual([]);
        expect(nodesWithin(limited, rows)).toEqual(nodesWithin(whole, rows));
        expect(limited.rows).toBe(Math.min(rows, whole.rows));
      }),
    );
  });

  test('with limited sample points, only nodes that cover one and the children of the root remain, at the same positions', () => {
    fc.assert(
      fc.property(SIZES, fc.integer({ min: 1, max: 40 }), (size, samplePoints) => {
        const profile = syntheticProfile({ ...size, events: ['x'] });
        const { tree } = buildTree(profile, 0);
        const covers = ([, , start, total]: number[]) =>
          coversSamplePoint(start, total, tree.total[0], samplePoints);
        const whole = invertedTree(allStacksOf(tree));
        const limited = invertedTree(allStacksOf(tree), { ...NO_LIMIT, samplePoints });
        expect(nodesWithin(limited, Infinity)).toEqual(
          nodesWithin(whole, Infinity).filter((node) => node[1] <= 1 || covers(node)),
        );
        expect(lastNodes(limited).filter(covers)).toEqual(lastNodes(whole).filter(covers));
      }),
    );
  });
});
