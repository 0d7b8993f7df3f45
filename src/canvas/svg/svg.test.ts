import { expect, test } from 'vitest';
import { parseSvg, type SvgBox } from '../../../fixtures/svg-boxes.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { classify } from '../../python/classify.ts';
import { paletteOf, pixelOf, THEMES } from '../colors/colors.ts';
import { writeSvg, type SvgScene, wrapParts } from './svg.ts';
import { TextFit } from '../boxes/text-fit.ts';

function sceneOf(folded: string, change: Partial<SvgScene> = {}): SvgScene {
  const { profile } = classify(profileOf(folded));
  return {
    tree: buildTree(profile, 0).tree,
    direction: 'flame',
    zoomed: 0,
    // Leaves 1000 pixels for the graph: 10 per unit of weight in STACKS.
    width: 1020,
    title: 'a.perf',
    level: 'python-c',
    measure: 'cycles',
    choices: [],
    names: profile,
    matches: undefined,
    highlighted: new Set(),
    ...change,
  };
}

function drawn(scene: SvgScene) {
  return parseSvg([...writeSvg(scene)].join(''));
}

/** Names and positions, one line per row of the picture, from the top. */
function rowsOf(boxes: readonly SvgBox[]): string[] {
  const rows = [...new Set(boxes.map(({ y }) => y))].sort((a, b) => a - b);
  return rows.map((y) =>
    boxes
      .filter((box) => box.y === y)
      .map(({ lines, x, width }) => `${lines[0]} ${x}+${width}`)
      .join(', '),
  );
}

const STACKS = 'main;f;g 30\nmain;h 60\nother 10';

test('boxes are above or below their callers, heaviest first', () => {
  const rows = ['all 10+999', 'main 10+899, other 910+99', 'h 10+599, f 610+299', 'g 610+299'];
  expect(rowsOf(drawn(sceneOf(STACKS, { direction: 'icicle' })).boxes)).toEqual(rows);
  expect(rowsOf(drawn(sceneOf(STACKS)).boxes)).toEqual(rows.toReversed());
});

test('a zoomed box and its callers fill the width', () => {
  const scene = sceneOf(STACKS, { direction: 'icicle' });
  const { func } = scene.tree;
  const zoomed = func.findIndex(
    (each) => each >= 0 && scene.names.strings[scene.names.funcs.name[each]] === 'f',
  );
  const { boxes, texts } = drawn({ ...scene, zoomed });
  expect(rowsOf(boxes)).toEqual(['all 10+999', 'main 10+999', 'f 10+999', 'g 10+999']);
  const [all, main, f, g] = boxes.map(({ fill }) => fill);
  expect(f).toBe(g);
  expect(main).not.toBe(f);
  expect(all).not.toBe(THEMES.light.root);
  // Boxes beside the zoomed box do not count as too narrow.
  expect(texts.join()).not.toContain('Left out');
});

test('boxes that are too narrow are left out with their callees, and counted', () => {
  const { boxes, texts } = drawn(sceneOf('main;f 2000\nmain;g;h;i 0.9\nmain;j 0.5\nmain;k 0.1'));
  expect(boxes.map(({ lines }) => lines[0])).toEqual(['all', 'main', 'f']);
  expect(texts.at(-1)).toBe('Left out: 5 narrow boxes');
});

test('rows in which nothing is 3 pixels wide are left out', () => {
  const { boxes, texts } = drawn(sceneOf('main;f 2000\nmain;f;g;h;i 4\nmain;f;g 10'));
  expect(boxes.map(({ lines }) => lines[0])).toEqual(['all', 'main', 'f', 'g']);
  expect(texts.at(-1)).toBe('Left out: 2 narrow boxes');
});

test('the heading describes the graph, titles describe the boxes', () => {
  const { title, texts, boxes } = drawn(
    sceneOf('main;py::f:/app/a.py 1234567', { choices: ['Hide: g', 'Range: 1 s long'] }),
  );
  expect(title).toBe('a.perf · Pyrograph');
  expect(texts.slice(0, 2)).toEqual([
    'a.perf',
    'Python and C · 1.23 M of cycles · 1 sample · Hide: g · Range: 1 s long',
  ]);
  expect(boxes[2].lines).toEqual(['f', '/app/a.py', '1,234,567, 1 sample, 100.0% of all']);
  expect(texts).toEqual(expect.arrayContaining(['f', 'a.py']));
});

