import { expect, test } from 'vitest';
import type { Filter } from '../../model/filter.ts';
import { Kind } from '../../model/kinds.ts';
import { keptText, fullTargetName, filterLabel, rangeLabel, threadsLabel } from './filter-labels.ts';

const filterOf = (action: Filter['action'], target: Filter['target']) => ({ action, target });

test.each([
  [
    filterOf('focus', { by: 'function', name: 'py::Parser.parse:/app/a.py', module: '' }),
    'Focus: Parser.parse',
  ],
  [
    filterOf('only', { by: 'function', name: 'py::<module>:/app/a.py', module: '' }),
    'Only: <module> in a.py',
  ],
  [
    filterOf('hide', { by: 'function', name: 'py::f.<locals>.<lambda>:/a.py', module: '' }),
    'Hide: f.<locals>.<lambda>',
  ],
  [filterOf('callers', { by: 'function', name: 'memcpy', module: '/lib/libc.so.6' }), 'Callers of: memcpy'],
  [filterOf('hide', { by: 'function', name: 'std::sort', module: '/a.so' }), 'Hide: std::sort'],
  [
    filterOf('hide', { by: 'function', name: '[unknown]', module: '/lib/libx.so' }),
    'Hide: [unknown] in libx.so',
  ],
  [filterOf('hide', { by: 'package', path: 'numpy' }), 'Hide: package numpy'],
  [filterOf('keep', { by: 'package', path: 'numpy' }), 'Keep: package numpy'],
  [filterOf('keep', { by: 'folder', path: '/home/ada/shop' }), 'My code: ~/shop'],
  [filterOf('keep', { by: 'folder', path: '/srv/shop/' }), 'My code: /srv/shop'],
  [filterOf('hide', { by: 'folder', path: '/srv/shop' }), 'Hide: folder /srv/shop'],
  [filterOf('drop', { by: 'file', path: '/app/deep/a.py' }), 'Drop: file a.py'],
  [filterOf('drop', { by: 'file', path: '/usr/lib/python3/json/__init__.py' }), 'Drop: file json'],
  [
    filterOf('drop', { by: 'file', path: '<frozen importlib._bootstrap>' }),
    'Drop: file importlib._bootstrap',
  ],
  [filterOf('collapse', { by: 'module', path: '[kernel.kallsyms]' }), 'Collapse: module [kernel.kallsyms]'],
  [filterOf('only', { by: 'kind', kind: Kind.own }), 'Only: kind own code'],
  [filterOf('only', { by: 'kind', kind: Kind.importlib }), 'Only: imports'],
  [filterOf('hide', { by: 'kind', kind: Kind.importlib }), 'Hide: kind imports'],
  [filterOf('only', { by: 'pattern', query: '^py::' }), 'Only: /^py::/'],
  [filterOf('recursion', undefined), 'Collapse recursion'],
])('labels the filter %j', (filter, label) => expect(filterLabel(filter)).toBe(label));

test('shows the full name of a target', () => {
  expect(fullTargetName({ by: 'function', name: 'f', module: '/lib/a.so' })).toBe('f in /lib/a.so');
  expect(fullTargetName({ by: 'function', name: 'py::f:/a.py', module: '' })).toBe('py::f:/a.py');
  expect(fullTargetName({ by: 'file', path: '/app/a.py' })).toBe('/app/a.py');
  expect(fullTargetName({ by: 'pattern', query: 'f' })).toBe('/f/');
});

test.each([
  [1.2e9, 3.4e9, 'Range: 1.20 s – 3.40 s'],
  [0, 25e9, 'Range: 0.0 s – 25.0 s'],
  [1.2e9, 1.212345e9, 'Range: 1.2000 s – 1.2123 s'],
  [100e9, 400e9, 'Range: 100.0 s – 400.0 s'],
  [5, 6, 'Range: 0.000000005 s – 0.000000006 s'],
])('labels the range from %d to %d', (from, to, label) => {
  const timeline = { from: 2 ** 40, to: 2 ** 40 + 500e9 };
  expect(rangeLabel({ from: timeline.from + from, to: timeline.from + to }, timeline)).toBe(label);
});

test('labels a range by its length while the timeline is loading', () => {
  expect(rangeLabel({ from: 7e9, to: 9.5e9 }, undefined)).toBe('Range: 2.5 s long');
});

test('says what filters keep of each side of a comparison', () => {
  expect(keptText({ cpu: [9.71e9, 19e9], cpuUnfiltered: [10e9, 20e9] })).toBe(
    'A 97.1%, B 95.0% of the samples',
  );
  expect(keptText({ cpu: [10e9, 20e9], cpuUnfiltered: [10e9, 20e9] })).toBe(
    'A 100.0%, B 100.0% of the samples',
  );
  expect(keptText({ cpu: [0, 5], cpuUnfiltered: [0, 10] })).toBe('A 0%, B 50.0% of the samples');
});

test('counts a renamed thread once', () => {
  const list = [
    { pid: 1, tid: 1, comm: 'perf-exec' },
    { pid: 1, tid: 1, comm: 'python' },
    { pid: 1, tid: 2, comm: 'worker' },
    { pid: -1, tid: -1, comm: 'old' },
  ];
  expect(threadsLabel([0, 1, 2], list, 3)).toBe('2 of 3 threads');
  expect(threadsLabel([0, 1], list, 3)).toBe('1 of 3 threads: perf-exec 1');
  expect(threadsLabel([3], list, 1)).toBe('1 of 1 thread: old');
  expect(threadsLabel([], list, 3)).toBe('0 of 3 threads');
});

test.each([
  [0, '1 of 5 threads: python 1 of process 1'],
  [1, '1 of 5 threads: python 1 of process 2'],
  [2, '1 of 5 threads: worker 2'],
  [3, '1 of 5 threads: old of process 3'],
  [5, '1 of 5 threads: old'],
])('distinguishes threads with the same name and ID in different processes: row %d', (row, label) => {
  const list = [
    { pid: 1, tid: 1, comm: 'python' },
    { pid: 2, tid: 1, comm: 'python' },
    { pid: 2, tid: 2, comm: 'worker' },
    { pid: 3, tid: -1, comm: 'old' },
    { pid: 2, tid: 2, comm: 'worker' },
    { pid: -1, tid: -1, comm: 'old' },
  ];
  expect(threadsLabel([row], list, 5)).toBe(label);
});
