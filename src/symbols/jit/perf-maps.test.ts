import { expect, test } from 'vitest';
import { bytesAt, filesIn, folders, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { NONE } from '../../model/profile.ts';
import { readPerfMap } from './perf-maps.ts';

function read(text: string) {
  const { symbols, badLines, firstBadLine } = readPerfMap(new TextEncoder().encode(text));
  const at = (address: number) => {
    const row = symbols.find(address);
    return row === NONE ? '-' : symbols.name(row);
  };
  return { at, badLines, firstBadLine };
}

test('reads one function per line', () => {
  const { at, badLines, firstBadLine } = read(
    '7fa1b0888000 b py::f:/a b/c.py\n0x7fa1b0888010 0xb py::<lambda>:<string>\n7fa1b0888020 0 label\n',
  );
  expect(at(0x7fa1b0888000)).toBe('py::f:/a b/c.py');
  expect(at(0x7fa1b088800a)).toBe('py::f:/a b/c.py');
  expect(at(0x7fa1b088800b)).toBe('-');
  expect(at(0x7fa1b0888010)).toBe('py::<lambda>:<string>');
  expect([at(0x7fa1b0888020), at(0x7fa1b0888021)]).toEqual(['label', '-']);
  expect([badLines, firstBadLine]).toEqual([0, NONE]);
});

test('prefers the last of overlapping lines', () => {
  const { at } = read('1000 100 old\n1080 100 new\n1000 10 newest\n');
  expect([at(0x1000), at(0x1010), at(0x1080), at(0x117f)]).toEqual(['newest', 'old', 'new', 'new']);
});

test('counts invalid lines', () => {
  const { at, badLines, firstBadLine } = read(
    '\n1000 10 good\nnothing\n1000\n1000 10\n1000 10 \nxyz 10 name\n10 12345678901234567 name\n2000 10 last',
  );
  expect([at(0x1000), at(0x2000)]).toEqual(['good', 'last']);
  expect([badLines, firstBadLine]).toEqual([6, 3]);
});

const maps = folders().flatMap((folder) =>
  filesIn(folder)
    .filter((file) => /^perf-\d+\.map$/.test(file))
    .map((file) => [folder, file] as const),
);

test.runIf(maps.length > 0)(`real perf maps have a symbol on each line${SKIP_NOTE}`, () => {
  for (const [folder, file] of maps) {
    const bytes = bytesAt(folder, file);
    const { symbols, badLines } = readPerfMap(bytes);
    expect(badLines).toBe(0);
    for (const line of new TextDecoder().decode(bytes).trimEnd().split('\n')) {
      const [start] = line.split(' ', 1);
      expect(symbols.find(parseInt(start, 16))).not.toBe(NONE);
    }
  }
});
