import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { bytesAt, HAS_PROFILES, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { isOtherKernel, kernelCode } from './kernel.ts';

const BASE = '_text=1000 _stext=1000';
const CODE = `${BASE} _etext=2000`;
const ALL = `${CODE} _edata=3000`;

function kernelOf(symbols: string) {
  const lines = symbols.split(' ').map((each) => each.replace(/(\w+)=(\w+)/, 'ffffffff8000$2 T $1'));
  return kernelCode(new TextEncoder().encode(lines.join('\n')), 10, () => {});
}

test.each([
  ['the end of the code', ALL, 0x1000, false],
  ['the end of the data', ALL, 0x2000, false],
  ['neither end', ALL, 0x1fff, true],
  ['more than any part', ALL, 0x2801, false],
  ['a bit more than all', ALL, 0x2800, true],
  ['other code', CODE, 0x1008, true],
  ['perhaps the data, which the file lacks', CODE, 0x1401, false],
  ['an unknown size', ALL, 0, false],
  ['sizes cannot be compared', BASE, 0x1000, false],
  ['perhaps the end of the code, which the file lacks', `${BASE} _edata=3000`, 0x1000, false],
])('%s', (_, symbols, size, expected) => {
  for (const symbol of ['_text', '_stext'])
    expect(isOtherKernel(kernelOf(symbols), { symbol, address: -4096, size })).toBe(expected);
  expect(isOtherKernel(kernelOf(symbols), { symbol: 'other', address: -4096, size })).toBe(false);
});

test.skipIf(!HAS_PROFILES)(`kernels of different builds have different sizes${SKIP_NOTE}`, () => {
  const kernel = kernelCode(new Uint8Array(gunzipSync(bytesAt('.', 'kallsyms.gz'))), 1e6, () => {});
  const isOther = (size: number) => isOtherKernel(kernel, { symbol: '_text', address: -4096, size });
  // Recorded on three builds of Linux 6.18.44.
  expect([0x12090c8, 0x1209988, 0x120bb08].map(isOther)).toEqual([false, true, true]);
});

const LINES = 'ffffffff81000000 T _text\nffffffff81000010 t helper\nffffffff81000020 t other\n';

test('the same file may be used by several recordings, with different limits', () => {
  const bytes = new TextEncoder().encode(LINES);
  for (const [limit, name] of [
    [2, 'helper'],
    [3, 'other'],
    [2, 'helper'],
  ] as const) {
    const onLimit = vi.fn();
    const code = kernelCode(bytes, limit, onLimit);
    expect(code.find(-0x7effffe0)?.name).toBe(name);
    expect(code.addressOf('_text')).toBe(-0x7f000000);
    expect(onLimit).toHaveBeenCalledTimes(limit === 2 ? 1 : 0);
  }
});
