// The call tree and the table by source line, with the functions that the page needs to show them.

import { expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import {
  hashPathTo,
  findLinkedNode,
  pathTo,
  resolvePath,
  wholePath,
  functionIdsOf,
} from '../../src/model/call-path.ts';
import { NONE } from '../../src/model/profile.ts';
import { ALL_SAMPLES } from '../../src/model/session.ts';
import { nodesTo } from '../../src/model/tree.ts';
import { classify } from '../../src/python/classify.ts';
import { labelOf } from '../../src/text/labels.ts';
import { rowLabel, rowText } from '../../src/text/row-labels.ts';
import { localViews } from './views.ts';

const TEXT = `
  py::main:/srv/app.py L9;py::work:/srv/app.py L3 10
  py::main:/srv/app.py L9;py::work:/srv/app.py L4;sum@/bin/python3 20
  py::main:/srv/app.py L8;py::work:/srv/app.py L4 40
  py::main:/srv/app.py;py::work:/srv/app.py 80
`;

function viewsOf(text: string) {
  const profile = profileOf(text);
  const events = [{ name: 'cycles', samples: profile.samples.length, weight: 0, measure: 'cycles' }];
  const classified = classify(profile);
  const recording = recordingOf(classified.profile, { events });
  return localViews({ classified, recording, unclassified: profile, aggregateOf: () => NONE });
}

const options = { ...ALL_SAMPLES, level: 'python-c', event: 0, foldImports: true } as const;

async function treeByLine() {
  const views = viewsOf(TEXT);
  const { recording } = views.open;
  const { tree, lineFuncs = recording.funcs } = await views.treeByLine({ options, shape: 'calls' });
  const lined = { ...recording, funcs: lineFuncs };
  const paths = Array.from({ length: tree.length - 1 }, (_, i) => {
    const names = nodesTo(tree, i + 1).map((node) => labelOf(lined, tree.func[node]));
    return names.map(({ name, place }) => `${name} ${place}`.trimEnd()).join(' > ');
  });
  return { views, tree, lined, paths };
}

test('the tree has a node for each line, and its functions keep their rows', async () => {
  const { tree, lined, paths, views } = await treeByLine();
  expect([...paths].sort()).toEqual([
    'main app.py',
    'main app.py > work app.py',
    'main app.py:8',
    'main app.py:8 > work app.py:4',
    'main app.py:9',
    'main app.py:9 > work app.py:3',
    'main app.py:9 > work app.py:4',
    'main app.py:9 > work app.py:4 > sum',
  ]);
  expect(tree.total[0]).toBe(150);
  const { funcs } = views.open.recording;
  expect(lined.funcs.name.subarray(0, funcs.length)).toEqual(funcs.name);
});

test('a node is found again by its link, and as a call of the whole function', async () => {
  const { views, tree, lined, paths } = await treeByLine();
  const names = { ids: functionIdsOf(lined), funcs: lined.funcs };
  const merged = await views.trees.get(options);
  const whole = { ids: functionIdsOf(views.open.recording), funcs: views.open.recording.funcs };
  for (const [i, text] of paths.entries()) {
    const path = pathTo(tree, i + 1, names);
    expect(resolvePath(tree, path, names)).toEqual({ node: i + 1, match: 'exact' });
    expect(findLinkedNode(tree, hashPathTo(tree, i + 1, names), names), text).toBe(i + 1);
    const { node, match } = resolvePath(merged.tree, wholePath(path, names), whole);
    const found = nodesTo(merged.tree, node).map(
      (at) => labelOf(views.open.recording, merged.tree.func[at]).name,
    );
    expect([found.join(' > '), match]).toEqual([text.replace(/ app\.py(?::\d+)?/g, ''), 'exact']);
  }
});

test('the table by line has the rows of the hottest lines', async () => {
  const views = viewsOf(TEXT);
  const table = await views.table({ options, by: 'line' });
  const recording = { ...views.open.recording, funcs: table.lineFuncs ?? views.open.recording.funcs };
  const rows = Array.from(table.id, (id, row) => [
    `${rowLabel(recording, 'line', id).name} ${rowLabel(recording, 'line', id).place}`,
    table.self[row],
    table.total[row],
  ]);
  expect(rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['(no line) ', 100, 100],
    ['main app.py:8', 0, 40],
    ['main app.py:9', 0, 30],
    ['work app.py:3', 10, 10],
    ['work app.py:4', 40, 60],
  ]);
  expect(rowText(recording, 'line', table.id[1])).toMatch(/^py::\w+:\/srv\/app\.py\n\/srv\/app\.py:\d+$/);
  expect([table.weight, table.samples]).toEqual([150, 4]);
  const hottest = await views.hottestLines({ options });
  const sums = (row: { self: number; total: number }) => `${row.self} ${row.total}`;
  expect(new Set(hottest.map(sums))).toEqual(
    new Set(Array.from(table.id.subarray(1), (_, i) => `${table.self[i + 1]} ${table.total[i + 1]}`)),
  );
});

test('without lines, the table by line has one row, and the tree is the usual one', async () => {
  const views = viewsOf(TEXT.replaceAll(/ L\d+/g, ''));
  expect((await views.table({ options, by: 'line' })).length).toBe(1);
  const { tree, lineFuncs } = await views.treeByLine({ options, shape: 'calls' });
  expect([tree.length, lineFuncs]).toEqual([4, undefined]);
});
