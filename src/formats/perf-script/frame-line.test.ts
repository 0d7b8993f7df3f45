import { describe, expect, test } from 'vitest';
import { FuncFlags } from '../../model/profile.ts';
import { parseFrameLine } from './frame-line.ts';

const { plain, inlined, upperHalf } = FuncFlags;

describe('with modules, a frame is an address, a name without its offset, and a module in parentheses', () => {
  test.each<[string, string, string | undefined, number]>([
    ['    7f0000000010 sym+0x1f (/path/dso)', 'sym', '/path/dso', plain],
    ['    7f0000000010 sym (/path/dso)', 'sym', '/path/dso', plain],
    ['    7f0000000010 [unknown] (/path/dso)', '[unknown]', '/path/dso', plain],
    ['    7f0000000010 [unknown] ([unknown])', '[unknown]', '[unknown]', plain],
    ['    7f0000000010 [unknown] ()', '[unknown]', '', plain],
    ['    7f0000000010 (/path/dso)', '[unknown]', '/path/dso', plain],
    ['               0 [unknown] ([unknown])', '[unknown]', '[unknown]', plain],
    ['ffffffff8158c221 do_fault+0x2ec ([kernel.kallsyms])', 'do_fault', '[kernel.kallsyms]', upperHalf],
    ['ffffffffffffffff [unknown] ([unknown])', '[unknown]', '[unknown]', upperHalf],
    ['8000000000000000 [unknown] ([unknown])', '[unknown]', '[unknown]', upperHalf],
    ['7fffffffffffffff [unknown] ([unknown])', '[unknown]', '[unknown]', plain],
    ['    7f0000000010 clock+0x56 ([vdso])', 'clock', '[vdso]', plain],
    ['    7f0000000010 f+0x1 (/a b/c (x)/gone.so (deleted))', 'f', '/a b/c (x)/gone.so (deleted)', plain],
    ['    7f0000000010 f+0x1 (/memfd:x y (deleted))', 'f', '/memfd:x y (deleted)', plain],
    ['    7f0000000010 f(int (*)(char)) const+0x3 (/a b/c)', 'f(int (*)(char)) const', '/a b/c', plain],
    ['    7f0000000010 (anonymous namespace)::f(int)+0x3 (/x)', '(anonymous namespace)::f(int)', '/x', plain],
    ['    7f0000000010 operator()(int) const+0x3 (/x)', 'operator()(int) const', '/x', plain],
    ['    7f0000000010 A::operator( (/x)', 'A::operator(', '/x', plain],
    ['    7f0000000010 A::operator(+0x1 (/x)', 'A::operator(', '/x', plain],
    ['    7f0000000010 odd) name+0x1 (/x)', 'odd) name', '/x', plain],
    ['    7f0000000010 f+0x1 (/x (y)', 'f', '/x (y', plain],
    ['    7f0000000010 f+0x1 (/x (y (deleted))', 'f', '/x (y (deleted)', plain],
    ['    7f0000000010 f+0x1 (bpf_prog_6deef7357e7b4530)', 'f', 'bpf_prog_6deef7357e7b4530', plain],
    ['    7f0000000010 f (int)+0x1 (anon)', 'f (int)', 'anon', plain],
    ['    7f0000000010 f+0x1 (/x) y)', 'f', '/x) y', plain],
    ['    7f0000000010 f+0x1 ([heap)', 'f', '[heap', plain],
    [
      '    7f0000000010 py::f:/app/main.py+0x6 (/tmp/perf-7.map)',
      'py::f:/app/main.py',
      '/tmp/perf-7.map',
      plain,
    ],
    ['    7f0000000010 py::f:<string (x) 1>+0x6 (/tmp/p.map)', 'py::f:<string (x) 1>', '/tmp/p.map', plain],
    ['    7f0000000010 __libc_start_main@@GLIBC_2.34+0x8 (/c)', '__libc_start_main@@GLIBC_2.34', '/c', plain],
    ['    7f0000000010 f+0x1 (/path/dso+0x891f5)', 'f', '/path/dso', plain],
    ['    7f0000000010 f+0x1+0x2 (/x)', 'f+0x1', '/x', plain],
    ['    7f0000000010 f+0xffffffffffff8000 (/x)', 'f', '/x', plain],
    ['              85 f+0x5 (/tmp/jitted-1-2.so)', 'f', '/tmp/jitted-1-2.so', plain],
    ['    7f0000000010 helper+0x10 (inlined)', 'helper', undefined, inlined],
    ['ffffffff8158c221 helper+0x10 (inlined)', 'helper', undefined, inlined | upperHalf],
    ['    7f0000000010 f(int) (inlined)', 'f(int)', undefined, inlined],
    ['    7f0000000010 <lambda>()+0x1 (inlined)', '<lambda>()', undefined, inlined],
  ])('%s', (text, name, module, flags) => {
    expect(parseFrameLine(text, true)).toEqual({ name, module, flags });
  });
});

describe('without modules, everything after the address is the name', () => {
  test.each<[string, string]>([
    ['    7f0000000010 sym+0x1f', 'sym'],
    ['    7f0000000010 sym', 'sym'],
    ['    7f0000000010 f(int (*)(char)) (x)', 'f(int (*)(char)) (x)'],
    ['    7f0000000010', '[unknown]'],
    ['    7f0000000010 ', '[unknown]'],
    ['    7f0000000010 [unknown]', '[unknown]'],
  ])('%j', (text, name) => {
    expect(parseFrameLine(text, false)).toEqual({ name, module: undefined, flags: plain });
  });
});

describe('other lines are not frames', () => {
  test.each([
    '',
    ' ',
    'not an address',
    'xyz sym (/x)',
    '7f0000000010sym (/x)',
    '17f00000000000000 too long (/x)',
    '    7f0000000010 sym',
    '    7f0000000010 sym (/x',
    '    7f0000000010',
    '    7f0000000010 sym(/x)',
    '    7f0000000010 operator()',
    '<not enough memory for the callchain cursor>',
  ])('%j', (text) => expect(parseFrameLine(text, true)).toBeUndefined());
});

test('a long name full of parentheses is parsed quickly', () => {
  const parentheses = ' ('.repeat(20_000);
  expect(parseFrameLine(`7f0000000010 ${parentheses}+0x1 (/x)`, true)?.module).toBe('/x');
  expect(parseFrameLine(`7f0000000010 ${')'.repeat(40_000)}`, true)).toBeUndefined();
});
