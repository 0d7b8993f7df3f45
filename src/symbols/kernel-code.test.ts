import { expect, test, vi } from 'vitest';
import { kernelCode } from './kernel-code.ts';

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
