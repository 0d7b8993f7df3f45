import { describe, expect, test } from 'vitest';
import { codeFile, libraryOf } from '../../../fixtures/perf-data-reading.ts';
import { funcText } from '../../../fixtures/text.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import type { CodeLibrary, KernelReference } from '../../model/code.ts';
import { AddressSpace } from './address-space.ts';
import { AddressCache, Symbolizer } from './symbolizer.ts';

function symbolizerOf(library: CodeLibrary = libraryOf()) {
  const builder = new ProfileBuilder();
  const symbolizer = new Symbolizer(builder, library);
  const name = (space: AddressSpace, address: number, isKernel = false) => {
    const high = Math.floor(address / 2 ** 32);
    const func = symbolizer.symbolize(
      symbolizer.cacheOf(space),
      space,
      (address - high * 2 ** 32) | 0,
      high,
      isKernel,
    );
    return funcText(builder.finish(), func);
  };
  return { symbolizer, name };
}

/** A mapping of the kernel without a size. */
function kernelAt(path: string, offset: number) {
  return { path, start: offset, size: 0, offset };
}

describe('user code', () => {
  test('is symbolized by its offset in its file', () => {
    const { name } = symbolizerOf();
    const space = new AddressSpace();
    space.map(0x7f00_0000_1000, 0x7f00_0000_3000, 0x500, codeFile('/lib/a.so'));
    expect(name(space, 0x7f00_0000_1010)).toBe('+510@/lib/a.so');
    expect(name(space, 0x7f00_0000_3000)).toBe('[unknown]@[unknown]');
    expect(name(space, -4096)).toBe('[unknown]@[unknown] ^');
  });

  test('in a file without symbols has the file as its module', () => {
    const space = new AddressSpace();
    space.map(0, 100, 0, { ...codeFile('/lib/a.so'), symbols: undefined });
    space.map(100, 200, 0, {
      ...codeFile('/lib/b.so'),
      symbols: { length: 0, find: () => -1, name: () => '' },
    });
    expect([5, 105].map((address) => symbolizerOf().name(space, address))).toEqual([
      '[unknown]@/lib/a.so',
      '[unknown]@/lib/b.so',
    ]);
  });

  test('in a perf map is looked up by address', () => {
    const space = new AddressSpace();
    space.map(0x100, 0x200, 0x7000, { ...codeFile('/tmp/perf-7.map'), byAddress: true });
    expect(symbolizerOf().name(space, 0x110)).toBe('+110@/tmp/perf-7.map');
  });

  test('is looked up again after its mapping changes', () => {
    const { name } = symbolizerOf();
    const space = new AddressSpace();
    expect(name(space, 5)).toBe('[unknown]@[unknown]');
    space.map(0, 100, 0, codeFile('/lib/a.so'));
    expect(name(space, 5)).toBe('+5@/lib/a.so');
    space.map(0, 50, 0, codeFile('/lib/b.so'));
    expect([name(space, 5), name(space, 60)]).toEqual(['+5@/lib/b.so', '+3c@/lib/a.so']);
    const child = space.copy();
    child.map(0, 50, 0, codeFile('/lib/c.so'));
    expect([name(child, 5), name(space, 5)]).toEqual(['+5@/lib/c.so', '+5@/lib/b.so']);
  });
});

describe('kernel code', () => {
  test('is the same in every process, even if the process maps a file at its address', () => {
    const { name } = symbolizerOf();
    const space = new AddressSpace();
    space.map(-8192, 8192, 0, codeFile('/lib/a.so'));
    expect(name(space, -4096, true)).toBe('k1@[kernel.kallsyms] ^');
    expect(name(space, -4096, false)).toBe('+1000@/lib/a.so ^');
    expect(name(new AddressSpace(), -8192, true)).toBe('k2@[kernel.kallsyms] ^');
  });

  test('is shifted to the recorded address of the kernel', () => {
    const { symbolizer, name } = symbolizerOf();
    symbolizer.mapKernel(kernelAt('[guest.kernel]_text', 0));
    symbolizer.mapKernel(kernelAt('[kernel.kallsyms]_unheard', 0));
    expect(name(new AddressSpace(), -4096, true)).toBe('k1@[kernel.kallsyms] ^');
    const moved = symbolizerOf();
    // The symbols have _text at -65536, but it was loaded three pages higher.
    moved.symbolizer.mapKernel(kernelAt('[kernel.kallsyms]_text', -65_536 + 3 * 4096));
    expect(moved.name(new AddressSpace(), -4096, true)).toBe('k4@[kernel.kallsyms] ^');
  });

  test('has no names if the symbols are of another kernel', () => {
    const library = {
      ...libraryOf(),
      checkKernel({ size }: KernelReference) {
        if (size !== 0x1000) this.kernel = undefined;
      },
    };
    const nameIn = (size: number) => {
      const { symbolizer, name } = symbolizerOf(library);
      symbolizer.mapKernel({ path: '[kernel.kallsyms]_text', start: -65_536, size, offset: -65_536 });
      return name(new AddressSpace(), -8192, true);
    };
    expect(nameIn(0x1000)).toBe('k2@[kernel.kallsyms] ^');
    expect(nameIn(0x1001)).toBe('[unknown]@[kernel.kallsyms] ^');
  });

  test('without symbols has the kernel as its module once the recording maps the kernel', () => {
    const { symbolizer, name } = symbolizerOf({ ...libraryOf(), kernel: undefined });
    expect(name(new AddressSpace(), -4096, true)).toBe('[unknown]@[unknown] ^');
    symbolizer.mapKernel(kernelAt('[kernel.kallsyms]_text', -65_536));
    expect(name(new AddressSpace(), -8192, true)).toBe('[unknown]@[kernel.kallsyms] ^');
    expect(name(new AddressSpace(), 8192, true)).toBe('[unknown]@[unknown]');
  });
});

test('a cache keeps a function for each of many addresses', () => {
  const cache = new AddressCache(1, { used: 0 });
  const keys = Array.from({ length: 20_000 }, (_, i) => [(i * 64) | 0, i % 3 === 0 ? -1 : i % 7] as const);
  keys.forEach(([low, high], i) => cache.set(cache.slotOf(low, high), low, high, i));
  keys.forEach(([low, high], i) => expect(cache.at(cache.slotOf(low, high))).toBe(i));
  expect(cache.at(cache.slotOf(1, 1))).toBe(-1);
});
