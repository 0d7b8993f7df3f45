// Lays out small comparisons, drawn as in fixtures/text.ts.

import { describe, expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { BOX_WIDTHS, type BoxWidth } from '../../model/comparison.ts';
import { coversSamplePoint, type CallTree } from '../../model/tree.ts';
import { compare } from '../compare.ts';
import { drawnTree } from './compared-tree.ts';
import { prepareComparison } from '../prepare.ts';

/** Samples of a leaf function, so that the sides have enough samples to be compared. */
const FILLER = 'idle 1\n'.repeat(200);

function compared(a: string, b: string) {
  const recording = (text: string) => [comparedProfile(profileOf(FILLER + text))];
  const sides = { a: recording(a), b: recording(b) };
  return compare(prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 }), {
    basis: 'cpu',
  });
}

type Sides = Pick<ReturnType<typeof compared>, 'tree' | 'keys'>;

function draw({ tree, keys }: Sides, width: BoxWidth, hidesGhosts = false) {
  const funcOf = Int32Array.from(keys.keys());
  const drawn = drawnTree(tree, funcOf, { width, hidesGhosts });
  const nameOf = (node: number) => (node <= 0 ? undefined : keys[drawn.tree.func[node]]);
  return { ...drawn, nameOf };
}

/** One line per node, as drawn from left to right: `  run 3–8`, and which one-sided call it moved out of. */
function linesOf(sides: Sides, width: BoxWidth, hidesGhosts = false): string[] {
  const { tree, nameOf, movedOutOf } = draw(sides, width, hidesGhosts);
  const lines: string[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (nameOf(node) === 'idle') continue;
    const caller = movedOutOf[node] >= 0 ? [`in ${nameOf(movedOutOf[node])}`] : [];
    const place = `${tree.start[node] - 200 * fillers(width)}–${tree.start[node] + tree.total[node] - 200 * fillers(width)}`;
    lines.push([`${'  '.repeat(tree.depth[node] - 1)}${nameOf(node)} ${place}`, ...caller].join(' '));
  }
  return lines;
}

/** The fillers are to the left of everything else. */
function fillers(width: BoxWidth): number {
  return width === 'both' ? 2 : 1;
}

describe('widths', () => {
  const sides = compared('main;parse 8\nmain;old;deep 4\nmain 1', 'main;parse 5\nmain;fresh 3\nmain 2');

  test('a limited tree has the nodes that cover a sample point, at their places', () => {
    const funcOf = Int32Array.from(sides.keys.keys());
    const drawing = { width: 'b', hidesGhosts: false } as const;
    const { tree: all } = drawnTree(sides.tree, funcOf, drawing);
    const boxes = ({ func, first, start, total }: CallTree) =>
      Array.from(start, (left, chain) => [func[first[chain]], left, total[chain]]);
    const limited = (samplePoints: number) =>
      boxes(drawnTree(sides.tree, funcOf, drawing, samplePoints).tree);
    expect(limited(10_000)).toEqual(boxes(all));
    // 214 wide in all: the points are 5.35 apart.
    const points = 40;
    expect(limited(points)).toEqual(
      boxes(all).filter(([, start, width]) => coversSamplePoint(start, width, all.total[0], points)),
    );
    expect(limited(points).length).toBeLessThan(all.length);
  });

  test('B: code that only A has keeps its width in A', () => {
    expect(linesOf(sides, 'b')).toEqual([
      'main 0–14',
      '  parse 0–5',
      '  old 5–9',
      '    deep 5–9',
      '  fresh 9–12',
    ]);
  });

  test('A: code that only B has keeps its width in B', () => {
    expect(linesOf(sides, 'a')).toEqual([
      'main 0–16',
      '  parse 0–8',
      '  old 8–12',
      '    deep 8–12',
      '  fresh 12–15',
    ]);
  });

  test('the larger of both', () => {
    expect(linesOf(sides, 'max')).toEqual([
      'main 0–17',
      '  parse 0–8',
      '  old 8–12',
      '    deep 8–12',
      '  fresh 12–15',
    ]);
  });

  test('both beside each other', () => {
    expect(linesOf(sides, 'both')).toEqual([
      'main 0–23',
      '  parse 0–13',
      '  old 13–17',
      '    deep 13–17',
      '  fresh 17–20',
    ]);
  });

  test('ghosts can be hidden', () => {
    expect(linesOf(sides, 'b', true)).toEqual(['main 0–10', '  parse 0–5', '  fresh 5–8']);
    expect(linesOf(sides, 'a', true)).toEqual(['main 0–13', '  parse 0–8', '  old 8–12', '    deep 8–12']);
    expect(linesOf(sides, 'both', true)).toEqual(linesOf(sides, 'both'));
  });

  test('weights are A and B of the whole node, whatever the width', () => {
    for (const width of BOX_WIDTHS) {
      const { source, nameOf, tree } = draw(sides, width);
      const main = Array.from({ length: tree.length }, (_, node) => node).find(
        (node) => nameOf(node) === 'main',
      );
      const { a, b } = sides.tree;
      expect([a, b].map((side) => side.total(source[main ?? 0]))).toEqual([13, 10]);
    }
  });
});

test('siblings have the same order in all widths', () => {
  const sides = compared(
    'main;a 9\nmain;b 2\nmain;c 5\nmain;gone 4\nmain;d 1',
    'main;a 1\nmain;b 8\nmain;c 5\nmain;new 6\nmain;d 1',
  );
  const order = (width: BoxWidth, hides = false) =>
    linesOf(sides, width, hides).map((line) => line.trim().split(' ')[0]);
  const all = ['main', 'a', 'b', 'new', 'c', 'gone', 'd'];
  for (const width of BOX_WIDTHS) expect(order(width)).toEqual(all);
  expect(order('b', true)).toEqual(all.filter((name) => name !== 'gone'));
});

describe('inserted and removed calls', () => {
  const sides = compared(
    'main;parse 6\nmain;big 9\nmain;check 3',
    'main;retry;parse 6\nmain;big 7\nmain;retry;check 3\nmain;retry 1',
  );

  test('are next to the callees that moved out of them, and first', () => {
    expect(linesOf(sides, 'b')).toEqual([
      'main 0–17',
      '  retry 0–1',
      '  parse 1–7 in retry',
      '  check 7–10 in retry',
      '  big 10–17',
    ]);
  });

  test('are drawn even without width of their own', () => {
    const swapped = compared('main;wrap;parse 6', 'main;parse 5');
    expect(linesOf(swapped, 'b')).toEqual(['main 0–5', '  wrap 0–0', '  parse 0–5 in wrap']);
    expect(linesOf(swapped, 'a')).toEqual(['main 0–6', '  wrap 0–0', '  parse 0–6 in wrap']);
    expect(linesOf(swapped, 'b', true)).toEqual(['main 0–5', '  parse 0–5']);
  });

  test('can be nested', () => {
    expect(linesOf(compared('main;parse 5', 'main;x;y;parse 6'), 'b')).toEqual([
      'main 0–6',
      '  x 0–0',
      '  y 0–0 in x',
      '  parse 0–6 in y',
    ]);
  });
});
