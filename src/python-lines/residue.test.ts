import { expect, test } from 'vitest';
import { codeOf, framesOf, nextAt, RBP, SLOT, type TestFrame } from '../../fixtures/evaluator-frames.ts';
import { learnResiduePlaces } from './residue-places.ts';
import { countResidue } from './residue.ts';

const code = codeOf('py::f:/a.py', 'LOAD CALL STORE CALL RETURN');
const BEGIN = 0x5555_0000_1230;
const ADDRESSES = [{ place: RBP, isAtWork: false, operations: undefined }];

const frames = (...all: readonly TestFrame['values'][]) =>
  framesOf(all.map((values) => ({ name: code.name, values })));

test('counts the frames that contain each possible begin', () => {
  const table = frames(
    { [RBP]: nextAt(BEGIN, 10), [SLOT]: BEGIN, [SLOT + 1]: BEGIN, [SLOT + 2]: BEGIN - 0x100 },
    { [RBP]: nextAt(BEGIN, 20), [SLOT + 3]: BEGIN },
    // Not a multiple of 16; without the pointer.
    { [RBP]: nextAt(BEGIN, 10), [SLOT]: BEGIN + 8 },
    { [SLOT]: BEGIN },
  );
  const search = { table, rows: [0, 1, 2, 3] };
  const all = countResidue(code, search, { addresses: ADDRESSES, residuePlaces: undefined });
  expect([...all]).toEqual([[BEGIN, 2]]);
  const some = countResidue(code, search, { addresses: ADDRESSES, residuePlaces: [SLOT + 3] });
  expect([...some]).toEqual([[BEGIN, 1]]);
});

test('learns which places have the begin', () => {
  const wrong = BEGIN - 16;
  const table = frames(
    ...Array.from({ length: 10 }, (_, i) => ({
      [RBP]: nextAt(BEGIN, 2),
      [SLOT]: BEGIN,
      [SLOT + 1]: i < 5 ? BEGIN : wrong,
      ...(i < 3 && { [SLOT + 2]: BEGIN }),
    })),
  );
  const known = { code, begin: BEGIN, score: 1, residue: 0 };
  // 16 bytes below the begin, the pointer ends no instruction, so this does not count as wrong.
  expect(learnResiduePlaces(table, [known], ADDRESSES)).toEqual([SLOT, SLOT + 1]);
  expect(learnResiduePlaces(table, [{ ...known, begin: wrong }], ADDRESSES)).toEqual([]);
  expect(learnResiduePlaces(table, [undefined], ADDRESSES)).toEqual([]);
});
