import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { comm, mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { writeTar } from '../src/bytes/tar-writer.ts';
import { fold } from './fold.ts';
import { archiveMember, pack } from './pack.ts';
import { symbolsPathOf } from './symbols-archive.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-symbols-'));
const RECORDING = join(FOLDER, 'app.data');
/** Higher than any process ID, so that /tmp has no such map. */
const PID = 2 ** 30;

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

async function record(): Promise<void> {
  const records = [
    comm(PID, 'app'),
    mmap({ pid: PID, start: 0x7000, size: 0x1000, path: '//anon' }),
    sample({ pid: PID, time: 5, chain: [USER, 0x7010] }),
  ];
  writeFileSync(RECORDING, perfData({ records }));
  const map = memoryFile(new TextEncoder().encode('7000 100 py::work:/srv/app.py\n'));
  const pieces: Uint8Array[] = [];
  const table = memoryFile(new TextEncoder().encode('# line table\n'));
  const members = [archiveMember(`/tmp/perf-${PID}.map`, map), archiveMember('python3.13.lines', table)];
  for await (const piece of writeTar(members)) pieces.push(piece.slice());
  writeFileSync(symbolsPathOf(RECORDING), gzipSync(Buffer.concat(pieces)));
}

test('names the code of a recording that is given alone, unless it is older', async () => {
  await record();
  expect((await runCommand(fold, RECORDING)).out).toContain('work');
  utimesSync(symbolsPathOf(RECORDING), 1, 1);
  expect((await runCommand(fold, RECORDING)).out).not.toContain('work');
});

test('pack leaves out its line table if asked to', async () => {
  await record();
  const output = join(FOLDER, 'out.tar.gz');
  for (const options of [[], ['--no-lines']]) {
    rmSync(output, { force: true });
    const { out } = await runCommand(pack, RECORDING, '-o', output, ...options);
    expect(out).toContain(`app.data and ${2 - options.length} symbol files`);
  }
});

test('pack puts the files in it next to the recording', async () => {
  await record();
  const output = join(FOLDER, 'out.tar.gz');
  for (const given of [RECORDING, FOLDER]) {
    rmSync(output, { force: true });
    expect((await runCommand(pack, given, '-o', output)).error).toBe('');
    expect((await runCommand(fold, output)).out).toContain('work');
  }
});
