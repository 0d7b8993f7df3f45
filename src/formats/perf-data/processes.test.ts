import { describe, expect, test } from 'vitest';
import { codeFile, libraryOf } from '../../../fixtures/perf-data-reading.ts';
import { BUDGET } from '../../model/budget.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import type { JitCode } from '../../model/code.ts';
import { Processes, type Mapping } from './processes.ts';

function mapping(pid: number, path: string, start = 0, size = 10): Mapping {
  return { pid, start, size, offset: 0, path, buildId: '', isExecutable: true };
}

/** The file that a process maps at an address and a time; `-` for none. */
function at(processes: Processes, pid: number, address: number, time = 0): string {
  const space = processes.space(pid, time);
  const row = space.find(address);
  return row < 0 ? '-' : space.file(row).name;
}

const newProcesses = () => new Processes(libraryOf(), true, BUDGET, new ProfileBuilder());

describe('names of threads', () => {
  test('come from records and default to the thread ID', () => {
    const processes = newProcesses();
    expect([0, 7, -1].map((tid) => processes.comm(tid))).toEqual(['swapper', ':7', ':-1']);
    processes.rename(7, 'app');
    expect(processes.comm(7)).toBe('app');
  });

  test('are inherited, changed by exec, and kept after exit until the ID is reused', () => {
    const processes = newProcesses();
    processes.rename(7, 'app');
    processes.fork(7, 7, 8, 7, 1);
    processes.fork(9, 7, 9, 8, 2);
    expect([processes.comm(8), processes.comm(9)]).toEqual(['app', 'app']);
    processes.rename(9, 'ls');
    processes.endThread(8);
    expect([7, 8, 9].map((tid) => processes.comm(tid))).toEqual(['app', 'app', 'ls']);
    // The parent has no name, either.
    processes.fork(8, 555, 8, 555, 3);
    expect(processes.comm(8)).toBe(':8');
  });

  test('increment the generation when they change', () => {
    const processes = newProcesses();
    const counts = [
      () => processes.rename(7, 'app'),
      () => processes.rename(7, 'app'),
      () => processes.endThread(7),
      () => processes.fork(7, 555, 7, 555, 1),
      () => processes.fork(7, 555, 7, 555, 2),
    ].map((change) => {
      change();
      return processes.generation;
    });
    expect(counts).toEqual([1, 1, 1, 2, 2]);
  });
});

describe('a mapping', () => {
  test('belongs to one process', () => {
    const processes = newProcesses();
    processes.map(mapping(7, '/bin/app'));
    processes.fork(7, 7, 8, 7, 1);
    expect([at(processes, 7, 5), at(processes, 8, 5), at(processes, 7, 10)]).toEqual(['/bin/app', '-', '-']);
  });

  test('is copied by fork; parent and child then change independently', () => {
    const processes = newProcesses();
    processes.map(mapping(7, '/bin/app'));
    processes.fork(9, 7, 9, 7, 1);
    processes.map(mapping(9, '/bin/ls'));
    processes.map(mapping(7, '/lib/late.so', 20));
    expect([7, 9].map((pid) => [at(processes, pid, 5), at(processes, pid, 25)])).toEqual([
      ['/bin/app', '/lib/late.so'],
      ['/bin/ls', '-'],
    ]);
  });

  test('outlives the last thread of its process', () => {
    const processes = newProcesses();
    processes.map(mapping(7, '/bin/app'));
    processes.endThread(7);
    expect(at(processes, 7, 5)).toBe('/bin/app');
  });

  test('is not inherited from an earlier process with the same ID', () => {
    const processes = newProcesses();
    processes.map(mapping(7, '/bin/old'));
    processes.fork(7, 555, 7, 555, 1);
    expect(at(processes, 7, 5)).toBe('-');
  });
});

describe('JIT code', () => {
  const code = (name: string, time: number, address: number): JitCode => ({
    time,
    address,
    size: 10,
    file: codeFile(name),
  });
  const made = { 7: [code('a', 100, 40), code('b', 200, 50), code('c', 300, 40)] };
  const path = '/tmp/jit-7.dump';

  test('is mapped from the time it was compiled', () => {
    const processes = new Processes(libraryOf(made), true, BUDGET, new ProfileBuilder());
    expect(at(processes, 7, 45, 1000)).toBe('-');
    processes.map(mapping(7, path));
    const seen = [99, 100, 250, 300].map((time) => [at(processes, 7, 45, time), at(processes, 7, 55, time)]);
    expect(seen).toEqual([
      ['-', '-'],
      ['a', '-'],
      ['a', 'b'],
      ['c', 'b'],
    ]);
  });

  test('is mapped from the start if its clock is not the recording’s', () => {
    const processes = new Processes(libraryOf(made), false, BUDGET, new ProfileBuilder());
    processes.map(mapping(7, path));
    expect([at(processes, 7, 45, 1), at(processes, 7, 55, NaN)]).toEqual(['c', 'b']);
  });

  test('stays mapped when its memory is mapped again', () => {
    const processes = new Processes(libraryOf(made), true, BUDGET, new ProfileBuilder());
    processes.map(mapping(7, path));
    expect(at(processes, 7, 45, 150)).toBe('a');
    for (const name of ['//anon', '[anon:python]', '/memfd:jit']) processes.map(mapping(7, name, 30, 40));
    expect([at(processes, 7, 45, 150), at(processes, 7, 65, 150)]).toEqual(['a', '-']);
    processes.map(mapping(7, '/lib/real.so', 30, 40));
    expect(at(processes, 7, 45, 150)).toBe('/lib/real.so');
  });

  test('hides where its memory is mapped again, and in the output of perf inject, also after a fork', () => {
    const hides = (...paths: readonly string[]) => {
      const processes = new Processes(libraryOf(made), true, BUDGET, new ProfileBuilder());
      for (const name of paths) processes.map(mapping(7, name));
      processes.fork(8, 7, 8, 7, 150);
      return [7, 8].map((pid) => processes.space(pid, 150).hidesJitCode);
    };
    expect(hides('//anon', path)).toEqual([false, false]);
    expect(hides(path, '//anon')).toEqual([true, true]);
    expect(hides('/tmp/jitted-7-1.so')).toEqual([true, true]);
  });

  test('compiled before a fork is mapped in the child, too', () => {
    const processes = new Processes(libraryOf(made), true, BUDGET, new ProfileBuilder());
    processes.map(mapping(7, path));
    processes.fork(8, 7, 8, 7, 150);
    expect([45, 55].map((address) => at(processes, 8, address, 1000))).toEqual(['a', '-']);
  });

  test('without its jitdump is ordinary memory', () => {
    const processes = newProcesses();
    processes.map(mapping(7, path));
    processes.map(mapping(7, '//anon', 40));
    expect([at(processes, 7, 5), at(processes, 7, 45)]).toEqual(['-', '//anon']);
  });

  test('belongs to a jitdump recognized by its file name', () => {
    const processes = new Processes(libraryOf(made), true, BUDGET, new ProfileBuilder());
    for (const name of ['/tmp/xjit-7.dump', '/tmp/jit-7.dump.old', '/tmp/jit-.dump']) {
      processes.map(mapping(7, name));
      expect(at(processes, 7, 5, 1000)).toBe(name);
    }
    processes.map(mapping(7, 'jit-7.dump'));
    expect(at(processes, 7, 45, 1000)).toBe('c');
  });
});
