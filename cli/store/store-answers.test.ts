// What the page of `pyrograph serve` can ask about a store.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../fixtures/run-command.ts';
import { addVersions, onEveryEngine } from '../../fixtures/store-engines.ts';
import { storeCommand } from './command.ts';
import { OnDemandStore } from './on-demand-store.ts';
import { openStore } from './open-store.ts';
import { storeAnswers } from './store-answers.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-answers-'));
const VERSIONS = Array.from({ length: 10 }, (_, i) => `1.${i}`);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const SERVICE = `service=${encodeURIComponent('it\'s "shop" & co')}`;

onEveryEngine(FOLDER, (storeNamed) => {
  const address = () => storeNamed('fleet');
  const store = new OnDemandStore(() => openStore(address(), 'read'), 0);
  const answers = () => storeAnswers(address(), store);

  /** `slow` takes 20 % of the samples, from version 1.5 on 40 %; `inner`, which only it calls, the same. */
  beforeAll(async () => {
    await runCommand(storeCommand, 'init', address());
    await addVersions(address(), FOLDER, VERSIONS, (i, run) => {
      const slow = (i < 5 ? 200 : 400) + 3 * run;
      const stacks = {
        'app;py::main:/srv/app.py;py::slow:/srv/app.py;inner': slow,
        'app;py::main:/srv/app.py;py::query:/srv/site-packages/orm/query.py': 500 - run,
        'app;py::main:/srv/app.py;py::other:/srv/app.py': 500 - slow + run,
      };
      const labels = ['service=it\'s "shop" & co', 'host=web-1', `started=2026-11-${10 + i}T10:00Z`];
      return { stacks, labels };
    });
  });

  afterAll(() => store.close());

  async function ask(question: string, values: Record<string, string> = {}) {
    const content = await answers()[question](new URLSearchParams(values));
    return JSON.parse(new TextDecoder().decode(content));
  }

  test('recordings per service, version and day', async () => {
    const groups = await ask('groups');
    expect(groups).toHaveLength(10);
    expect(groups[1]).toEqual({
      service: 'it\'s "shop" & co',
      version: '1.1',
      day: '2026-11-11',
      recordings: 2,
      first: Date.UTC(2026, 10, 11, 10),
      last: Date.UTC(2026, 10, 11, 10),
    });
    const recordings = await ask('recordings', { conditions: `${SERVICE}&version=1.1` });
    expect(recordings).toHaveLength(2);
    expect(recordings[0]).toEqual({
      id: expect.stringMatching(/^[\da-f]{14}$/),
      name: 'web-1, 2026-11-11 10:00',
    });
  });

  test('the functions that changed most, once per chain of calls', async () => {
    const { groups, series, event } = await ask('trends', {
      conditions: SERVICE,
      unit: 'version',
      of: 'changed',
    });
    expect(event).toBe('weight');
    expect(groups.map(({ name, recordings }: Record<string, unknown>) => [name, recordings])).toEqual(
      VERSIONS.map((version) => [version, 2]),
    );
    const changes = series.map(({ name, points }: { name: string; points: { change?: { d: number } }[] }) => [
      name,
      points.map(({ change }) => Math.round(100 * (change?.d ?? 0))),
    ]);
    expect(changes.slice(0, 2)).toEqual([
      ['py::slow:/srv/app.py', [0, 0, 0, 0, 0, 20, 0, 0, 0, 0]],
      ['py::other:/srv/app.py', [0, 0, 0, 0, 0, -20, 0, 0, 0, 0]],
    ]);
    expect(changes.map(([name]: [string]) => name)).not.toContain('inner');
  });

  test('one function, one package, all packages and all code', async () => {
    const namesOf = async (values: Record<string, string>) => {
      const { series } = await ask('trends', { conditions: SERVICE, unit: 'day', ...values });
      return series.map(({ name }: { name: string }) => name);
    };
    expect(await namesOf({ of: 'function', name: 'py::slow:/srv/app.py' })).toEqual(['py::slow:/srv/app.py']);
    expect(await namesOf({ of: 'function', name: "'; DROP TABLE samples; --" })).toEqual([]);
    expect(await namesOf({ of: 'package', name: 'orm' })).toEqual(['orm']);
    expect(await namesOf({ of: 'package', name: 'missing' })).toEqual([]);
    expect(await namesOf({ of: 'packages' })).toEqual(['orm']);
    expect(await namesOf({ of: 'all' })).toEqual(['all code']);
  });

  test('names by their beginning, in any case and without patterns', async () => {
    expect(await ask('names', { prefix: 'SL' })).toEqual([
      { kind: 'function', name: 'py::slow:/srv/app.py' },
    ]);
    expect(await ask('names', { prefix: 'o' })).toEqual([
      { kind: 'package', name: 'orm' },
      { kind: 'function', name: 'py::other:/srv/app.py' },
    ]);
    for (const prefix of ['%', '_', "'", '\\', 'low']) expect(await ask('names', { prefix })).toEqual([]);
  });

  test('a merged profile that the page opens', async () => {
    const content = await answers().profile(new URLSearchParams({ conditions: `${SERVICE}&version=1.0` }));
    const path = join(FOLDER, 'merged');
    writeFileSync(path, content);
    const { fold } = await import('../fold.ts');
    const { out } = await runCommand(fold, '--level', 'raw', '--no-lookup', path);
    expect(out).toContain('py::main:/srv/app.py;py::slow:/srv/app.py;inner 403\n');
  });

  test('other questions are refused with a sentence', async () => {
    expect(Object.keys(answers())).toEqual(['groups', 'names', 'recordings', 'trends', 'profile']);
    const trends = (values: Record<string, string>) =>
      ask('trends', { unit: 'version', of: 'all', ...values });
    await expect(trends({ unit: 'year' })).rejects.toThrow(
      'Unknown unit: use one of version, day, hour, host.',
    );
    await expect(trends({ of: 'secrets' })).rejects.toThrow('Unknown subject of a trend.');
    await expect(trends({ of: 'function' })).rejects.toThrow('Unknown subject of a trend.');
    await expect(trends({ conditions: 'color=red' })).rejects.toThrow(/has a label color/);
    await expect(trends({ conditions: 'service' })).rejects.toThrow(/is not a condition/);
    await expect(trends({ conditions: 'version=9' })).rejects.toThrow(/No recording matches/);
    await expect(ask('names', { prefix: 'x'.repeat(5000) })).rejects.toThrow(
      'The value of prefix is too long.',
    );
  });
});
