import { endsOf } from '../../fixtures/evaluator-frames.ts';
import { describe, expect, test } from 'vitest';
import { bytesAt, folders, SKIP_NOTE, unzipped } from '../../fixtures/profiles.ts';
import { bytesOf } from '../../fixtures/sources.ts';
import { NONE } from '../model/profile.ts';
import { readLineTable } from './line-table.ts';

const HEAD = '# python 3.13 header c8\n';
/** RESUME, LOAD_FAST, CALL with three caches, RETURN. */
const ROW = '0 e 7 2:7,c:8,e:0 951551354241 py::f:/src/a b.py\n';

function codesIn(text: string, name: string) {
  return readLineTable('a.lines', bytesOf(text)).codes.get(name) ?? [];
}

test('reads the lines and operations of code objects', () => {
  const [code, ...others] = codesIn(HEAD + ROW, 'py::f:/src/a b.py');
  expect(others).toEqual([]);
  expect([code.size, code.header, code.total, code.isSmall]).toEqual([0xe, 0xc8, 224, true]);
  const offsets = [0, 2, 4, 6, 8, 10, 12, 14, 16];
  expect(offsets.map((offset) => code.lineAt(offset))).toEqual([0, 7, 8, 8, 8, 8, 8, 0, 0]);
  expect(endsOf(code)).toEqual([2, 4, 12, 14]);
  const call = 0x35;
  const before = [NONE, 0x95, 0x55, 0x100 + call, NONE, NONE, call, 0x24, NONE];
  const at = [0x95, 0x55, call, NONE, NONE, NONE, 0x24, NONE, NONE];
  expect(offsets.map((offset) => code.operationBefore(offset))).toEqual(before);
  expect(offsets.map((offset) => code.operationAt(offset))).toEqual(at);
  expect([code.operationBefore(3), code.operationAt(3), code.lineAt(3)]).toEqual([NONE, NONE, 0]);
});

test('keeps all code objects of a name', () => {
  const lambda = (line: string) => `0 4 ${line} 4:7 951421 py::f.<locals>.<lambda>:/a.py\r\n`;
  const codes = codesIn(
    `# python 3.13 header c8\r\n${lambda('7')}${lambda('9')}`,
    'py::f.<locals>.<lambda>:/a.py',
  );
  expect(codes.map(({ size }) => size)).toEqual([4, 4]);
});

test.each([
  ['3.12', 'py::f:<frozen importlib._bootstrap>', false],
  ['3.12', 'py::f:/a.py', true],
  ['3.13', 'py::f:<frozen importlib._bootstrap>', true],
])('knows if pymalloc allocates %s’s code of %s', (version, name, isSmall) => {
  const [code] = codesIn(`# python ${version} header c0\n0 4 1 4:7 951421 ${name}\n`, name);
  expect(code.isSmall).toBe(isSmall);
});

test('tells large objects from small ones by their whole size', () => {
  const [small, large] = [0x138, 0x13a].map((size) => {
    const steps = '551'.repeat(size / 2);
    const size16 = size.toString(16);
    return codesIn(`${HEAD}0 ${size16} 1 ${size16}:7 ${steps} py::f:/a.py\n`, 'py::f:/a.py')[0];
  });
  expect([small.total, small.isSmall, large.total, large.isSmall]).toEqual([512, true, 528, false]);
});

const FORM = 'is not like “ADDRESS SIZE LINE LINES STEPS py::NAME:FILE”';

test.each([
  ['', 'line 1 is not like “# python 3.13 header c8”'],
  ['# python\n', 'line 1 is not like “# python 3.13 header c8”'],
  [`${HEAD}${ROW}0 e 7 2:`, 'line 3 is truncated: make the table again'],
  [`${HEAD}${ROW}\n`, `line 3 ${FORM}`],
  [`${HEAD}0 4 1 4:7 951421 f\n${ROW}`, `line 2 ${FORM}`],
])('rejects %j', (text, message) => {
  expect(() => readLineTable('a.lines', bytesOf(text))).toThrow(message);
});

test.each([
  ['0  e 7 e:7 951', FORM],
  ['0 e 7 e:7', FORM],
  ['0 e 7 e:7 951 421', FORM],
  ['0 4 1 4:7 9514', 'has invalid instructions'],
  ['0 4 1 4:7 951420', 'has invalid instructions'],
  ['0 6 1 6:7 951421', 'has instructions of another size than 6'],
  ['0 ffffffff 1 ffffffff:7 951421', 'has instructions of another size than ffffffff'],
  ['0 3 1 3:7 951421', 'has instructions of another size than 3'],
  ['0 4 1 4 951421', 'has invalid line numbers'],
  ['0 4 1 4:7,4:8 951421', 'has offsets that do not ascend to 4'],
  ['0 4 1 2:7 951421', 'has offsets that do not ascend to 4'],
  ['0 4 1 3:7,4:8 951421', 'has offsets that do not ascend to 4'],
])('has no code object for the row %j, and says why', (fields, problem) => {
  const table = readLineTable('a.lines', bytesOf(`${HEAD}${ROW}${fields} py::g:/a.py\n`));
  expect([table.codes.get('py::f:/src/a b.py')?.length, table.problem]).toEqual([1, undefined]);
  expect([table.codes.get('py::g:/a.py'), table.problem]).toEqual([[], `line 3 ${problem}`]);
});

describe(`the tables of real recordings${SKIP_NOTE}`, () => {
  test.each(folders().filter((folder) => folder.startsWith('lines-')))('reads that of %s', (folder) => {
    const bytes = unzipped(bytesAt(folder, 'perf.lines.gz'));
    const { codes } = readLineTable('perf.lines', bytes);
    const rows = new TextDecoder().decode(bytes).trimEnd().split('\n').length - 1;
    expect([...codes.keys()].flatMap((name) => codes.get(name) ?? [])).toHaveLength(rows);
  });
});
