// What this machine has is used for its own recordings, and not for those of another one that look alike: same paths, same
// numbers of processes, same addresses.

import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, machine, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildIds,
  comm,
  featureText,
  KERNEL,
  mmap,
  mmap2,
  perfData,
  sample,
  USER,
  type MadeMapping,
} from '../fixtures/perf-data.ts';
import { ran } from '../fixtures/ran.ts';
import { buildIdIn } from '../src/symbols/elf.ts';
import { fold } from './fold.ts';
import { runningAddressOf } from './kernel-lookup.ts';
import { pack } from './pack.ts';
import { Place } from './place.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-elsewhere-'));
/** Not that of a process which has a map already: no process has it (PID_MAX_LIMIT is 2^22). */
const PID = 2 ** 22 + process.pid;
const MAP = `/tmp/perf-${PID}.map`;
/** The C library of this very process: it is surely here, and its functions have names. */
const REPORT: { readonly sharedObjects: readonly string[] } = JSON.parse(
  JSON.stringify(process.report.getReport()),
);
const PROGRAM = realpathSync(
  REPORT.sharedObjects.find((path) => /\/(?:libc\.so|ld-musl)/.test(path)) ?? process.execPath,
);
const base = runningAddressOf('_text', new Place(undefined));
/** Only root sees it. */
const hasBase = !Number.isNaN(base);

beforeAll(() => writeFileSync(MAP, '7000 100 py::f:/a.py\n'));
afterAll(() => {
  rmSync(MAP, { force: true });
  rmSync(FOLDER, { recursive: true, force: true });
});

interface Recording {
  readonly hostname: string;
  readonly release: string;
  readonly arch: string;
  readonly inode?: MadeMapping['inode'];
  readonly kernelBuild?: string;
  readonly base?: number;
}

const HERE: Recording = { hostname: hostname(), release: release(), arch: machine(), base };

/** By its path: a sample in a program, in the kernel, and in code that a process made. */
function recordingOf(recording: Recording): string {
  const { hostname, release, arch, inode, kernelBuild, base: at = 0 } = recording;
  const program = { pid: PID, start: 0x10_0000_0000, size: statSync(PROGRAM).size, path: PROGRAM };
  const kernel = {
    pid: -1,
    start: at,
    size: 2 ** 24,
    offset: at,
    path: '[kernel.kallsyms]_text',
    isKernel: true,
  };
  const records = [
    mmap(kernel),
    comm(PID, 'app'),
    inode ? mmap2({ ...program, inode }) : mmap(program),
    mmap({ pid: PID, start: 0x7000, size: 0x1000, path: '//anon' }),
    sample({ pid: PID, time: 5, chain: [KERNEL, at + 1, USER, 0x7010, 0x7010] }),
    ...somewhereIn(program).map((ip) => sample({ pid: PID, time: 6, chain: [USER, ip, 0x7010] })),
  ];
  const features = {
    ...(kernelBuild === undefined ? {} : { 2: buildIds({ '[kernel.kallsyms]': kernelBuild }) }),
    3: featureText(hostname),
    4: featureText(release),
    6: featureText(arch),
  };
  const path = join(FOLDER, 'perf.data');
  writeFileSync(path, perfData({ records, features }));
  return path;
}

/** Far apart, so that some have names. */
function somewhereIn({ start, size }: { start: number; size: number }): number[] {
  return Array.from({ length: 50 }, (_, i) => start + Math.floor((size * (i + 0.5)) / 50));
}

const raw = (...args: string[]) => ran(fold, '--level', 'raw', ...args);
const has = (out: string) => ({
  program: /;(?!\[unknown\]|py::)[^;]+ 1$/m.test(out),
  map: out.includes('py::f'),
  kernel: !/;\[unknown\] 1$/m.test(out.split('\n').find((line) => line.startsWith('app;py::f:/a.py;')) ?? ''),
});

describe('a recording of another machine prints the same with and without looking for files', () => {
  const ELSEWHERE: Recording = { hostname: 'db7', release: '5.4.0-42-generic', arch: 'aarch64', base };
  const { ino } = statSync(PROGRAM);
  const sameInode = { major: 254, minor: 0, inode: ino, generation: 0 };

  test.each<[string, Recording]>([
    ['of another kind', ELSEWHERE],
    ['of this kernel', { ...HERE, hostname: 'db7', base: 0x1000 - 2 ** 31 }],
    ['of a host of this name', { ...ELSEWHERE, hostname: hostname() }],
    [
      'of a host of this name, with this program’s inode',
      { ...ELSEWHERE, hostname: hostname(), inode: sameInode },
    ],
    ['with a build id of its kernel', { ...ELSEWHERE, kernelBuild: 'ab'.repeat(20) }],
    ['that does not say which', { hostname: '', release: '', arch: '', base }],
  ])('%s', async (_, recording) => {
    const path = recordingOf(recording);
    const { out, error } = await raw(path);
    expect(out).toBe((await raw('--no-lookup', path)).out);
    expect(error).toMatch(
      /The kernel’s functions have no names, since nothing proves that|hides the addresses/,
    );
    expect(error).toMatch(
      /Nothing but the path says that (?:\S+ and )?\/tmp\/perf-\d+\.map of this machine (?:is|are)/,
    );
    const archive = join(FOLDER, 'packed.tar.gz');
    rmSync(archive, { force: true });
    expect((await ran(pack, '-o', archive, path)).out).toContain('perf.data and 0 files.');
  });
});

describe('a recording of this machine', () => {
  test('has the names of its programs and maps', async () => {
    const { out } = await raw(recordingOf(HERE));
    expect(has(out)).toEqual({ program: true, map: true, kernel: hasBase });
  });

  test.skipIf(!hasBase)(
    `and of its kernel, by its build${hasBase ? '' : ' (skipped: only root sees its addresses)'}`,
    async () => {
      const kernelBuild = buildIdIn(new Uint8Array(readFileSync('/sys/kernel/notes')));
      const { out } = await raw(recordingOf({ ...HERE, hostname: 'db7', kernelBuild }));
      expect(has((await raw('--no-lookup', recordingOf(HERE))).out).map).toBe(false);
      expect(out).not.toBe((await raw('--no-lookup', recordingOf(HERE))).out);
      expect(out).toMatch(/;(?:_text|_stext|startup_64|srso_alias_untrain_ret|[a-z_]\w+) 1$/m);
    },
  );

  test('--symfs / takes the files of this machine for those of another', async () => {
    const path = recordingOf({ ...HERE, hostname: 'db7', release: '5.4.0' });
    expect(has((await raw('--symfs', '/', path)).out)).toMatchObject({ program: true, map: true });
  });
});
