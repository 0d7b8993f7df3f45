import { describe, expect, test } from 'vitest';
import { contrast, difference, over, VISION } from '../../../fixtures/color-vision.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { type CostId, type CostShares, COSTS } from '../../model/costs.ts';
import { Kind } from '../../model/kinds.ts';
import { classify } from '../../python/classify.ts';
import { boxColors, treeColors, type BoxColoring } from './box-colors.ts';
import { dim, colorHex, paletteOf, pixelOf, THEMES, type Theme } from './colors.ts';
import { costColoringOf, costColor, costColors } from './cost-coloring.ts';

const { profile: NAMES } = classify(profileOf('py::f:/a.py;malloc@/usr/lib/libc.so.6 1'));
const [F, MALLOC] = ['py::f:/a.py', 'malloc'].map((name) =>
  NAMES.funcs.name.findIndex((each) => NAMES.strings[each] === name),
);

/** Chain 0: half of each. Chain 1: only memory. Chain 2: memory, and a little garbage collection. Chain 3: no cost is known. */
const COSTED: CostShares = {
  costs: ['bytecode', 'memory', 'gc'],
  weights: [50, 49, 1],
  shares: Uint8Array.of(128, 124, 3, 0, 255, 0, 0, 252, 3, 0, 0, 0),
};

interface Choices extends Partial<BoxColoring> {
  readonly searched?: CostId;
  readonly theme?: Theme;
  readonly isColored?: boolean;
  readonly costs?: readonly CostId[];
}

function colorsOf({ theme = 'light', isColored = true, costs = [], searched, ...change }: Choices = {}) {
  const palette = paletteOf(NAMES, theme);
  const costColoring = costColoringOf(isColored, new Set(costs), theme, searched);
  const coloring = {
    names: NAMES,
    palette,
    matches: undefined,
    highlighted: new Set<number>(),
    costColoring,
    ...change,
  };
  return { palette, ...treeColors(coloring, boxColors(coloring), COSTED) };
}

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test('a box has the color of its heaviest cost, grayer if it has others', () => {
    const { fill, palette } = colorsOf({ theme });
    const memory = costColor('memory', theme);
    expect(colorHex(fill(F, 1))).toBe(memory);
    expect(fill(MALLOC, 1), 'whatever the function').toBe(fill(F, 1));
    expect(difference(colorHex(fill(F, 2)), memory)).toBeLessThan(2);
    expect(difference(colorHex(fill(F, 0)), costColor('bytecode', theme))).toBeGreaterThan(2);
    expect(fill(F, 3)).toBe(palette.root);
  });

  test('text is readable on all boxes', () => {
    for (const costs of [[], ['gc'], ['memory', 'gc']] as const)
      for (const isColored of [true, false])
        for (const chain of [0, 1, 2, 3]) {
          const { fill } = colorsOf({ theme, costs, isColored });
          expect(contrast(THEMES[theme].text, colorHex(fill(F, chain)))).toBeGreaterThan(4.5);
        }
  });
});

test('boxes light up by their share of the highlighted costs, and all others are dimmed', () => {
  for (const isColored of [true, false]) {
    const { fill, palette } = colorsOf({ isColored, costs: ['gc'] });
    const plain = colorsOf({ isColored });
    expect(fill(F, 1)).toBe(dim(plain.fill(F, 1), palette.background));
    expect(fill(F, 2), 'a single sample is visible').not.toBe(dim(plain.fill(F, 2), palette.background));
    const all = colorsOf({ isColored, costs: ['gc', 'memory'] });
    expect(all.fill(F, 1)).toBe(plain.fill(F, 1));
    expect(colorsOf({ isColored, costs: ['locks'] }).fill(F, 1)).toBe(fill(F, 1));
  }
});

test('a search and highlighted kinds dim boxes in the colors of costs, too', () => {
  const plain = colorsOf();
  const dimmed = dim(plain.fill(F, 1), plain.palette.background);
  const kinds = colorsOf({ highlighted: new Set([Kind.native]) });
  expect([kinds.fill(F, 1), kinds.fill(MALLOC, 1)]).toEqual([dimmed, plain.fill(MALLOC, 1)]);
  const matches = new Uint8Array(NAMES.funcs.length).fill(1, MALLOC, MALLOC + 1);
  const search = colorsOf({ matches, costs: ['memory'] });
  expect([search.fill(F, 1), search.fill(MALLOC, 1)]).toEqual([dimmed, plain.palette.match]);
});

test('without the costs of the tree, colors show the functions', () => {
  const palette = paletteOf(NAMES, 'light');
  const costColoring = costColoringOf(true, new Set(), 'light');
  const coloring = {
    names: NAMES,
    palette,
    matches: undefined,
    highlighted: new Set<number>(),
    costColoring,
  };
  expect(treeColors(coloring, boxColors(coloring), undefined).fill(F, 1)).toBe(palette.funcs[F]);
  const empty = { costs: [], weights: [], shares: new Uint8Array() };
  expect(treeColors(coloring, boxColors(coloring), empty).fill(F, 0)).toBe(palette.root);
});

test('unnamed code stays striped', () => {
  const { stripe, fill, palette } = colorsOf();
  const unknown = palette.stripes.findIndex((each) => each !== 0);
  expect(stripe(F, 1)).toBe(0);
  expect([0, fill(unknown, 1), pixelOf('#ffffff')]).not.toContain(stripe(unknown, 1));
});

test('in a search for a cost, only boxes of matching functions with such samples match', () => {
  const matches = Uint8Array.from(NAMES.funcs.name, (_, func) => (func === MALLOC ? 1 : 0));
  for (const isColored of [true, false]) {
    const { fill, palette } = colorsOf({ matches, searched: 'gc', isColored });
    expect(fill(MALLOC, 2)).toBe(palette.match);
    expect(fill(F, 2)).not.toBe(palette.match);
    const plain = colorsOf({ isColored }).fill(MALLOC, 1);
    expect(fill(MALLOC, 1)).toBe(dim(plain, palette.background));
  }
  const names = colorsOf({ matches });
  expect(names.fill(MALLOC, 1)).toBe(names.palette.match);
});

describe.each(['light', 'dark'] as const)('costs: %s', (theme) => {
  const colors = costColors(theme);
  const { text, background } = THEMES[theme];

  test('text has a contrast of at least 4.5 : 1 on every box, also on dimmed ones', () => {
    for (const [i, color] of colors.entries())
      for (const box of [color, colorHex(dim(pixelOf(color), pixelOf(background)))]) {
        expect(contrast(text, box), COSTS[i].id).toBeGreaterThanOrEqual(4.5);
        expect(contrast(over(text, box, 0.9), box), `place on ${COSTS[i].id}`).toBeGreaterThanOrEqual(4.5);
      }
  });

  test.each(Object.entries(VISION))('are distinguishable with %s vision', (_, vision) => {
    const minDistance = theme === 'light' ? { neighbors: 9.5, any: 4.8 } : { neighbors: 6.5, any: 3.5 };
    for (const [i, a] of colors.entries())
      for (const [j, b] of colors.entries())
        if (j > i)
          expect(difference(a, b, vision), `${COSTS[i].id} and ${COSTS[j].id}`).toBeGreaterThan(
            j === i + 1 ? minDistance.neighbors : minDistance.any,
          );
  });

  test('stand out from the background', () => {
    for (const color of colors) expect(difference(color, background)).toBeGreaterThan(8);
  });
});
