import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runningKernelAddress } from './kernel-lookup.ts';
import { SearchRoot } from './search-root.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'pyrograph-kernel-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const BLOCK = 1 << 16;

test.each([0, 20, BLOCK - 20, BLOCK - 1, BLOCK, 200_000])(
  'the address of a kernel symbol is found after %i bytes of other lines',
  (size) => {
    const other = 'ffffffff80000000 t other\n';
    const others = other.repeat(size / other.length);
    const padding = size > others.length ? `${'x'.repeat(size - others.length - 1)}\n` : '';
    mkdirSync(join(ROOT, 'proc'), { recursive: true });
    writeFileSync(join(ROOT, 'proc', 'kallsyms'), `${others}${padding}ffffffff81000000 T _text`);
    const root = new SearchRoot(ROOT, false);
    expect(runningKernelAddress('_text', root)).toBe(2 ** 24 - 2 ** 31);
    expect(runningKernelAddress('_etext', root)).toBe(NaN);
  },
);

test('no address is found without a file', () => {
  expect(runningKernelAddress('_text', new SearchRoot(tmpdir(), false))).toBe(NaN);
});
