import { describe, expect, test } from 'vitest';
import {
  ENTRY_RULES,
  cfi,
  type CieSpec,
  dw,
  frameSection,
  type FdeSpec,
  headerSection,
  littleEndian,
  r12,
  rax,
  rbp,
  rbx,
  rip,
  rsp,
} from '../../../fixtures/unwind.ts';
import type { Machine, UnwindSections } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { RowFlag } from './cfi-rows.ts';
import { UnwindModule } from './unwind-module.ts';

const NAMES = ['rax', 'rdx', 'rcx', 'rbx', 'rsi', 'rdi', 'rbp', 'rsp'];
const nameOf = (register: number): string => (register === rip ? 'ra' : (NAMES[register] ?? `r${register}`));
const signed = (offset: number): string => (offset < 0 ? `${offset}` : `+${offset}`);

/** The row as text: `rsp+16 ra-8 rbp-16`, `none` or `last`; a slow row with the kinds of its rules. */
function rowText(module: UnwindModule, address: number): string {
  const row = module.rowAt(address);
  if (row === NONE) return 'none';
  const { numbers, slow } = module.rows;
  const flags = numbers[row];
  const signal = flags & RowFlag.signal ? ' signal' : '';
  if (flags & RowFlag.last) return `last${signal}`;
  if (flags & RowFlag.slow) {
    const { cfaRegister, cfaValue, rules } = slow[numbers[row + 1]];
    const cfa = cfaRegister === NONE ? 'expression' : `${nameOf(cfaRegister)}${signed(cfaValue)}`;
    return `slow ${cfa} ${rules.map((rule) => `${nameOf(rule.register)}:${rule.kind}`).join(' ')}${signal}`;
  }
  const parts = [`${nameOf(numbers[row + 1])}${signed(numbers[row + 2])}`, `ra${signed(numbers[row + 3])}`];
  for (let i = 0; i < numbers[row + 4]; i++) {
    parts.push(`${nameOf(numbers[row + 5 + 2 * i])}${signed(numbers[row + 6 + 2 * i])}`);
  }
  return parts.join(' ') + signal;
}

const FRAMED: FdeSpec = {
  start: 0x1000,
  size: 0x40,
  // push rbp; mov rbp, rsp; push rbx … pop rbx; pop rbp; ret
  code: [
    cfi.advance(1),
    cfi.cfaOffset(16),
    cfi.offset(rbp, 2),
    cfi.advance(3),
    cfi.cfaRegister(rbp),
    cfi.advance(4),
    cfi.offset(rbx, 3),
    cfi.advance(0x20),
    cfi.remember,
    cfi.cfa(rsp, 8),
    cfi.restore(rbp),
    cfi.restore(rbx),
    cfi.advance(1),
    cfi.recall,
  ].flat(),
};
const PLAIN: FdeSpec = { start: 0x1100, size: 0x10, code: [] };

function moduleOf(
  functions: readonly FdeSpec[],
  cie: CieSpec = {},
  machine: Machine = 'x86-64',
): UnwindModule {
  return new UnwindModule({ ehFrame: frameSection('eh', 0x5000, functions, cie).section }, machine);
}

describe('a function', () => {
  test.each([
    [0xfff, 'none'],
    [0x1000, 'rsp+8 ra-8'],
    [0x1001, 'rsp+16 ra-8 rbp-16'],
    [0x1004, 'rbp+16 ra-8 rbp-16'],
    [0x1008, 'rbp+16 ra-8 rbx-24 rbp-16'],
    [0x1027, 'rbp+16 ra-8 rbx-24 rbp-16'],
    [0x1028, 'rsp+8 ra-8'],
    [0x1029, 'rbp+16 ra-8 rbx-24 rbp-16'],
    [0x103f, 'rbp+16 ra-8 rbx-24 rbp-16'],
    [0x1040, 'none'],
    [0x10ff, 'none'],
    [0x1100, 'rsp+8 ra-8'],
    [0x1110, 'none'],
  ])('at %i has the rules “%s” in every section format', (address, row) => {
    const functions = [FRAMED, PLAIN];
    const eh = frameSection('eh', 0x5000, functions);
    const header = headerSection(0x4000, eh.section, functions, eh.offsets);
    const forms: UnwindSections[] = [
      { ehFrame: eh.section },
      { ehFrame: eh.section, ehFrameHdr: header },
      { ehFrame: eh.section, ehFrameHdr: { address: 0x4000, bytes: Uint8Array.of(1, 2, 3) } },
      { ehFrame: frameSection('eh', 0x5000, functions, { encoding: 0x00 }).section },
      { ehFrame: frameSection('eh', 0x5000, functions, { encoding: 0x03 }).section },
      { debugFrame: frameSection('debug', 0, functions).section },
      { debugFrame: frameSection('debug', 0, functions, { version: 3 }).section },
      { debugFrame: frameSection('debug', 0, functions, { version: 4 }).section },
      {
        ehFrame: frameSection('eh', 0x5000, []).section,
        debugFrame: frameSection('debug', 0, functions).section,
      },
    ];
    expect(forms.map((form) => rowText(new UnwindModule(form, 'x86-64'), address))).toEqual(
      forms.map(() => row),
    );
  });

  test('is found in unsorted entries, after a terminator and a 64-bit entry', () => {
    const { section } = frameSection('eh', 0x5000, [PLAIN, FRAMED]);
    expect(rowText(new UnwindModule({ ehFrame: section }, 'x86-64'), 0x1001)).toBe('rsp+16 ra-8 rbp-16');
    const wide = [
      ...littleEndian(0xffffffff, 4),
      ...littleEndian(16, 8),
      ...littleEndian(0, 8),
      ...littleEndian(99, 8),
    ];
    const bytes = Uint8Array.from([0, 0, 0, 0, ...wide, ...section.bytes]);
    const moved = { address: section.address - 4 - wide.length, bytes };
    expect(rowText(new UnwindModule({ ehFrame: moved }, 'x86-64'), 0x1001)).toBe('rsp+16 ra-8 rbp-16');
  });

  test('has the same rows in repeated lookups', () => {
    const module = moduleOf([FRAMED, PLAIN]);
    const rows = Array.from({ length: 2000 }, (_, i) => module.rowAt(0x1000 + i));
    expect(Array.from({ length: 2000 }, (_, i) => module.rowAt(0x1000 + i))).toEqual(rows);
    expect(new Set(rows).size).toBe(5);
    expect(module.rowAt(NaN)).toBe(NONE);
    expect(module.rowAt(Infinity)).toBe(NONE);
    expect(module.rowAt(-1)).toBe(NONE);
  });
});

