import { expect, test } from 'vitest';
import { jitDump, jitLoad } from '../../fixtures/jitdump.ts';
import { readJitDump } from './jit/jitdump.ts';
import { MappedDumps } from './own-files.ts';

const dumpFrom = (time: bigint) => ({
  dump: readJitDump(jitDump({ pid: 1, machine: 62 }, jitLoad({ name: 'f', time, pid: 1 }))),
});
const inode = (number: number) => ({ major: 8, minor: 1, inode: number });

test('each file at the same path is another jitdump: the one that begins first was mapped first', () => {
  const dumps = [dumpFrom(9n), dumpFrom(5n)];
  const mapped = new MappedDumps<(typeof dumps)[number]>();
  const found = [27, 28, 27, 29].map((number) => mapped.find(dumps, 1, inode(number)));
  // The last one has no dump, rather than that of another.
  expect(found).toEqual([dumps[1], dumps[0], dumps[1], undefined]);
});

test('without an inode, the process ID in the dump decides', () => {
  const dumps = [dumpFrom(9n)];
  const mapped = new MappedDumps<(typeof dumps)[number]>();
  expect([1, 7].map((pid) => mapped.find(dumps, pid, undefined))).toEqual([dumps[0], undefined]);
});
