// Makes line tables with the interpreter that this machine has.

import { endsOf } from '../fixtures/evaluator-frames.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readLineTable } from '../src/python-lines/line-table.ts';
import { openElf } from '../src/symbols/elf/elf.ts';
import { makeLineTables } from './line-tables.ts';
import type { Companion } from './lookup.ts';
import type { RequiredFiles } from './required-files.ts';
import { newerPython } from './record/find-python.ts';
import { thisHost } from './record/host.ts';
import { fileAt, SearchRoot } from './search-root.ts';

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'pyrograph-lines-')));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const QUESTION = `import os
code = [line.split(None, 5)[5].strip() for line in open('/proc/self/maps') if '/libpython3.' in line]
print(os.readlink('/proc/self/exe'), code[0] if code else '')`;

/** The executable and the file with the interpreter's code; empty if no Python here has -X perf. */
const INTERPRETER = findInterpreter();

function findInterpreter(): string[] {
  const python = newerPython(thisHost());
  if (python === undefined) return [];
  const { stdout } = spawnSync(python, ['-I', '-c', QUESTION], { encoding: 'utf8' });
  return stdout
    .trim()
    .split(' ')
    .filter((path) => path !== '');
}

const RAN = join(FOLDER, 'ran');
const SOURCE = `open(${JSON.stringify(RAN)}, 'w').close()

def total(values):
    result = 0
    for value in values:
        result += int(value)
    assert result
    return result

def main():
    return [
        total('123'),
        (lambda: 4)(),
    ]
`;
const APP = join(FOLDER, 'app.py');
/** Not UTF-8, and with a space. */
const ODD = Buffer.from(`${FOLDER}/caf\xe9 1.py`, 'latin1');
writeFileSync(APP, SOURCE);
writeFileSync(ODD, 'def odd():\n    return 1\n');
const NAMES = ['total', 'main', 'main.<locals>.<lambda>', 'gone'].map((name) => `py::${name}:${APP}`);

async function required({
  buildId = '',
  ...others
}: Partial<RequiredFiles> & { buildId?: string } = {}): Promise<RequiredFiles> {
  const images = await Promise.all(
    INTERPRETER.map(async (path) => {
      const file = fileAt(path, path)?.file;
      return { path, inodes: [], buildId: buildId || ((file && (await openElf(file)).buildId) ?? '') };
    }),
  );
  const machine = { hostname: '', release: '', arch: '', kernel: undefined, lastTime: NaN };
  return {
    images,
    unwindsStacks: true,
    pids: [],
    processes: [],
    dumps: [],
    kernel: undefined,
    machine,
    ...others,
  };
}

/** A perf map with these names. */
function mapOf(...names: readonly string[]): Companion[] {
  const path = join(FOLDER, 'perf-1.map');
  const rows = [
    ...names,
    'py::f:<string>',
    "py::<builder:'/'>:<routing>",
    'py::_load_unlocked:<frozen importlib._bootstrap>',
  ].map((name) => `7f00 10 ${name}\n`);
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(rows.join('')), Buffer.from('7f00 10 py::odd:'), ODD, Buffer.from('\n')]),
  );
  const source = fileAt(path, path);
  return source ? [{ kind: 'perf map', source }] : [];
}

const HERE = new SearchRoot(undefined);

async function tableOf(files: RequiredFiles) {
  const { companions, reasons } = await makeLineTables(undefined, files, mapOf(...NAMES), HERE);
  const [{ source }, ...others] = companions;
  const sources = others.map((each) => each.source.name);
  const { codes } = readLineTable(source.name, await source.file.read(0, source.size));
  return { codes, reasons, name: source.name, sources };
}

