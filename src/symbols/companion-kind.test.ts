import { expect, test } from 'vitest';
import { bytesOf } from '../../fixtures/sources.ts';
import { companionKind, PERF_MAP_NAME } from './companion-kind.ts';

test.each<[string, string, string | undefined]>([
  ['libc.so.6', '\x7fELF\x02\x01', 'elf'],
  ['jit-7.dump', 'DTiJ\x01\0\0\0', 'jitdump'],
  ['jit-7.dump', 'JiTD\x01\0\0\0', 'jitdump'],
  ['/tmp/jit-7.dump', '', 'jitdump'],
  ['jit-7.dump', 'text', undefined],
  ['perf-7.map', '7f0012345000 b py::f:/a.py\n', 'perf map'],
  ['/tmp/perf-7.map', '', 'perf map'],
  // Functions of 11 bytes look like symbols of type b.
  ['perf-7.map', '00007f0012345000 b py::f:/a.py\n', 'perf map'],
  ['functions', '7f0012345000 20 py::f:/a.py\n', 'perf map'],
  ['functions', '0x7f0012345000 0x20 py::f\n', 'perf map'],
  ['kallsyms', '0000000000000000 A fixed_percpu_data\nffffffff81000000 T _text\n', 'kallsyms'],
  ['kallsyms.txt', 'ffffffff81000000 T _text\n', 'kallsyms'],
  ['pyrograph-record.json', '{"schema":1}', 'request'],
  ['other.json', '{"schema":1}', undefined],
  ['/tmp/perf-7.map.gz', '7f0012345000 b py::f:/a.py\n', 'perf map'],
  ['perf.lines', '# python 3.13 header c8\n', 'line table'],
  ['table', '# python 3.13 header c8\n', 'line table'],
  ['perf.lines.gz', '# pyth', 'line table'],
  ['lines.txt', '# python\n', undefined],
  ['notes.txt', 'hello world\n', undefined],
  ['folded.txt', 'main;run 3\n', undefined],
  ['empty', '', undefined],
])('%s starting with %j has the kind %s', (name, start, kind) => {
  expect(companionKind(name, bytesOf(start))).toBe(kind);
});

test('PERF_MAP_NAME matches the process ID', () => {
  const pids = ['perf-12.map', '/tmp/perf-7.map', 'xperf-7.map', 'perf-7.map.gz', 'perf-.map'].map(
    (name) => PERF_MAP_NAME.exec(name)?.[1],
  );
  expect(pids).toEqual(['12', '7', undefined, '7', undefined]);
});
