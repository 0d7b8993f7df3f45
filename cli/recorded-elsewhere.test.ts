// Tests that local files are used for recordings of this machine, but not for recordings of other machines with the same paths,
// process IDs and addresses.

import { execFileSync } from 'node:child_process';
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
  type MappingSpec,
} from '../fixtures/perf-data.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { buildIdIn } from '../src/symbols/elf/elf.ts';
import { fold } from './fold.ts';
import { runningKernelAddress } from './kernel-lookup.ts';
import { pack } from './pack.ts';
import { SearchRoot } from './search-root.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-elsewhere-'));
/** An unused process ID (PID_MAX_LIMIT is 2^22), so that no map exists for it. */
const PID = 2 ** 22 + process.pid;
const MAP = `/tmp/perf-${PID}.map`;
/** The C library of this process, which always exists and has symbols. */
const REPORT: { readonly sharedObjects: readonly string[] } = JSON.parse(
  JSON.stringify(process.report.getReport()),
);
const PROGRAM = realpathSync(
  REPORT.sharedObjects.find((path) => /\/(?:libc\.so|ld-musl)/.test(path)) ?? process.execPath,
);
const runningAddress = (symbol: string) => runningKernelAddress(symbol, new SearchRoot(undefined));
const runningBase = runningAddress('_text');
/** Only root can read kernel addresses. */
const hasBase = !Number.isNaN(runningBase);
/** The address of the kernel; for other users than root, its default on x86-64 Linux. */
const base = hasBase ? runningBase : 0x100_0000 - 2 ** 31;
/** The size of the kernel's code, which tells one build from another. */
const kernelSize = hasBase ? runningAddress('_etext') - base : 2 ** 24;

beforeAll(() => writeFileSync(MAP, '7000 100 py::f:/a.py\n'));
afterAll(() => {
  rmSync(MAP, { force: true });
  rmSync(FOLDER, { recursive: true, force: true });
});

interface Recording {
  readonly hostname: string;
  readonly release: string;
  readonly arch: string;
  readonly inode?: MappingSpec['inode'];
  readonly kernelBuild?: string;
  readonly base?: number;
}

const HERE: Recording = { hostname: hostname(), release: release(), arch: machine(), base };

/** Writes a recording with samples in a program, in the kernel and in JIT-compiled code, and returns its path. */
function recordingOf(recording: Recording): string {
  const { hostname, release, arch, inode, kernelBuild, base: at = 0 } = recording;
  const program = { pid: PID, start: 0x10_0000_0000, size: statSync(PROGRAM).size, path: PROGRAM };
  const kernel = {
    pid: -1,
    start: at,
    size: kernelSize,
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
    ...addressesIn(program).map((ip) => sample({ pid: PID, time: 6, chain: [USER, ip, 0x7010] })),
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

/** Evenly spaced addresses, so that some are in functions with symbols. */
function addressesIn({ start, size }: { start: number; size: number }): number[] {
  return Array.from({ length: 50 }, (_, i) => start + Math.floor((size * (i + 0.5)) / 50));
}

const raw = (...args: string[]) => runCommand(fold, '--level', 'raw', ...args);
const resolvedNames = (out: string) => ({
  program: /;(?!\[unknown\]|py::)[^;]+ 1$/m.test(out),
  map: out.includes('py::f'),
  kernel: /^app;py::f:\/a\.py;py::f:\/a\.py;(?!\[unknown\])[^;]+ 1$/m.test(out),
});

describe('the output for a recording of a different machine does not depend on --no-lookup', () => {
  const ELSEWHERE: Recording = { hostname: 'db7', release: '5.4.0-42-generic', arch: 'aarch64', base };
  const { ino } = statSync(PROGRAM);
  const sameInode = { major: 254, minor: 0, inode: ino };

  test.each<[string, Recording]>([
    ['with a different kernel and architecture', ELSEWHERE],
    ['with this kernel release and architecture', { ...HERE, hostname: 'db7', base: 0x1000 - 2 ** 31 }],
    ['with this host name', { ...ELSEWHERE, hostname: hostname() }],
    [
      'with this host name and this program’s inode',
      { ...ELSEWHERE, hostname: hostname(), inode: sameInode },
    ],
    ['with a kernel build ID', { ...ELSEWHERE, kernelBuild: 'ab'.repeat(20) }],
    ['of an unknown machine', { hostname: '', release: '', arch: '', base }],
  ])('%s', async (_, recording) => {
    const path = recordingOf(recording);
    const { out, error } = await raw(path);
    expect(out).toBe((await raw('--no-lookup', path)).out);
    expect(error).toMatch(
      /Kernel functions have no names: this machine may be running a different kernel|hides kernel addresses/,
    );
    expect(error).toMatch(
      /(?:\S+ and )?\/tmp\/perf-\d+\.map (?:was|were) not used, since only the path matches/,
    );
    const archive = join(FOLDER, 'packed.tar.gz');
    rmSync(archive, { force: true });
    await expect(runCommand(pack, '-o', archive, path)).rejects.toThrow('since only the path matches');
    const packed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' });
    expect(packed.trim().split('\n')).toHaveLength(1);
  });
});

describe('a recording of this machine', () => {
  test('gets names from programs and maps', async () => {
    const { out } = await raw(recordingOf(HERE));
    expect(resolvedNames(out)).toEqual({ program: true, map: true, kernel: hasBase });
  });

  test.skipIf(!hasBase)(
    `gets names from its kernel, by build ID${hasBase ? '' : ' (skipped: only root sees its addresses)'}`,
    async () => {
      const kernelBuild = buildIdIn(new Uint8Array(readFileSync('/sys/kernel/notes')));
      const { out } = await raw(recordingOf({ ...HERE, hostname: 'db7', kernelBuild }));
      expect(resolvedNames((await raw('--no-lookup', recordingOf(HERE))).out).map).toBe(false);
      expect(out).not.toBe((await raw('--no-lookup', recordingOf(HERE))).out);
      expect(out).toMatch(/;(?:_text|_stext|startup_64|srso_alias_untrain_ret|[a-z_]\w+) 1$/m);
    },
  );

  test('--symfs / uses local files for a recording of a different machine', async () => {
    const path = recordingOf({ ...HERE, hostname: 'db7', release: '5.4.0' });
    expect(resolvedNames((await raw('--symfs', '/', path)).out)).toMatchObject({ program: true, map: true });
  });
});
