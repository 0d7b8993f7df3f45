// Opens a perf.data on the command line with the symbol files that the lookup finds, and packs them together.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { triesAllRecordings } from '../fixtures/fuzz.ts';
import { comm, mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { bytesAt, fileAt, filesIn, HAS_PROFILES, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { readArchive } from '../fixtures/archive.ts';
import { fold } from './fold.ts';
import { pack } from './pack.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-pack-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** A folder that mirrors the recorded machine, built from the recording's symbol files. */
function machineOf(folder: string, archives: Readonly<Record<string, string>>): string {
  const root = join(FOLDER, `${folder}-${Object.keys(archives).length}`);
  if (existsSync(root)) return root;
  for (const [archive, under] of Object.entries(archives)) {
    mkdirSync(join(root, under), { recursive: true });
    execFileSync('tar', ['xzf', '-', '-C', join(root, under)], { input: bytesAt(folder, archive) });
  }
  for (const under of ['tmp', 'proc']) mkdirSync(join(root, under), { recursive: true });
  for (const file of filesIn(folder).filter((each) => /^perf-\d+\.map$|\.dump$/.test(each)))
    writeFileSync(join(root, 'tmp', file), bytesAt(folder, file));
  writeFileSync(join(root, 'proc', 'kallsyms'), gunzipSync(fileAt('kallsyms.gz')));
  return root;
}

/** Decompresses a file of a recording and returns its new path. */
function plainFile(folder: string, file: string): string {
  const path = join(FOLDER, `${folder}.${file.replace(/\.gz$/, '')}`);
  writeFileSync(path, plainAt(folder, file));
  return path;
}

async function filesOf(archive: string) {
  return (await readArchive(memoryStream(new Uint8Array(gunzipSync(readFileSync(archive)))))).files;
}

function goldenOf(folder: string, level: string): string {
  return new TextDecoder().decode(plainAt(folder, `folded.${level}.txt.gz`));
}

/** The lookup does not depend on the level. */
const LEVELS = triesAllRecordings ? ['raw', 'python'] : ['raw'];

describe.skipIf(!HAS_PROFILES)(`fold finds the symbol files of a lone perf.data${SKIP_NOTE}`, () => {
  // recordings-with-symbols.test.ts compares all levels.
  test('in a folder that mirrors its machine', async () => {
    const root = machineOf('fp-script', { 'symbols.tar.gz': '' });
    const recording = plainFile('fp-script', 'perf.data.gz');
    for (const level of LEVELS) {
      const { out, error } = await runCommand(fold, '--level', level, '--symfs', root, recording);
      expect(out === goldenOf('fp-script', level), level).toBe(true);
      expect(error).toBe('');
    }
  });

  test('unless the lookup is disabled, or symbol files are given', async () => {
    const recording = plainFile('fp-script', 'perf.data.gz');
    const map = join(FOLDER, 'perf-24647.map');
    writeFileSync(map, bytesAt('fp-script', 'perf-24647.map'));
    const without = (await runCommand(fold, '--level', 'raw', '--no-lookup', recording)).out;
    expect(without).not.toMatch(/PyEval|py::/);
    const { out } = await runCommand(fold, '--level', 'raw', recording, map);
    expect(out).toContain('py::');
    expect(out).not.toContain('PyEval');
    // With --symfs, symbol files are looked up even if some are given.
    const root = machineOf('fp-script', { 'symbols.tar.gz': '' });
    const both = await runCommand(fold, '--level', 'raw', '--symfs', root, recording, map);
    expect(both.out === goldenOf('fp-script', 'raw')).toBe(true);
  });
});

describe.skipIf(!HAS_PROFILES)(`pack includes everything a recording needs${SKIP_NOTE}`, () => {
  test('of a recording with a file for each compiled function', async () => {
    const root = machineOf('jit-script', { 'symbols.tar.gz': '', 'jitted.tar.gz': 'tmp' });
    const output = join(FOLDER, 'jit-script.tar.gz');
    const recording = plainFile('jit-script', 'perf.jit.data.gz');
    const printed = await runCommand(pack, '--symfs', root, '-o', output, recording);
    expect(printed.out).toMatch(/^.*\.tar\.gz: \S+\.data and \d+ symbol files\.\n$/);
    for (const level of LEVELS) {
      const { out } = await runCommand(fold, '--level', level, output);
      expect(out === goldenOf('jit-script', level), level).toBe(true);
    }
    expect((await filesOf(output)).length).toBeGreaterThanOrEqual(200);
  });

  test('reproducibly', async () => {
    const root = machineOf('fp-script', { 'symbols.tar.gz': '' });
    const recording = plainFile('fp-script', 'perf.data.gz');
    const archives: Buffer[] = [];
    for (const name of ['once.tar.gz', 'twice.tar.gz']) {
      await runCommand(pack, '--symfs', root, recording, '-o', join(FOLDER, name));
      archives.push(readFileSync(join(FOLDER, name)));
    }
    expect(archives[0].equals(archives[1])).toBe(true);
    expect(existsSync(join(FOLDER, 'once.tar.gz.part'))).toBe(false);
  });

  test('and, with --all, complete files', async () => {
    const root = machineOf('fp-script', { 'symbols.tar.gz': '' });
    const recording = plainFile('fp-script', 'perf.data.gz');
    const output = join(FOLDER, 'all.tar.gz');
    await runCommand(pack, '--all', '--symfs', root, recording, '-o', output);
    const files = await filesOf(output);
    for (const { path, bytes } of files.slice(1))
      expect(Buffer.from(bytes).equals(readFileSync(join(root, path)))).toBe(true);
    expect(files.length).toBeGreaterThanOrEqual(8);
    if (!triesAllRecordings) return;
    const { out } = await runCommand(fold, '--level', 'raw', output);
    expect(out === goldenOf('fp-script', 'raw')).toBe(true);
  });

  test('and reports missing files', async () => {
    const recording = plainFile('fp-script', 'perf.data.gz');
    const root = join(FOLDER, 'empty');
    mkdirSync(root);
    const output = join(FOLDER, 'incomplete.tar.gz');
    const packing = pack(['--symfs', root, recording, '-o', output]);
    await expect(packing).rejects.toThrow(/^Not found, so their functions have no names: [^\n]+\.$/);
    await expect(packing).rejects.toMatchObject({ exitCode: 1 });
    for (const path of ['/opt/python3.13-fp/bin/python3.13', '/tmp/perf-24647.map', '[kernel.kallsyms]'])
      await expect(packing).rejects.toThrow(path);
    expect(existsSync(output)).toBe(true);
  });
});

describe('pack rejects', () => {
  const recording = join(FOLDER, 'any.data');
  beforeAll(() => {
    writeFileSync(recording, 'Dear diary,\n');
    writeFileSync(join(FOLDER, 'perf-1.map'), '1000 10 f\n');
    writeFileSync(join(FOLDER, 'any.folded'), 'main;run 1\n');
    writeFileSync(join(FOLDER, 'cut.data'), 'PERFILE2\x68\0\0\0\0\0\0\0');
    execFileSync('tar', ['cf', 'any.tar', 'any.folded'], { cwd: FOLDER });
  });
  const output = join(FOLDER, 'none.tar.gz');

  test.each([
    ['a missing RECORDING argument', ['-o', output], 'Missing RECORDING. Usage: pyrograph pack'],
    ['a missing -o option', [recording], 'Missing -o ARCHIVE.tar.gz. Usage: pyrograph pack'],
    ['two recordings', [recording, recording, '-o', output], 'Give only the recording'],
    ['a missing file', [`${recording}x`, '-o', output], 'cannot be read: the file does not exist.'],
    ['a different format', [recording, '-o', output], `${recording} is not a perf.data: `],
    ['an archive', [join(FOLDER, 'any.tar'), '-o', output], 'any.tar is already an archive'],
    ['a symbol file', [join(FOLDER, 'perf-1.map'), '-o', output], 'is a symbol file without samples'],
    ['perf script output', [join(FOLDER, 'any.folded'), '-o', output], 'needs no packing.'],
    ['a truncated recording', [join(FOLDER, 'cut.data'), '-o', output], 'damaged header'],
    ['a pipe', ['-', '-o', output], 'standard input is a pipe or empty'],
    ['an existing archive', [recording, '-o', recording], `${recording} already exists: remove it`],
    ['a missing --symfs folder', [recording, '-o', output, '--symfs', `${FOLDER}/x`], 'no such folder'],
    ['an unknown option', ['--unknown'], 'run pyrograph pack --help for the options.'],
  ])('%s', async (_, args, sentence) => {
    await expect(pack(args)).rejects.toThrow(sentence);
    expect(existsSync(output)).toBe(false);
  });

  test('an output that cannot be written', async () => {
    if (!HAS_PROFILES) return;
    const recording = plainFile('fp-script', 'perf.data.gz');
    const nowhere = join(FOLDER, 'nowhere', 'x.tar.gz');
    await expect(pack([recording, '-o', nowhere, '--symfs', FOLDER])).rejects.toThrow(
      /^Could not write .*x\.tar\.gz: ENOENT.*\.$/,
    );
  });
});

test('packs the recording and symbol files of a folder', async () => {
  const folder = join(FOLDER, 'set');
  mkdirSync(join(folder, 'deeper'), { recursive: true });
  const records = [
    comm(7, 'app'),
    mmap({ pid: 7, start: 0x7000, size: 0x1000, path: '//anon' }),
    sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
  ];
  writeFileSync(join(folder, 'perf.data'), perfData({ records }));
  writeFileSync(join(folder, 'README'), 'Dear diary,\n');
  writeFileSync(join(folder, 'deeper', 'perf-7.map'), '7000 100 f\n');
  // A circular link.
  symlinkSync('..', join(folder, 'deeper', 'up'));
  const folded = await runCommand(fold, '--level', 'raw', folder);
  expect(folded.out).toBe('app;f 1\n');
  expect(folded.error).toBe(
    `pyrograph: 1 file was skipped because it contains neither samples nor symbols: ${join(folder, 'README')}.\n`,
  );
  const output = join(FOLDER, 'set.tar.gz');
  const root = join(FOLDER, 'nothing');
  mkdirSync(root);
  expect((await runCommand(pack, '--symfs', root, '-o', output, folder)).out).toContain(
    'perf.data and 1 symbol files.',
  );
  expect((await runCommand(fold, '--level', 'raw', output)).out).toBe('app;f 1\n');
  writeFileSync(join(folder, 'other.data'), perfData({ records }));
  await expect(pack(['-o', join(FOLDER, 'none.tar.gz'), folder])).rejects.toThrow(
    'contains several recordings',
  );
});

test('pack prints help', async () => {
  const { out } = await runCommand(pack, '--help');
  for (const word of ['--output', '--all', '--symfs', 'RECORDING', '/usr/lib/debug', '~/.debug'])
    expect(out).toContain(word);
});

/** A program to record, with symbols from its binary, its map in /tmp, libraries and the kernel. */
const LOOP = 'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); for (let i = 0; i < 9; i++) f(24);';
const LIVE = join(FOLDER, 'live.data');
// -N leaves perf's cache unchanged.
const hasPerf =
  spawnSync('perf', ['record', '-q', '-N', '-e', 'cpu-clock', '-g', '-o', `${LIVE}.try`, '--', 'true'])
    .status === 0;
const NO_PERF = hasPerf ? '' : ' (skipped: perf cannot record here)';

/** perf's own output for a recording, folded, as lines. */
async function printedByPerf(recording: string, ...options: string[]): Promise<string[]> {
  const text = execFileSync('perf', ['script', '--no-inline', ...options, '-i', recording], {
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  writeFileSync(`${recording}.perf`, text);
  return (await runCommand(fold, '--level', 'raw', `${recording}.perf`)).out.trim().split('\n');
}

test.skipIf(!hasPerf)(`names of a local recording match perf’s${NO_PERF}`, async () => {
  const program = [process.execPath, '--perf-basic-prof', '-e', `${LOOP} console.log(process.pid)`];
  const args = ['record', '-q', '-N', '-F', '499', '-e', 'cpu-clock', '-g', '-o', LIVE, '--', ...program];
  // node writes a log to its working directory.
  const pid = Number(execFileSync('perf', args, { cwd: FOLDER }).toString());
  try {
    const ours = (await runCommand(fold, '--level', 'raw', LIVE)).out.trim().split('\n');
    const shareEqual = async (names: string) => {
      const theirs = await printedByPerf(LIVE, names);
      expect(theirs.length).toBe(ours.length);
      return ours.filter((line) => theirs.includes(line)).length / ours.length;
    };
    // C++ names must match either perf's demangled or its mangled names; perf versions name PLT entries differently.
    const share = await shareEqual('--demangle');
    expect(share > 0.95 ? share : await shareEqual('--no-demangle')).toBeGreaterThan(0.95);
  } finally {
    rmSync(`/tmp/perf-${pid}.map`, { force: true });
  }
});
