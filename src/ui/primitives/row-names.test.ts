import { describe, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { NONE } from '../../model/profile.ts';
import type { CostGrouping, Grouping } from '../../model/session.ts';
import { classify } from '../../python/classify.ts';
import { rowLabel, rowText } from '../../text/row-labels.ts';
import { explainRow, labelToCopy, rowKinds, matchingRows } from './row-names.ts';

const PYTHON = '@/usr/lib/libpython3.13.so.1.0';
const { profile } = classify(
  profileOf(
    [
      'main 7/9 | py::walk:/app/tree.py@/tmp/perf-7.map;py::Encoder.run:/usr/lib/python3.13/json/encoder.py 3',
      `main 7/9 | py::walk:/app/tree.py@/tmp/perf-7.map;list_sort${PYTHON};malloc@/usr/lib/libc.so.6 2`,
      '[unknown]@[kernel.kallsyms] ^ 1',
    ].join('\n'),
  ),
);
const recording = recordingOf(profile);
const funcNamed = (name: string) =>
  [...profile.funcs.name].findIndex((each) => profile.strings[each].includes(name));

test('names a thread by its name and IDs', () => {
  const thread = profile.threads.findIndex(({ comm }) => comm === 'main');
  expect(rowLabel(recording, 'thread', thread)).toEqual({ name: 'main', place: 'process 7, thread 9' });
  const unnamed = profile.threads.findIndex(({ comm }) => comm === '');
  expect(rowLabel(recording, 'thread', unnamed)).toEqual({ name: '(no name)', place: '' });
});

describe('names a row', () => {
  const walk = funcNamed('walk');
  const idOf = (by: Exclude<Grouping, CostGrouping | 'line'>, func: number) =>
    by === 'function' || by === 'thread' ? func : profile.funcs[by][func];

  test('by its Python function name, with its file', () => {
    expect(rowLabel(recording, 'function', walk)).toEqual({ name: 'walk', place: 'tree.py' });
    expect(labelToCopy(recording, 'function', walk)).toEqual({ name: 'walk', place: '/app/tree.py' });
    expect(rowText(recording, 'function', walk)).toBe('py::walk:/app/tree.py\n/app/tree.py');
  });

  test('by its file or module, with the folder', () => {
    expect(rowLabel(recording, 'file', idOf('file', walk))).toEqual({ name: 'tree.py', place: '/app' });
    expect(labelToCopy(recording, 'file', idOf('file', walk))).toEqual({
      name: 'tree.py',
      place: '/app/tree.py',
    });
    const run = funcNamed('Encoder');
    expect(rowLabel(recording, 'file', idOf('file', run))).toEqual({
      name: 'json.encoder',
      place: '/usr/lib/python3.13/json',
    });
    expect(rowText(recording, 'file', idOf('file', walk))).toBe('/app/tree.py');
    const malloc = funcNamed('malloc');
    expect(rowLabel(recording, 'module', idOf('module', malloc))).toEqual({
      name: 'libc.so.6',
      place: '/usr/lib',
    });
  });

  test('by its kind', () => {
    expect(rowLabel(recording, 'kind', idOf('kind', walk)).name).toBe('own code');
  });

  test.each(['file', 'package', 'module'] as const)('whose code has no %s', (by) => {
    expect(rowLabel(recording, by, -1)).toEqual({ name: `(no ${by})`, place: '' });
    expect(rowText(recording, by, -1)).toBe(`(no ${by})`);
  });
});

test('names a part with its cost, and a part without a name by its cost', () => {
  const json = { cost: 'libraries', part: 'json' } as const;
  const name = { name: 'json', place: 'Compiled libraries' };
  expect(rowLabel(recording, 'part', 7, json)).toEqual(name);
  expect(labelToCopy(recording, 'part', 7, json)).toEqual(name);
  expect(rowText(recording, 'part', 7, json)).toBe('json\nCompiled libraries');
  const unnamed = { cost: 'bytecode', part: '' } as const;
  expect(rowLabel(recording, 'part', 7, unnamed)).toEqual({ name: 'Running bytecode', place: '' });
  expect(rowLabel(recording, 'cost', 5)).toEqual({ name: 'Garbage collection', place: '' });
  expect(explainRow('cost', 5)).toContain('cyclic collector');
});

test('gives a group the kind of most of its functions', () => {
  const { file, module } = profile.funcs;
  const files = Int32Array.of(file[funcNamed('walk')], file[funcNamed('Encoder')], -1);
  const kinds = [...rowKinds(recording, 'file', files)].map((kind) => KIND_LABELS[kind]);
  expect(kinds).toEqual(['own code', 'standard library', 'unknown']);
  const modules = Int32Array.of(module[funcNamed('list_sort')], module[funcNamed('malloc')]);
  expect([...rowKinds(recording, 'module', modules)].map((kind) => KIND_LABELS[kind])).toEqual([
    'interpreter',
    'native',
  ]);
});

test('matches a row if one of its functions matches', () => {
  const matches = new Uint8Array(profile.funcs.length);
  matches[funcNamed('walk')] = 1;
  const { file } = profile.funcs;
  const files = Int32Array.of(file[funcNamed('Encoder')], file[funcNamed('walk')], -1);
  expect([...matchingRows(recording, 'file', files, matches)]).toEqual([0, 1, 0]);
  expect([...matchingRows(recording, 'function', Int32Array.of(funcNamed('walk')), matches)]).toEqual([1]);
});

test('explains the row for code without a file, and no other rows', () => {
  expect(explainRow('file', NONE)).toContain('C functions');
  expect(explainRow('file', 0)).toBeUndefined();
  expect(explainRow('function', NONE)).toBeUndefined();
});