test.skipIf(INTERPRETER.length === 0)(
  'the recorded interpreter compiles the recorded functions',
  async () => {
    const { codes, reasons, name, sources } = await tableOf(await required());
    expect(reasons).toEqual([]);
    expect(name).toMatch(/python3\.\d+.*\.lines$/);
    const odd = [...codes.keys()].filter((each) => each.startsWith('py::odd:'));
    expect(odd).toHaveLength(1);
    expect([...codes.keys()].sort()).toEqual(
      [...NAMES.slice(0, 3), 'py::_load_unlocked:<frozen importlib._bootstrap>', ...odd].sort(),
    );
    expect(sources).toEqual([APP]);
    const [total] = codes.get(NAMES[0]) ?? [];
    const lines = endsOf(total).map((end) => total.lineAt(end));
    expect(new Set(lines)).toEqual(new Set([3, 4, 5, 6, 7, 8]));
  },
);

test.skipIf(INTERPRETER.length === 0)('runs nothing of the recorded program', async () => {
  const modules = ['dis.py', 'sitecustomize.py', 'usercustomize.py'].map((name) => join(FOLDER, name));
  for (const module of modules) writeFileSync(module, SOURCE);
  vi.stubEnv('PYTHONPATH', FOLDER);
  try {
    await tableOf(await required());
  } finally {
    vi.unstubAllEnvs();
  }
  expect(existsSync(RAN)).toBe(false);
});

test.skipIf(INTERPRETER.length === 0)('compiles with the recorded options', async () => {
  const commandLine = ['perf', 'record', '-F', '99', '--', 'python3', '-O', '-X', 'perf', 'app.py'];
  const sizeIn = async (files: RequiredFiles) => (await tableOf(files)).codes.get(NAMES[0])?.[0].size ?? 0;
  const plain = await sizeIn(await required());
  const optimized = await sizeIn(await required({ commandLine }));
  expect(optimized).toBeGreaterThan(0);
  expect(optimized).toBeLessThan(plain);
});

test.skipIf(INTERPRETER.length === 0)(
  'leaves out sources that were changed after the recording',
  async () => {
    const map = mapOf(...NAMES);
    const later = Date.now() / 1000 + 60;
    utimesSync(APP, later, later);
    const { companions, reasons } = await makeLineTables(undefined, await required(), map, HERE);
    utimesSync(APP, 0, 0);
    expect(reasons).toEqual([`Without source lines: ${APP}: changed since`]);
    expect(companions).toHaveLength(1);
    const { codes } = readLineTable(
      'a.lines',
      await companions[0].source.file.read(0, companions[0].source.size),
    );
    expect([...codes.keys()].filter((name) => name.includes(APP))).toEqual([]);
    // A map that was copied later does not make the recording newer.
    const recording = join(FOLDER, 'perf.data');
    writeFileSync(recording, '');
    utimesSync(recording, 0, 0);
    utimesSync(APP, 60, 60);
    const older = await makeLineTables(recording, await required(), mapOf(...NAMES), HERE);
    expect(older.reasons[0]).toContain(`${APP}: changed since`);
  },
);

test('starts no other interpreter than the recorded one', async () => {
  const { companions, reasons } = await makeLineTables(
    undefined,
    await required({ buildId: '00ff' }),
    mapOf(...NAMES),
    HERE,
  );
  expect(companions).toEqual([]);
  expect(reasons).toEqual([
    'There are no source lines: no recorded interpreter is here with the recorded build ID',
  ]);
});

test('starts no interpreter of another machine', async () => {
  mkdirSync(join(FOLDER, 'root'), { recursive: true });
  const other = new SearchRoot(join(FOLDER, 'root'));
  const { companions, reasons } = await makeLineTables(undefined, await required(), mapOf(...NAMES), other);
  expect(companions).toEqual([]);
  expect(reasons).toEqual([
    "There are no source lines: only the recorded machine's own interpreter can make them",
  ]);
});

test('says nothing of recordings that cannot have lines', async () => {
  const none = { companions: [], reasons: [] };
  const other = await required({ unwindsStacks: false });
  expect(await makeLineTables(undefined, other, mapOf(...NAMES), HERE)).toEqual(none);
  expect(await makeLineTables(undefined, await required(), [], HERE)).toEqual(none);
});
