import { describe, expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { NodeMark, type ComparedNodes, type ComparedRow, type Verdict } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import type { CallTree } from '../../model/tree.ts';
import { classify } from '../../python/classify.ts';
import { labelOf } from '../../text/labels.ts';
import { comparedColoring, type ColoredTree } from './compared-coloring.ts';
import { dim, paletteOf, type Theme } from './colors.ts';
import { DifferenceScale } from './difference-colors.ts';
import { ROW_HEIGHT } from '../boxes/raster.ts';
import { FULL_WIDTH } from '../../model/viewport.ts';

const { profile: names } = classify(
  profileOf('parse 40\nfresh 30\nold 20\nwrap 1\nmain 2\nsteady 10\ntiny 9'),
);
const { tree } = buildTree(names, 0);

/** The node of each function. */
const nodeOf = new Map(
  Array.from({ length: tree.length }, (_, node) => [labelOf(names, tree.func[node]).name, node]),
);
const at = (name: string) => nodeOf.get(name) ?? NONE;

interface Node {
  readonly a: number;
  readonly b: number;
  readonly verdict?: Verdict;
  /** The end of the interval that is closer to zero, on the side of the difference, if the interval does not contain zero. */
  readonly isLikely?: boolean;
  readonly mark?: number;
  readonly movedOutOf?: number;
}

function comparedTree(
  nodes: Readonly<Record<string, Node>>,
  options: Partial<ColoredTree['options']> = {},
): ColoredTree {
  const rows: ComparedRow[] = [];
  const rowOf = (verdict: Verdict | undefined, { a, b, isLikely }: Node): number => {
    if (!verdict) return NONE;
    return (
      rows.push({
        key: '',
        index: 0,
        a,
        b,
        d: b - a,
        se: 1,
        df: 30,
        lo: b - a - (isLikely ? 0.5 : 100),
        hi: b - a + (isLikely ? 0.5 : 100),
        p: 0,
        q: 0,
        verdict,
        mark: '',
      }) - 1
    );
  };
  const column = (value: (node: Node) => number) =>
    Array.from({ length: tree.length }, (_, node) =>
      value(nodes[labelOf(names, tree.func[node]).name] ?? { a: 1, b: 1 }),
    );
  const compared: ComparedNodes = {
    basis: 'cpu',
    measure: 'cpu-clock',
    a: Float64Array.from(column(({ a }) => a)),
    b: Float64Array.from(column(({ b }) => b)),
    mark: Uint8Array.from(column(({ mark }) => mark ?? NodeMark.none)),
    row: Int32Array.from(column((node) => rowOf(node.verdict, node))),
    rows,
    total: undefined,
    movedOutOf: Int32Array.from(column(({ movedOutOf }) => movedOutOf ?? NONE)),
  };
  return { tree, nodes: compared, options: { width: 'b', onlyCertain: false, ...options } };
}

function colorsOf(compared: ColoredTree, theme: Theme = 'light', matching?: string) {
  const matches = matching === undefined ? undefined : new Uint8Array(names.funcs.length);
  if (matches) matches[tree.func[at(matching ?? '')]] = 1;
  const palette = paletteOf(names, theme);
  const coloring = { names, palette, matches, highlighted: new Set<number>() };
  const colors = comparedColoring(compared, theme)(coloring);
  const chain = (name: string) => chainAt(tree, at(name));
  return {
    palette,
    colors,
    chain,
    fill: (name: string) => colors.fill(tree.func[at(name)], chain(name)),
    stripe: (name: string) => colors.stripe(tree.func[at(name)], chain(name)),
    outline: (name: string) => colors.looks.outline(tree.func[at(name)], chain(name)),
    isHollow: (name: string) => colors.looks.isHollow(tree.func[at(name)], chain(name)),
    partA: (name: string) => colors.looks.partA(tree.func[at(name)], chain(name)),
    label: (name: string) => colors.label?.(tree.func[at(name)], chain(name)),
  };
}

function chainAt({ first }: CallTree, node: number): number {
  return first.indexOf(node);
}

const NODES = {
  parse: { a: 30, b: 40, verdict: 'more' },
  fresh: { a: 0, b: 30, verdict: 'new' },
  old: { a: 20, b: 0, verdict: 'gone' },
  steady: { a: 10, b: 10.2, verdict: 'same' },
  wrap: { a: 8, b: 10, verdict: 'unsure', isLikely: true },
  main: { a: 8, b: 10, verdict: 'unsure' },
  tiny: { a: 1, b: 2 },
} as const;

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const scale = new DifferenceScale(theme);

  test('boxes have the color of D / max(a, b) if it is certain, a pale one if it is likely, and are gray otherwise', () => {
    const { fill } = colorsOf(comparedTree(NODES), theme);
    expect(fill('parse')).toBe(scale.fill(0.25, 'certain'));
    expect(fill('fresh')).toBe(scale.fill(1, 'certain'));
    expect(fill('steady')).toBe(scale.none);
    expect(fill('wrap')).toBe(scale.fill(0.2, 'likely'));
    expect(fill('main')).toBe(scale.fill(0, 'unknown'));
    expect(fill('tiny')).toBe(scale.fill(0, 'unknown'));
  });

  test('nothing is hatched: hatching means cut or inferred', () => {
    const { stripe } = colorsOf(comparedTree(NODES), theme);
    expect(Object.keys(NODES).filter((name) => stripe(name) !== 0)).toEqual([]);
  });

  test('only certain: what is likely is gray, too', () => {
    const { fill } = colorsOf(comparedTree(NODES, { onlyCertain: true }), theme);
    expect(fill('parse')).toBe(scale.fill(0.25, 'certain'));
    expect(fill('steady')).toBe(scale.none);
    expect([fill('wrap'), fill('tiny')]).toEqual([scale.fill(0, 'unknown'), scale.fill(0, 'unknown')]);
  });
});

