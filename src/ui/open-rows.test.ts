// The rows of a call tree: what is open is shown, in order, and opening much takes little.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBox } from '../../fixtures/tree.ts';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { childrenOf, depthOf, hasChildren, parentOf, selfOf, type CallTree } from '../model/tree.ts';
import { OpenRows, type Order } from './open-rows.ts';

const profile = profileOf(`
  main;run;parse;scan 3
  main;run;parse 1
  main;run;read 2
  main;idle 1
`);
const { tree } = buildTree(profile, 0);
const box = (path: string) => findBox(tree, profile, path);

/** A line a row: indented, its name, its place among its siblings. */
function textOf(rows: OpenRows): string[] {
  return Array.from({ length: rows.length }, (_, row) => {
    const { box: at, depth, position, siblings } = rows.at(row);
    const func = tree.func[at];
    const name = func < 0 ? 'all' : profile.strings[profile.funcs.name[func]];
    return `${' '.repeat(depth)}${name} ${position}/${siblings}`;
  });
}

describe('the rows', () => {
  test('are open down to the first choice at first', () => {
    expect(textOf(new OpenRows(tree, 'total'))).toEqual(['all 1/1', ' main 1/1', '  run 1/2', '  idle 2/2']);
  });

  test('open and close, and what was open under a closed one is so again', () => {
    const rows = new OpenRows(tree, 'total');
    const before = textOf(rows);
    rows.openBox(box('main > run'));
    rows.openBox(box('main > run > parse'));
    const open = [
      'all 1/1',
      ' main 1/1',
      '  run 1/2',
      '   parse 1/2',
      '    scan 1/1',
      '   read 2/2',
      '  idle 2/2',
    ];
    expect(textOf(rows)).toEqual(open);
    rows.closeBox(box('main > run'));
    expect(textOf(rows)).toEqual(before);
    expect(rows.rowOf(box('main > run > parse > scan'))).toBe(-1);
    rows.openBox(box('main > run'));
    expect(textOf(rows)).toEqual(open);
  });

  test('open what a box stands on', () => {
    const rows = new OpenRows(tree, 'total');
    rows.closeBox(0);
    rows.reveal(box('main > run > parse > scan'));
    expect(rows.at(rows.rowOf(box('main > run > parse > scan')))).toMatchObject({ depth: 4, position: 1 });
  });

  test('open the heaviest path, and all siblings', () => {
    const rows = new OpenRows(tree, 'total');
    rows.openHeaviest(0);
    expect(textOf(rows)).toContain('    scan 1/1');
    const again = new OpenRows(tree, 'total');
    again.openSiblings(box('main > idle'));
    expect(textOf(again)).toEqual([
      'all 1/1',
      ' main 1/1',
      '  run 1/2',
      '   parse 1/2',
      '   read 2/2',
      '  idle 2/2',
    ]);
  });

  test('are told by where those that are open end, and are the same in another tree of the recording', () => {
    const rows = new OpenRows(tree, 'total');
    expect(rows.ends, 'as at first').toBeUndefined();
    rows.openHeaviest(0);
    expect(rows.ends).toEqual([box('main > run > parse')]);
    const others = new OpenRows(tree, 'total');
    others.openUpTo([box('main > run > parse'), 1_000_000]);
    expect(textOf(others)).toEqual(textOf(rows));
    rows.closeBox(0);
    expect(rows.ends).toEqual([]);
    others.openUpTo([]);
    expect(textOf(others)).toEqual(['all 1/1']);
  });

  test('are sorted by self weight when that is asked for, and stay open', () => {
    const rows = new OpenRows(tree, 'total');
    rows.openBox(box('main > run'));
    rows.sort('self');
    expect(textOf(rows)).toEqual([
      'all 1/1',
      ' main 1/1',
      '  idle 1/2',
      '  run 2/2',
      '   read 1/2',
      '   parse 2/2',
    ]);
    rows.sort('total');
    expect(textOf(rows)).toEqual([
      'all 1/1',
      ' main 1/1',
      '  run 1/2',
      '   parse 1/2',
      '   read 2/2',
      '  idle 2/2',
    ]);
  });
});

