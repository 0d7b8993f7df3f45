import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { parseSvg } from '../../../fixtures/svg-boxes.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { compare } from '../../compare/compare.ts';
import { comparedFunctions } from '../../compare/match/compared-functions.ts';
import { drawnTree } from '../../compare/tree/compared-tree.ts';
import { prepareComparison } from '../../compare/prepare.ts';
import type { BoxWidth, ComparedNodes, SideWeights } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { classify } from '../../python/classify.ts';
import { comparedBoxLines } from '../../text/compared-box.ts';
import { comparedColoring } from '../colors/compared-coloring.ts';
import { writeSvg } from './svg.ts';

/** A differential graph of samples, 1000 pixels wide. */
function svgOf(a: string, b: string, width: BoxWidth = 'b'): string {
  const profiles = [a, b].map((text) => classify(profileOf(text)).profile);
  const [sideA, sideB] = profiles.map((profile) => [comparedProfile(profile)]);
  const prepared = prepareComparison(
    { a: sideA, b: sideB },
    { level: 'merged', renames: [], minEffect: 0.005 },
  );
  const comparison = compare(prepared, { basis: 'cpu' });
  const names = comparedFunctions(profiles.toReversed());
  const funcOf = Int32Array.from(comparison.keys, (key) => names.rowOfKey(key));
  const { tree, source, movedOutOf } = drawnTree(comparison.tree, funcOf, { width, hidesGhosts: false });
  const pick = (side: SideWeights) => Float64Array.from(source, (chain) => side.total(chain));
  const nodes: ComparedNodes = {
    basis: 'cpu',
    measure: 'cycles',
    a: pick(comparison.tree.a),
    b: pick(comparison.tree.b),
    mark: Uint8Array.from(source, (node) => comparison.tree.mark[node]),
    row: source.map((node) => comparison.nodes.findIndex(({ index }) => index === node)),
    rows: comparison.nodes,
    total: undefined,
    movedOutOf,
  };
  const scene = {
    tree,
    direction: 'icicle',
    zoomed: 0,
    width: 1020,
    title: 'a → b',
    level: 'merged',
    measure: 'cycles',
    choices: [],
    names,
    matches: undefined,
    highlighted: new Set<number>(),
    comparedColoring: comparedColoring({ tree, nodes, options: { width, onlyCertain: false } }, 'light'),
    compared: {
      summary: ['No certain difference'],
      legend: ['Blue: less'],
      describe: (box: number) => comparedBoxLines({ names, nodes, tree, moves: [] }, box).join('\n'),
    },
  } as const;
  return [...writeSvg(scene)].join('');
}

const FILLER = 'idle 1\n'.repeat(200);
const A = `${FILLER}${'main;parse 1\n'.repeat(200)}${'main;old 1\n'.repeat(400)}`;
const B = `${FILLER}${'main;retry;parse 1\n'.repeat(200)}`;

test('ghosts are dashed outlines, inserted calls are brackets, and all boxes are named', () => {
  const svg = svgOf(A, B);
  const { boxes } = parseSvg(svg);
  expect(boxes.map(({ lines: [name], width }) => `${name} ${width}`)).toEqual([
    'all 999',
    'main 749',
    'old 499',
    'parse 249',
    'idle 249',
  ]);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg.match(/<path d="M\S+/g)).toHaveLength(1);
  expect(svg).toContain('via retry');
  expect(svg).toContain('Blue: less');
  expect(boxes.find(({ lines: [name] }) => name === 'old')?.lines).toEqual([
    'old',
    'A 400, B 0: −400',
    expect.stringMatching(/^Gone in B: 400 less, certain: −\d+ to −\d+\.$/),
  ]);
  expect(nonFinite(svg)).toEqual(NONE);
});

test('with the width of both sides, A has its own part', () => {
  const parts = /<rect [^>]*width="([\d.]+)"[^>]*pointer-events="none"\/>/g;
  const widths = [...svgOf(B, B, 'both').matchAll(parts)].map(([, width]) => Number(width));
  expect(widths[0]).toBeCloseTo(499.5);
});

/** Where the text has a number that is not finite; NONE if nowhere. */
function nonFinite(text: string): number {
  return text.search(/NaN|Infinity/);
}