test('the root is pale gray if it cannot be told whether the total changed', () => {
  const rootWith = (verdict: Verdict) => {
    const compared = comparedTree(NODES);
    const total = compared.nodes.rows.find((row) => row.verdict === verdict && row.lo < 0);
    return colorsOf({ ...compared, nodes: { ...compared.nodes, total } }).colors.root;
  };
  const scale = new DifferenceScale('light');
  expect(rootWith('unsure')).toEqual({ fill: scale.fill(0, 'unknown'), stripe: 0 });
  expect(rootWith('same')).toEqual({ fill: scale.none, stripe: 0 });
});

test('code that the side of the width does not have is an outline', () => {
  const outlined = (options: Partial<ColoredTree['options']>) => {
    const { outline, isHollow } = colorsOf(comparedTree(NODES, options));
    const all = Object.keys(NODES).filter((name) => outline(name) !== 0);
    return [all, all.filter(isHollow)];
  };
  expect(outlined({ width: 'b' })).toEqual([['old'], ['old']]);
  expect(outlined({ width: 'a' })).toEqual([['fresh'], ['fresh']]);
  expect(outlined({ width: 'max' })).toEqual([['old'], []]);
  expect(outlined({ width: 'both' })).toEqual([['old'], []]);
});

test('boxes with the width of both sides are split by their weights', () => {
  const { partA } = colorsOf(comparedTree(NODES, { width: 'both' }));
  expect(partA('parse')?.share).toBeCloseTo(3 / 7);
  expect(partA('old')).toBeUndefined();
  expect(colorsOf(comparedTree(NODES)).partA('parse')).toBeUndefined();
});

test('a search shows matches in their own color and dims the rest', () => {
  const { fill, palette } = colorsOf(comparedTree(NODES), 'light', 'parse');
  expect(fill('parse')).toBe(palette.match);
  expect(fill('fresh')).toBe(dim(new DifferenceScale('light').fill(1, 'certain'), palette.background));
});

describe('an inserted call', () => {
  const nodes = {
    ...NODES,
    fresh: { a: 0, b: 30, verdict: 'new', mark: NodeMark.inserted },
    old: { a: 20, b: 19, movedOutOf: chainAt(tree, at('fresh')) },
  } as const;

  test('is named beside the callees that moved out of it', () => {
    const { label } = colorsOf(comparedTree(nodes));
    expect(label('old')).toEqual({ name: 'old', place: 'via fresh' });
    expect(label('parse')).toEqual({ name: 'parse', place: '' });
  });

  test('has a bracket from its own box to the last of these callees', () => {
    const { colors, chain } = colorsOf(comparedTree(nodes));
    const { start, total } = tree;
    const [bracket, ...others] = colors.looks.brackets;
    expect(others).toEqual([]);
    expect(bracket).toEqual({
      chain: chain('fresh'),
      depth: 1,
      from: start[chain('fresh')],
      to: start[chain('old')] + total[chain('old')],
      isRemoved: false,
      level: 0,
    });
    expect(colors.widthOf?.(chain('fresh'))).toBe(50);
    expect(colors.widthOf?.(chain('parse'))).toBeUndefined();
  });
});

/** Paints a box from `left` to the 22nd of 24 pixels over another color: `#` for the outline, `.` for the background. */
function painted(compared: ColoredTree, name: string, left = 2, matching?: string): string[] {
  const { colors, palette, chain, outline } = colorsOf(compared, 'light', matching);
  const width = 24;
  const frame = { width, top: 1, bottom: 2, viewport: FULL_WIDTH };
  const marks = colors.marks?.(frame, 'icicle', 1);
  const image = new Uint32Array(width * ROW_HEIGHT).fill(palette.root);
  marks?.add(at(name), chain(name), 1, Math.max(0, left), 22, left);
  marks?.paint(image, { width, height: ROW_HEIGHT, rowHeight: ROW_HEIGHT }, () => 0);
  const sign = new Map([
    [outline(name), '#'],
    [palette.background, '.'],
  ]);
  return Array.from({ length: ROW_HEIGHT }, (_, y) =>
    Array.from(image.subarray(y * width, (y + 1) * width), (pixel) => sign.get(pixel) ?? ' ').join(''),
  );
}

test('ghosts have a dashed outline and no fill', () => {
  const lines = painted(comparedTree(NODES), 'old');
  expect(lines[0]).toBe('  ####...####...####.#  ');
  expect(lines[1]).toBe('  #..................#  ');
  expect(lines[5]).toBe('  ....................  ');
  expect(lines[ROW_HEIGHT - 1]).toBe(' '.repeat(24));
});

test('a ghost that matches the search has an outline over the color of matches', () => {
  const { fill, palette } = colorsOf(comparedTree(NODES), 'light', 'old');
  expect(fill('old')).toBe(palette.match);
  const lines = painted(comparedTree(NODES), 'old', 2, 'old');
  expect(lines[0]).toBe('  ####   ####   #### #  ');
  expect(lines[1]).toBe(`  #${' '.repeat(18)}#  `);
});

test('a ghost has both edges unless they are outside the image', () => {
  expect(painted(comparedTree(NODES), 'old', 0)[1]).toBe(`#${'.'.repeat(20)}#  `);
  expect(painted(comparedTree(NODES), 'old', -10)[1]).toBe(`${'.'.repeat(21)}#  `);
});