test('a long description and the legend are wrapped, and the graph is between them', () => {
  const compared = {
    summary: ['B uses 2 % more CPU time.'],
    legend: ['Blue: less in B.', 'Orange: more in B.'],
    describe: () => 'box',
  };
  const pictureOf = (width: number) =>
    drawn(sceneOf(STACKS, { width, compared, choices: ['Hide: g'], direction: 'icicle' }));
  const [wide, narrow] = [pictureOf(1020), pictureOf(220)];
  expect(wide.texts[1]).toBe('B uses 2 % more CPU time. · Python and C · Hide: g');
  expect(wide.texts.at(-1)).toBe('Blue: less in B. Orange: more in B.');
  expect(narrow.texts.slice(1, 3)).toEqual(['B uses 2 % more CPU time.', 'Python and C · Hide: g']);
  expect(narrow.texts.slice(-2)).toEqual(['Blue: less in B.', 'Orange: more in B.']);
  expect(narrow.boxes[0].y).toBe(wide.boxes[0].y + 18);
  expect(narrow.height).toBe(wide.height + 2 * 18);
});

test('boxes have the same colors as on the page, and a search dims other functions', () => {
  const scene = sceneOf(STACKS);
  const { funcs, match } = paletteOf(scene.names, 'light');
  const fills = (each: SvgScene) => drawn(each).boxes.map(({ fill }) => pixelOf(fill));
  expect(fills(scene).slice(1)).toEqual(Array.from(scene.tree.func.slice(1), (func) => funcs[func]));
  const matches = new Uint8Array(funcs.length);
  matches[scene.tree.func[1]] = 1;
  const [, main, ...others] = fills({ ...scene, matches });
  expect(main).toBe(match);
  expect(others).not.toContain(match);
  expect(others).not.toEqual(fills(scene).slice(2));
});

test('wide boxes of unnamed code are striped, and each pattern is written once', () => {
  const scene = sceneOf(
    'main;[unknown]@/usr/lib/libm.so.6 500\nf;[unknown]@/usr/lib/libm.so.6 499\n[stack cut] 1',
  );
  const svg = [...writeSvg(scene)].join('');
  const [id, ...others] = [...svg.matchAll(/<pattern id="([^"]+)"/g)].map((match) => match[1]);
  expect(others).toEqual([]);
  const fills = drawn(scene).boxes.map(({ fill }) => fill);
  expect(fills.filter((fill) => fill === `url(#${id})`)).toHaveLength(2);
});

test('a graph without samples has only a heading', () => {
  const { boxes, texts } = drawn(sceneOf(''));
  expect(boxes).toEqual([]);
  expect(texts).toHaveLength(2);
});

test('boxes of which half or more is inferred are hatched, and the legend says so', () => {
  const scene = sceneOf('main;f 6\nmain;g 4');
  const { tree, names } = scene;
  const chainNamed = (name: string) =>
    Array.from({ length: tree.chains }, (_, chain) => chain).find(
      (chain) => chain > 0 && names.strings[names.funcs.name[tree.func[tree.first[chain]]]] === name,
    ) ?? 0;
  // All of f and a quarter of g is inferred, and so 7 of the 10 units of main, which is in the chain of the root.
  const weightOf = new Map([
    [0, 7],
    [chainNamed('f'), 6],
    [chainNamed('g'), 1],
  ]);
  const chains = Array.from({ length: tree.chains }, (_, chain) => chain);
  const inferred = {
    first: Int32Array.from([...chains, tree.chains]),
    depth: Int32Array.from(
      chains,
      (chain) => tree.depth[chain] + tree.first[chain + 1] - tree.first[chain] - 1,
    ),
    weight: Float64Array.from(chains, (chain) => weightOf.get(chain) ?? 0),
  };
  const texts = [...writeSvg({ ...scene, inferred })];
  const hatched = texts.flatMap((text, i) =>
    text.includes('url(#inferred)') ? [/<title>(.*)/.exec(texts[i - 1])?.[1]] : [],
  );
  expect(hatched).toEqual(['main', 'f']);
  const { boxes, texts: lines } = parseSvg(texts.join(''));
  expect(boxes.map(({ lines: [name, , share] }) => [name, share])).toContainEqual([
    'g',
    '25.0% of it inferred',
  ]);
  expect(lines).toContain('hatched: inferred');
  expect([...writeSvg(scene)].join('')).not.toContain('inferred');
});

/** Every character is one pixel wide. */
const fit = new TextFit(() => 1);

test.each<[parts: string[], room: number, lines: string[]]>([
  [['one two', 'three'], 15, ['one two · three']],
  [['one two', 'three'], 14, ['one two', 'three']],
  [['one', 'two', 'three'], 10, ['one · two', 'three']],
  [['B uses 2 %: f +1 %, g +1 %', 'x'], 16, ['B uses 2 %:', 'f +1 %, g +1 %', 'x']],
  [['B uses 2 %: f +1 %, g +1 %', 'x'], 20, ['B uses 2 %: f +1 %,', 'g +1 % · x']],
  [['abcdefghij', 'x'], 5, ['abcd…', 'x']],
  [[], 5, []],
])('%j within %d pixels', (parts, room, lines) => {
  expect(wrapParts(parts, ' · ', fit, room)).toEqual(lines);
});
