import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { NONE } from '../../model/profile.ts';
import { CopiedStackTable } from './copied-stack-table.ts';
import { ProcessFactsTable } from './process-facts-table.ts';
import type { Mapping } from './processes.ts';

interface Memory {
  readonly pid: number;
  readonly start: number;
  readonly size: number;
}

interface Sample {
  readonly pid: number;
  readonly pointer: number;
}

function mapping({ pid, start, size }: Memory, path = '//anon'): Mapping {
  return { pid, start, size, path, offset: 0, buildId: '', isExecutable: false };
}

/** The bytes needed, sample by sample: in the first process with any mapping around the pointer, up to three ancestors. */
function neededNaively(
  maps: readonly Memory[],
  parents: ReadonlyMap<number, number>,
  sample: Sample,
): number {
  let { pid } = sample;
  for (let generation = 0; generation < 4; generation++) {
    const ends = maps
      .filter((each) => each.pid === pid)
      .filter(({ start, size }) => start <= sample.pointer && sample.pointer < start + size)
      .map(({ start, size }) => start + size);
    if (ends.length > 0) return Math.min(...ends) - sample.pointer;
    pid = parents.get(pid) ?? NONE;
  }
  return NaN;
}

test('finds the smallest mapping in any process, as a search through all of them does', () => {
  const pid = fc.integer({ min: 1, max: 8 });
  const memory = fc.record({
    pid,
    start: fc.integer({ min: 0, max: 40 }),
    size: fc.integer({ min: 0, max: 20 }),
  });
  const sample = fc.record({ pid, pointer: fc.integer({ min: 0, max: 60 }) });
  const tree = fc.array(fc.tuple(pid, pid), { maxLength: 8 }).map((pairs) => new Map(pairs));
  fc.assert(
    fc.property(fc.array(memory), fc.array(sample), tree, (maps, samples, parents) => {
      const table = new CopiedStackTable();
      const builder = new ProfileBuilder();
      for (const each of maps) table.map(mapping(each));
      for (const [row, each] of samples.entries()) {
        builder.sample(NONE, builder.thread(each.pid, each.pid, ''), builder.event('e'), NaN, 1);
        table.add(row, row + 5, row + 6 + (row % 10), each.pointer);
      }
      const parentOf = (child: number) => parents.get(child) ?? NONE;
      const { size, isFull, needed } = table.finish(builder.finish(), parentOf);
      expect([...size]).toEqual(samples.map((_, row) => row + 5));
      expect([...isFull]).toEqual(samples.map((_, row) => Number(row % 10 <= 7)));
      expect([...needed]).toEqual(samples.map((each) => neededNaively(maps, parents, each)));
    }),
    { numRuns: 500 },
  );
});

test('the time for repeated mappings and forks is not quadratic', () => {
  const table = new CopiedStackTable();
  const builder = new ProfileBuilder();
  const count = 100_000;
  for (let i = 0; i < count; i++) {
    table.map(mapping({ pid: 1, start: i * 4096, size: 4096 * count }));
    table.map(mapping({ pid: 1, start: 0, size: 4096 }));
    builder.sample(NONE, builder.thread(i + 2, i + 2, ''), builder.event('e'), NaN, 1);
    table.add(i, 64, 64, i * 4096 + 8);
  }
  const before = process.cpuUsage();
  const { needed } = table.finish(builder.finish(), (pid) => (pid === 1 ? NONE : 1));
  const { user, system } = process.cpuUsage(before);
  // One step for each pair of a sample and a mapping would take a quarter of a minute.
  expect((user + system) / 1e6).toBeLessThan(7);
  expect(needed[0]).toBe(4088);
  expect(needed[count - 1]).toBe(4096 * count - (count - 1) * 4096 - 8);
});

test('facts about processes are limited', () => {
  const facts = new ProcessFactsTable(2);
  for (let pid = 1; pid <= 4; pid++) {
    facts.fork(pid, 0);
    facts.exec(1, `name ${pid}`);
  }
  expect([...facts.table.keys()]).toEqual([1, 2]);
  expect(facts.table.get(1)?.execs).toEqual(['name 1', 'name 2']);
});
