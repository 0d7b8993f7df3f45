import { describe, expect, test } from 'vitest';
import { parseOptions, splitArguments, type RecordValues } from './arguments.ts';

const split = (line: string) => splitArguments(line.split(' '));
const parse = (values: Partial<RecordValues>, line = '-- python3 app.py') =>
  parseOptions({ 'all-cpus': false, ...values }, split(line), 'out/perf.data');

test('words after --perf are for perf, and those after -- are the program', () => {
  expect(split('-F 99 --perf --all-user -C 0 -- python3 a.py --perf -- x')).toEqual({
    own: ['-F', '99'],
    perf: ['--all-user', '-C', '0'],
    program: ['python3', 'a.py', '--perf', '--', 'x'],
  });
  expect(split('-p 12 --perf --all-user')).toEqual({ own: ['-p', '12'], perf: ['--all-user'], program: [] });
  expect(split('-- a --perf')).toEqual({ own: [], perf: [], program: ['a', '--perf'] });
});

test('--perf needs options', () => {
  expect(() => split('--perf -- a')).toThrow('Put options of perf record after --perf.');
  expect(() => split('-a --perf')).toThrow('Put options of perf record after --perf.');
});

test('values are parsed', () => {
  expect(
    parse({ frequency: '199', 'stack-bytes': '8190', duration: '2.5', 'mmap-pages': '4M', mode: 'fp' }),
  ).toMatchObject({ frequency: 199, stackSize: 8192, duration: 2.5, buffer: '4M', mode: 'fp' });
  expect(parse({})).toMatchObject({
    frequency: undefined,
    stackSize: undefined,
    duration: undefined,
    buffer: '',
    attach: '',
    output: 'out/perf.data',
  });
});

describe('errors', () => {
  test.each<[Partial<RecordValues>, string, string]>([
    [{ frequency: '0' }, '-- a', 'Invalid -F 0'],
    [{ 'stack-bytes': '65529' }, '-- a', 'Invalid --stack-bytes 65529: give a number from 512 to 65528.'],
    [{ 'stack-bytes': '1k' }, '-- a', 'Invalid --stack-bytes'],
    [{ duration: '0' }, '-- a', 'Invalid --duration 0'],
    [{ duration: '1m' }, '-- a', 'Invalid --duration 1m'],
    [{ 'mmap-pages': '0' }, '-- a', 'Invalid -m 0'],
    [{ mode: 'lbr' }, '-- a', 'Unknown mode lbr'],
    [{ pid: 'x' }, '-F 9', 'Invalid -p x'],
    [{ pid: '1' }, '-- a', 'Use only one of -p, -a and PROGRAM'],
    [{ pid: '1', 'all-cpus': true }, '-F 9', 'Use only one of -p, -a and PROGRAM'],
    [{}, '-F 9', 'Put PROGRAM after --.'],
  ])('%o %s', (values, line, message) => {
    expect(() => parse(values, line)).toThrow(message);
  });

  test('none with -a, which may have a program', () => {
    expect(parse({ 'all-cpus': true }, '-F 9').systemWide).toBe(true);
    expect(parse({ 'all-cpus': true }, '-- a').systemWide).toBe(true);
  });
});
