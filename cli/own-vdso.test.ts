import { expect, test } from 'vitest';
import { memoryFile } from '../src/bytes/random-access.ts';
import { openElf } from '../src/symbols/elf/elf.ts';
import { ownVdso } from './image-lookup.ts';

test.skipIf(process.platform !== 'linux')('the vdso of this process names its functions', async () => {
  const vdso = ownVdso('[vdso]')!;
  expect(vdso.name).toBe('[vdso]');
  const { symbols, unwinding, buildId } = await openElf(memoryFile(await vdso.file.read(0, vdso.size)));
  const names = Array.from({ length: symbols.length }, (_, row) => symbols.name(row));
  expect(names.some((name) => name.includes('clock_gettime'))).toBe(true);
  expect([buildId === '', unwinding.isEmpty]).toEqual([false, false]);
});