describe('whatever is opened and closed', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const sample = fc.tuple(fc.array(name, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }));
  const step = fc.tuple(
    fc.constantFrom('open', 'close', 'reveal', 'heaviest', 'siblings', 'total', 'self'),
    fc.nat(),
  );

  test('the rows are those of a walk from the root through all that is open', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1 }), fc.array(step), (samples, steps) => {
        const made = profileOf(samples.map(([frames, weight]) => `${frames.join(';')} ${weight}`).join('\n'));
        const { tree: any } = buildTree(made, 0);
        const rows = new OpenRows(any, 'total');
        let order: Order = 'total';
        for (const [does, number] of steps) {
          const at = number % any.length;
          if (does === 'open') rows.openBox(at);
          else if (does === 'close') rows.closeBox(at);
          else if (does === 'reveal') rows.reveal(at);
          else if (does === 'heaviest') rows.openHeaviest(at);
          else if (does === 'siblings') rows.openSiblings(at);
          else rows.sort((order = does));
          if (does === 'reveal') expect(rows.rowOf(at)).toBeGreaterThanOrEqual(0);
        }
        const boxes = (each: OpenRows) => Array.from({ length: each.length }, (_, row) => each.at(row).box);
        expect(boxes(rows)).toEqual(walked(any, rows, order));
        const told = new OpenRows(any, order);
        if (rows.ends) told.openUpTo(rows.ends);
        expect(boxes(told)).toEqual(boxes(rows));
        for (let row = 0; row < rows.length; row++) {
          const { box: at, depth, position, siblings } = rows.at(row);
          const parent = parentOf(any, at);
          expect(depth).toBe(depthOf(any, at));
          expect(siblings).toBe(parent < 0 ? 1 : childrenOf(any, parent).length);
          expect(position).toBeLessThanOrEqual(siblings);
          expect(rows.isOpen(at) && !hasChildren(any, at)).toBe(false);
        }
      }),
    );
  });

  function walked(any: CallTree, rows: OpenRows, order: Order): number[] {
    const boxes: number[] = [];
    const walk = (at: number): void => {
      boxes.push(at);
      if (!rows.isOpen(at)) return;
      const weight = (child: number) => (order === 'total' ? 0 : selfOf(any, child).weight);
      const children = childrenOf(any, at).map((child, i) => ({ child, i }));
      children.sort((a, b) => weight(b.child) - weight(a.child) || a.i - b.i);
      for (const { child } of children) walk(child);
    };
    walk(0);
    return boxes;
  }
});

describe('opening much', () => {
  test('a row with ten thousand callees among a million rows', () => {
    const lines = Array.from({ length: 100 }, (_, i) =>
      Array.from({ length: 100 }, (__, j) => `main;f${i};g${j};leaf ${1 + ((i * j) % 7)}`),
    );
    const wide = Array.from({ length: 10_000 }, (_, i) => `main;wide;c${i} 1`);
    const made = profileOf([...lines.flat(), ...wide].join('\n'));
    const { tree: large } = buildTree(made, 0);
    const rows = new OpenRows(large, 'total');
    rows.openSiblings(childrenOf(large, childrenOf(large, 0)[0])[0]);
    const widest = findBox(large, made, 'main > wide');
    rows.closeBox(widest);
    const closed = rows.length;
    rows.openBox(widest);
    expect(rows.length).toBe(closed + 10_000);
  });

  test('a path of five thousand boxes, each with another callee', () => {
    const lines: string[] = [];
    let stack = 'main';
    for (let depth = 0; depth < 5000; depth++) {
      stack += ';f';
      if (depth % 50 === 0) lines.push(`${stack};other 1`);
    }
    lines.push(`${stack} 1000`);
    const { tree: deep } = buildTree(profileOf(lines.join('\n')), 0);
    const rows = new OpenRows(deep, 'total');
    rows.openHeaviest(0);
    expect(rows.length).toBeGreaterThan(5000);
  });
});