describe('a CIE', () => {
  test('marks signal frames', () => {
    expect(rowText(moduleOf([PLAIN], { letters: 'zRS' }), 0x1100)).toBe('rsp+8 ra-8 signal');
  });

  test('may have a personality routine and exception tables', () => {
    // The personality pointer is relative and indirect, but only skipped.
    const cie = { letters: 'zPLR', data: [0x9b, 1, 2, 3, 4, 0x1b] };
    expect(rowText(moduleOf([PLAIN], cie), 0x1100)).toBe('rsp+8 ra-8');
  });

  test.each<[string, CieSpec]>([
    ['an unknown version', { version: 2 }],
    ['unknown letters without a size', { letters: 'X' }],
    ['an indirect pointer', { encoding: 0x9b }],
    ['a pointer with an unknown base', { encoding: 0x3b }],
    ['no CFA', { code: cfi.offset(rip, 1) }],
  ])('with %s yields no row', (_, cie) => {
    expect(rowText(moduleOf([PLAIN], cie), 0x1100)).toBe('none');
  });
});

describe('a row', () => {
  const rowOf = (...code: readonly (readonly number[])[]): string =>
    rowText(moduleOf([{ ...PLAIN, code: code.flat() }]), 0x1100);

  test.each<[string, readonly (readonly number[])[]]>([
    ['last', [cfi.undefined(rip)]],
    ['rsp+8 ra-8', [cfi.undefined(rax), cfi.same(rbx), cfi.offset(rbx, 2), cfi.restore(rbx)]],
    ['rsp+8 ra-8', [cfi.offset(40, 2), cfi.offset(17, 2), [0x2e, 16]]],
    ['rbx+8 ra-8', [cfi.cfaRegister(rbx)]],
    ['rsp+8 ra-8 r12-24', [[0x05, r12, 3]]],
    ['rsp+8 ra-8 r12+24', [[0x11, r12, 0x7d]]],
    ['rsp+16 ra-8', [[0x12, rsp, 0x7e]]],
    ['rsp+16 ra-8', [[0x13, 0x7e]]],
    ['slow rsp+8 rax:3 ra:3', [cfi.offset(rax, 2)]],
    ['slow rsp+8 rbx:1 ra:3', [cfi.undefined(rbx)]],
    ['slow rsp+8 rbx:5 ra:3', [cfi.register(rbx, r12)]],
    ['slow rsp+8 rbx:4 ra:3', [[0x14, rbx, 2]]],
    ['slow expression ra:3', [cfi.cfaExpression(dw.breg(rsp, 8))]],
    ['slow rsp+8 rbx:6 ra:3', [cfi.expression(rbx, dw.breg(rsp, 8))]],
    ['slow rsp+8 rbx:7 ra:3', [cfi.valueExpression(rbx, dw.breg(rsp, 8))]],
    // Invalid instructions before the address
    ['none', [[0x3f]]],
    ['none', [[0x01, 0, 0]]],
    ['none', [cfi.recall]],
    ['none', [Array.from({ length: 100 }, () => 0x0a)]],
    ['none', [[0x0e, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]]],
    ['none', [[0x0f, 200]]],
    ['none', [cfi.cfaExpression(dw.breg(rsp, 8)), cfi.cfaOffset(8)]],
  ])('is %s for %j', (row, code) => {
    expect(rowOf(...code)).toBe(row);
  });

  test('ignores instructions past the address', () => {
    expect(rowOf(cfi.advance(1), [0x3f])).toBe('rsp+8 ra-8');
    expect(rowOf([0x02, 1, 0x3f])).toBe('rsp+8 ra-8');
    expect(rowOf([0x03, 1, 0, 0x3f])).toBe('rsp+8 ra-8');
    expect(rowOf([0x04, 1, 0, 0, 0, 0x3f])).toBe('rsp+8 ra-8');
  });

  test('may leave the return address in its register on arm64', () => {
    const cie = { codeAlign: 4, returnRegister: 30, code: cfi.cfa(31, 0) };
    const code = [...cfi.advance(1), 0x2d, ...cfi.cfaOffset(16), ...cfi.offset(29, 2), ...cfi.offset(30, 1)];
    const module = moduleOf([{ ...PLAIN, code }], cie, 'arm64');
    expect(rowText(module, 0x1100)).toBe('slow r31+0 ');
    expect(module.rows.numbers.slice(module.rowAt(0x1104)).slice(0, 7)).toEqual(
      Int32Array.of(0, 31, 16, -8, 1, 29, -16),
    );
  });

  test('stays the same if the cache overflows', () => {
    const module = moduleOf([{ start: 0, size: 2 ** 24, code: ENTRY_RULES }]);
    for (let address = 0; address < 1.1 * 2 ** 18; address++) {
      if (module.rowAt(address) !== 0) expect.fail(`another row at ${address}`);
    }
  });
});
