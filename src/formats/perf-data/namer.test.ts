import { describe, expect, test } from 'vitest';
import { codeFile, libraryOf } from '../../../fixtures/perf-data-reading.ts';
import { funcText } from '../../../fixtures/text.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import type { CodeLibrary } from '../../model/code.ts';
import { AddressSpace } from './address-space.ts';
import { Cache, Namer } from './namer.ts';

function named(library: CodeLibrary = libraryOf()) {
  const builder = new ProfileBuilder();
  const namer = new Namer(builder, library);
  const name = (space: AddressSpace, address: number, isKernel = false) => {
    const high = Math.floor(address / 2 ** 32);
    const func = namer.func(namer.cacheOf(space), space, (address - high * 2 ** 32) | 0, high, isKernel);
    return funcText(builder.finish(), func);
  };
  return { namer, name };
}

describe('code of a process', () => {
  test('is called by its file, and its place in it', () => {
    const { name } = named();
    const space = new AddressSpace();
    space.map(0x7f00_0000_1000, 0x7f00_0000_3000, 0x500, codeFile('/lib/a.so'));
    expect(name(space, 0x7f00_0000_1010)).toBe('+510@/lib/a.so');
    expect(name(space, 0x7f00_0000_3000)).toBe('[unknown]@[unknown]');
    expect(name(space, -4096)).toBe('[unknown]@[unknown] ^');
  });

  test('of a file that nobody knows is of that file all the same', () => {
    const space = new AddressSpace();
    space.map(0, 100, 0, { ...codeFile('/lib/a.so'), symbols: undefined });
    space.map(100, 200, 0, {
      ...codeFile('/lib/b.so'),
      symbols: { length: 0, find: () => -1, name: () => '' },
    });
    expect([5, 105].map((address) => named().name(space, address))).toEqual([
      '[unknown]@/lib/a.so',
      '[unknown]@/lib/b.so',
    ]);
  });

  test('that was made is found by its address', () => {
    const space = new AddressSpace();
    space.map(0x100, 0x200, 0x7000, { ...codeFile('/tmp/perf-7.map'), byAddress: true });
    expect(named().name(space, 0x110)).toBe('+110@/tmp/perf-7.map');
  });

  test('is looked up again once something else is mapped there', () => {
    const { name } = named();
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

describe('code of the kernel', () => {
  test('is the same in every process, and not what is mapped there', () => {
    const { name } = named();
    const space = new AddressSpace();
    space.map(-8192, 8192, 0, codeFile('/lib/a.so'));
    expect(name(space, -4096, true)).toBe('k1@[kernel.kallsyms] ^');
    expect(name(space, -4096, false)).toBe('+1000@/lib/a.so ^');
    expect(name(new AddressSpace(), -8192, true)).toBe('k2@[kernel.kallsyms] ^');
  });

  test('lies where the recording says: the kernel of the names may have been loaded elsewhere', () => {
    const { namer, name } = named();
    namer.mapKernel('[guest.kernel]_text', 0);
    namer.mapKernel('[kernel.kallsyms]_unheard', 0);
    expect(name(new AddressSpace(), -4096, true)).toBe('k1@[kernel.kallsyms] ^');
    const moved = named();
    // _text is at -65536 in the names, and was three pages further.
    moved.namer.mapKernel('[kernel.kallsyms]_text', -65_536 + 3 * 4096);
    expect(moved.name(new AddressSpace(), -4096, true)).toBe('k4@[kernel.kallsyms] ^');
  });

  test('without names is the kernel’s once the recording says that there is one', () => {
    const { namer, name } = named({ ...libraryOf(), kernel: undefined });
    expect(name(new AddressSpace(), -4096, true)).toBe('[unknown]@[unknown] ^');
    namer.mapKernel('[kernel.kallsyms]_text', -65_536);
    expect(name(new AddressSpace(), -8192, true)).toBe('[unknown]@[kernel.kallsyms] ^');
    expect(name(new AddressSpace(), 8192, true)).toBe('[unknown]@[unknown]');
  });
});

test('a cache keeps any number of addresses apart', () => {
  const cache = new Cache(1, { used: 0 });
  const keys = Array.from({ length: 20_000 }, (_, i) => [(i * 64) | 0, i % 3 === 0 ? -1 : i % 7] as const);
  keys.forEach(([low, high], i) => cache.set(cache.slotOf(low, high), low, high, i));
  keys.forEach(([low, high], i) => expect(cache.at(cache.slotOf(low, high))).toBe(i));
  expect(cache.at(cache.slotOf(1, 1))).toBe(-1);
});
