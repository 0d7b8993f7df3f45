import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesAt, HAS_PROFILES, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { NONE } from '../../model/profile.ts';
import { KERNEL } from '../../model/code.ts';
import { readKallsyms, type Kallsyms } from './kallsyms.ts';

const TEXT = `\
ffffffff81000000 T _stext
ffffffff81000000 T _text
ffffffff81000010 t helper
ffffffff81000040 d data
ffffffff81000050 r read only
ffffffffc0201000 t ext4_init\t[ext4]
ffffffffc0201100 T ext4_exit\t[ext4]
ffffffffc0300000 t bpf_prog_1\t[bpf]
0000000000000000 A percpu
`;

function read(text: string): Kallsyms {
  return readKallsyms(new TextEncoder().encode(text));
}

function at({ tables }: Kallsyms, file: string, address: bigint): string {
  const table = tables.get(file);
  const signed = Number(BigInt.asIntN(64, address));
  const row = table?.find(signed) ?? NONE;
  return table && row !== NONE ? `${table.name(row)}+${signed - table.start(row)}` : '-';
}

describe('kallsyms', () => {
  const kallsyms = read(TEXT);

  test('returns one table for the kernel and one per module', () => {
    expect([...kallsyms.tables.keys()]).toEqual([KERNEL, '[ext4]', '[bpf]']);
    expect(at(kallsyms, KERNEL, 0xffffffff8100000fn)).toBe('_text+15');
    expect(at(kallsyms, KERNEL, 0xffffffff81000010n)).toBe('helper+0');
    expect(at(kallsyms, '[ext4]', 0xffffffffc02010ffn)).toBe('ext4_init+255');
    expect(at(kallsyms, '[ext4]', 0xffffffff81000010n)).toBe('-');
  });

  test('extends the last symbol of a table to the end of the next page', () => {
    expect(at(kallsyms, KERNEL, 0xffffffff81001fffn)).toBe('data+8127');
    expect(at(kallsyms, KERNEL, 0xffffffff81002000n)).toBe('-');
    expect(at(kallsyms, '[bpf]', 0xffffffffc0300fffn)).toBe('bpf_prog_1+4095');
    expect(at(kallsyms, '[bpf]', 0xffffffffc0301000n)).toBe('-');
  });

  test('accepts any order, CRLF line endings, a missing final newline and unrelated lines', () => {
    const lines = TEXT.trimEnd().split('\n');
    const reordered = [lines[1], lines[0], ...lines.slice(2).reverse()];
    const other = read(`what is this\n\nffffffff8\n${reordered.join('\r\n')}`);
    for (const address of [0xffffffff81000010n, 0xffffffff81000041n, 0xffffffffc0201100n])
      for (const file of kallsyms.tables.keys())
        expect(at(other, file, address)).toBe(at(kallsyms, file, address));
    expect(at(other, KERNEL, 0xffffffff81000000n)).toBe('_stext+0');
  });

  test('finds the reference symbols', () => {
    expect(Object.fromEntries(kallsyms.references)).toEqual({ _stext: -0x7f000000, _text: -0x7f000000 });
  });

  test('limits the number of modules', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `${(i + 16).toString(16)} t f\t[m${i}]`);
    expect(read(lines.join('\n')).tables.size).toBe(4096);
  });
});

test.skipIf(!HAS_PROFILES)(`reads the kallsyms of a real kernel${SKIP_NOTE}`, () => {
  const bytes = new Uint8Array(gunzipSync(bytesAt('.', 'kallsyms.gz')));
  const kallsyms = readKallsyms(bytes);
  expect([...kallsyms.tables.keys()]).toEqual([KERNEL, '[__builtin__ftrace]']);
  expect(at(kallsyms, KERNEL, 0xffffffff821ece1bn)).toBe('do_syscall_64+571');
  expect(at(kallsyms, KERNEL, 0xffffffff81000130n)).toBe('entry_SYSCALL_64_after_hwframe+118');
});
