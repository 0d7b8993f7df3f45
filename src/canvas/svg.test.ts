import { expect, test } from 'vitest';
import { svgPicture, type SvgBox } from '../../fixtures/svg-boxes.ts';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { classify } from '../python/classify.ts';
import { paletteOf, pixelOf, THEMES } from './colors.ts';
import { writeSvg, type SvgScene } from './svg.ts';

function sceneOf(folded: string, change: Partial<SvgScene> = {}): SvgScene {
  const { profile } = classify(profileOf(folded));
  const { funcs, strings, modules } = profile;
  return {
    tree: buildTree(profile, 0).tree,
    direction: 'flame',
    zoomed: 0,
    // A hundred pixels of graph to ten of weight.
    width: 1020,
    title: 'a.perf',
    level: 'python-c',
    event: 'cycles',
    choices: [],
    names: profile,
    palette: paletteOf(funcs, strings, modules, 'light'),
    matches: undefined,
    lit: new Set(),
    ...change,
  };
}

function drawn(scene: SvgScene) {
  return svgPicture([...writeSvg(scene)].join(''));
}

/** Names and places, a row of the picture a line, from the top. */
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

test('boxes lie on their callers, or under them, the heaviest first', () => {
  const rows = ['all 10+999', 'main 10+899, other 910+99', 'h 10+599, f 610+299', 'g 610+299'];
  expect(rowsOf(drawn(sceneOf(STACKS, { direction: 'icicle' })).boxes)).toEqual(rows);
  expect(rowsOf(drawn(sceneOf(STACKS)).boxes)).toEqual(rows.toReversed());
});

test('a zoomed box fills the width, on what it stands on', () => {
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
  // Nothing is too narrow: what lies beside it is not meant.
  expect(texts.join()).not.toContain('Left out');
});

test('what is too narrow is left out and counted, with all that stands on it', () => {
  const { boxes, texts } = drawn(sceneOf('main;f 2000\nmain;g;h;i 0.9\nmain;j 0.5\nmain;k 0.1'));
  expect(boxes.map(({ lines }) => lines[0])).toEqual(['all', 'main', 'f']);
  expect(texts.at(-1)).toBe('Left out: 5 boxes narrower than 0.5 of a pixel');
});

test('a heading says what is shown, titles what each box is', () => {
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

test('boxes have the colours of the page, and a search dims what it does not mean', () => {
  const scene = sceneOf(STACKS);
  const { funcs } = scene.palette;
  const fills = (each: SvgScene) => drawn(each).boxes.map(({ fill }) => pixelOf(fill));
  expect(fills(scene).slice(1)).toEqual(Array.from(scene.tree.func.slice(1), (func) => funcs[func]));
  const matches = new Uint8Array(funcs.length);
  matches[scene.tree.func[1]] = 1;
  const [, main, ...others] = fills({ ...scene, matches });
  expect(main).toBe(scene.palette.match);
  expect(others).not.toContain(scene.palette.match);
  expect(others).not.toEqual(fills(scene).slice(2));
});

test('where nothing was sampled there is only a heading', () => {
  const { boxes, texts } = drawn(sceneOf(''));
  expect(boxes).toEqual([]);
  expect(texts).toHaveLength(2);
});
