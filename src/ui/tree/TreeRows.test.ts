import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNode } from '../../../fixtures/tree.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { childrenOf, depthOf, parentOf, selfOf, type CallTree } from '../../model/tree.ts';
import { treeRows, type RowOrder } from './TreeRows.tsx';

const profile = profileOf(`
  main;run;parse;scan 3
  main;run;parse 1
  main;run;read 2
  main;idle 1
`);
const { tree } = buildTree(profile, 0);
const nodeOf = (path: string) => findNode(tree, profile, path);

/** One line per row: the indented name, and the position among its siblings. */
function textOf(open: readonly string[], order: RowOrder = 'total'): string[] {
  const rows = treeRows(tree, new Set([0, ...open.map(nodeOf)]), order);
  return Array.from({ length: rows.length }, (_, row) => {
    const func = tree.func[rows.node[row]];
    const name = func < 0 ? 'all' : profile.strings[profile.funcs.name[func]];
    return `${' '.repeat(rows.depth[row])}${name} ${rows.position[row]}/${rows.siblings[row]}`;
  });
}

describe('rows', () => {
  test('list the callees of an expanded node below it', () => {
    expect(textOf(['main', 'main > run', 'main > run > parse'])).toEqual([
      'all 1/1',
      ' main 1/1',
      '  run 1/2',
      '   parse 1/2',
      '    scan 1/1',
      '   read 2/2',
      '  idle 2/2',
    ]);
  });

  test('omit everything below a collapsed node, even expanded nodes', () => {
    expect(textOf(['main', 'main > run > parse'])).toEqual([
      'all 1/1',
      ' main 1/1',
      '  run 1/2',
      '  idle 2/2',
    ]);
  });

  test('are sorted by self weight', () => {
    expect(textOf(['main', 'main > run'], 'self')).toEqual([
      'all 1/1',
      ' main 1/1',
      '  idle 1/2',
      '  run 2/2',
      '   read 1/2',
      '   parse 2/2',
    ]);
  });

  test('equal a depth-first walk through the expanded nodes', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const sample = fc.tuple(fc.array(name, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }));
    const order = fc.constantFrom<RowOrder>('total', 'self');
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        order,
        (samples, numbers, by) => {
          const { tree: randomTree } = buildTree(
            profileOf(samples.map(([frames, weight]) => `${frames.join(';')} ${weight}`).join('\n')),
            0,
          );
          const open = new Set([0, ...numbers.map((number) => number % randomTree.length)]);
          const rows = treeRows(randomTree, open, by);
          expect([...rows.node]).toEqual(expectedNodes(randomTree, open, by));
          for (let row = 0; row < rows.length; row++) {
            const parent = parentOf(randomTree, rows.node[row]);
            expect(rows.depth[row]).toBe(depthOf(randomTree, rows.node[row]));
            expect(rows.siblings[row]).toBe(parent < 0 ? 1 : childrenOf(randomTree, parent).length);
            expect(rows.position[row]).toBeLessThanOrEqual(rows.siblings[row]);
          }
        },
      ),
    );
  });
});

function expectedNodes(walkedTree: CallTree, open: ReadonlySet<number>, order: RowOrder): number[] {
  const nodes: number[] = [];
  const walk = (node: number): void => {
    nodes.push(node);
    if (!open.has(node)) return;
    const weight = (child: number) => (order === 'total' ? 0 : selfOf(walkedTree, child).weight);
    const children = childrenOf(walkedTree, node).map((child, i) => ({ child, i }));
    children.sort((a, b) => weight(b.child) - weight(a.child) || a.i - b.i);
    for (const { child } of children) walk(child);
  };
  walk(0);
  return nodes;
}
