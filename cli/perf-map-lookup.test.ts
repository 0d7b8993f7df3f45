// Tests where the lookup finds the perf map of a process in a PID namespace, in folders that mirror a machine.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookUp } from './lookup.ts';
import { whyMissing } from './perf-map-lookup.ts';
import type { RequiredFiles } from './required-files.ts';
import { SearchRoot } from './search-root.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyrograph-maps-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const REQUIRED: RequiredFiles = {
  images: [],
  unwindsStacks: false,
  pids: [12],
  unnamed: new Map([[12, new Set([0x1004])]]),
  processes: [],
  dumps: [],
  kernel: undefined,
  machine: { hostname: '', release: '', arch: '', kernel: undefined, lastTime: NaN },
};

function put(path: string, content: string): void {
  const where = join(root, path);
  mkdirSync(dirname(where), { recursive: true });
  writeFileSync(where, content);
}

/** The perf maps found, and what is missing. */
async function lookedUp(more: Partial<RequiredFiles> = {}) {
  const { companions, missing } = await lookUp({ ...REQUIRED, ...more }, new SearchRoot(root));
  const texts = companions.map(async ({ source: { name, file, size } }) => [
    name,
    new TextDecoder().decode(await file.read(0, size)),
  ]);
  return { found: Object.fromEntries(await Promise.all(texts)), missing };
}

test('is that of process 1 if it names the code', async () => {
  put('/tmp/perf-1.map', '2000 10 other\n');
  expect(await lookedUp()).toEqual({ found: {}, missing: ['/tmp/perf-12.map'] });
  put('/tmp/perf-1.map', '1000 10 f\n');
  expect(await lookedUp()).toEqual({ found: { '/tmp/perf-12.map': '1000 10 f\n' }, missing: [] });
});

test('is named after its ID there, if the recording or the running process tells it', async () => {
  put('/tmp/perf-7.map', '1000 10 f\n');
  expect(await lookedUp()).toEqual({ found: {}, missing: ['/tmp/perf-12.map'] });
  const found = { found: { '/tmp/perf-12.map': '1000 10 f\n' }, missing: [] };
  expect(await lookedUp({ ownPids: new Map([[12, 7]]) })).toEqual(found);
  put('/proc/12/status', 'Name:\tpython\nNStgid:\t12\t7\n');
  expect(await lookedUp()).toEqual(found);
});

test('may be gone with its container, which the message says', () => {
  const ownPids = new Map([[12, 7]]);
  expect(whyMissing('/tmp/perf-7.map', { ownPids })).toBe(
    'Functions of process 12 have no names: it has ended, and its perf map, if it wrote one, was /tmp/perf-7.map in its container',
  );
  expect(whyMissing('/proc/12/root/tmp/perf-7.map', { ownPids })).toBeUndefined();
  expect(whyMissing('/tmp/perf-12.map', { ownPids: new Map([[12, 12]]) })).toBeUndefined();
});

test('is in the file system of the running process', async () => {
  put('/proc/12/status', 'Name:\tpython\nNStgid:\t12\t7\n');
  expect((await lookedUp()).missing).toEqual(['/proc/12/root/tmp/perf-7.map']);
  put('/proc/12/root/tmp/perf-7.map', '1000 10 inside\n');
  put('/tmp/perf-7.map', '1000 10 outside\n');
  const found = { '/tmp/perf-12.map': '1000 10 inside\n' };
  expect(await lookedUp()).toEqual({ found, missing: [] });
  // Addresses of copied stacks are known only after unwinding.
  expect((await lookedUp({ unwindsStacks: true, unnamed: new Map() })).found).toEqual(found);
  put('/proc/12/root/tmp/perf-7.map', '2000 10 of another program\n');
  expect((await lookedUp()).found).toEqual({ '/tmp/perf-12.map': '1000 10 outside\n' });
});
