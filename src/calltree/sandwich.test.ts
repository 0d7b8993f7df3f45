import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../fixtures/text.ts';
import {
  nodesWithin,
  invariantViolations,
  sampledPaths,
  treeText,
  weightsOf,
  weightsOfPaths,
} from '../../fixtures/tree.ts';
import type { Profile } from '../model/profile.ts';
import { coversSamplePoint } from '../model/tree.ts';
import { buildTree } from './build/build.ts';
import { sandwichOf } from './sandwich.ts';

function drawnTrees(text: string, name: string): { callers: string; callees: string } {
  const profile = profileOf(text);
  const { callers, callees } = sandwichOf(buildTree(profile, 0).tree, funcNamed(profile, name));
  return { callers: treeText(callers, profile), callees: treeText(callees, profile) };
}

function funcNamed(profile: Profile, name: string): number {
  return profile.strings.findIndex((_, func) => funcText(profile, func) === name);
}

describe('the sandwich of a function', () => {
  test('contains all of its callers and callees', () => {
    const sides = drawnTrees('main;a;f;g 1\nmain;b;f;h 2\nmain;b;f 4\nf;g 8\nmain;b 16', 'f');
    expect(sides.callers).toBe(
      [
        'root 15',
        '  f 15 (self 8)',
        '    b 6',
        '      main 6 (self 6)',
        '    a 1',
        '      main 1 (self 1)',
      ].join('\n'),
    );
    expect(sides.callees).toBe(
      ['root 15', '  f 15 (self 4)', '    g 9 (self 9)', '    h 2 (self 2)'].join('\n'),
    );
  });

  test('counts each sample once; recursive calls are callees', () => {
    const sides = drawnTrees('main;f;f;g 3\nmain;f;g;f 5\nf 7', 'f');
    expect(sides.callers).toBe('root 15\n  f 15 (self 7)\n    main 8 (self 8)');
    expect(sides.callees).toBe(
      ['root 15', '  f 15 (self 7)', '    g 5', '      f 5 (self 5)', '    f 3', '      g 3 (self 3)'].join(
        '\n',
      ),
    );
  });

  test('can begin in the middle of a chain', () => {
    expect(drawnTrees('main;f;g;h 3', 'f')).toEqual({
      callers: 'root 3\n  f 3\n    main 3 (self 3)',
      callees: 'root 3\n  f 3\n    g 3\n      h 3 (self 3)',
    });
  });

  test('is empty if no sample contains the function', () => {
    const profile = profileOf('| x | main;f 3\n| y | main;g 4');
    const { callers, callees } = sandwichOf(buildTree(profile, 0).tree, 2);
    for (const tree of [callers, callees]) {
      expect(treeText(tree, profile)).toBe('root 0');
      expect(tree).toMatchObject({ length: 1, chains: 1, rows: 1 });
    }
  });

  test('contains each sample exactly once in both trees', () => {
    const sizes = fc.record({
      seed: fc.integer(),
      samples: fc.integer({ min: 1, max: 80 }),
      depth: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(sizes, fc.constantFrom('a', 'b', 'c'), (size, name) => {
        const profile = syntheticProfile({ ...size, frames: ['a', 'b', 'c', 'd'] });
        const { callers, callees } = sandwichOf(buildTree(profile, 0).tree, funcNamed(profile, name));
        const through = sampledPaths(profile, 0).filter(([path]) => path.includes(name));
        const above = through.map(([path, weight]) => [path.slice(path.indexOf(name)), weight] as const);
        const below = through.map(
          ([path, weight]) => [path.slice(0, path.indexOf(name) + 1).reverse(), weight] as const,
        );
        expect(weightsOf(callees, profile)).toEqual(weightsOfPaths(above));
        expect(weightsOf(callers, profile)).toEqual(weightsOfPaths(below));
        expect([...invariantViolations(callers, profile), ...invariantViolations(callees, profile)]).toEqual(
          [],
        );
        if (through.length > 0) expect(callers.func[1]).toBe(callees.func[1]);
      }),
    );
  });

  test('with limited sample points, contains only the function and the nodes that cover one, at the same positions', () => {
    const sizes = fc.record({
      seed: fc.integer(),
      samples: fc.integer({ min: 1, max: 200 }),
      depth: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 40 }), (size, samplePoints) => {
        const profile = syntheticProfile({ ...size, frames: ['a', 'b', 'c', 'd', 'e'] });
        const { tree } = buildTree(profile, 0);
        const func = funcNamed(profile, 'a');
        const whole = sandwichOf(tree, func);
        const limited = sandwichOf(tree, func, undefined, samplePoints);
        for (const side of ['callers', 'callees'] as const) {
          const all = whole[side].total[0];
          const isKept = ([, depth, start, total]: number[]) =>
            depth <= 1 || coversSamplePoint(start, total, all, samplePoints);
          expect(nodesWithin(limited[side])).toEqual(nodesWithin(whole[side]).filter(isKept));
        }
      }),
    );
  });
});
