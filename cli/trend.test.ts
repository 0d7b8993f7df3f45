// Trends of stored recordings: the version that made a function slower, and exit codes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, runToEnd } from '../fixtures/run-command.ts';
import { addVersions, onEveryEngine } from '../fixtures/store-engines.ts';
import { ExitError } from './command.ts';
import { storeCommand } from './store/command.ts';
import { trend } from './trend.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-trend-'));
const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'];
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

onEveryEngine(FOLDER, (storeNamed) => {
  const store = () => storeNamed('fleet');

  /** `checkout` takes 20 % of the samples, from version 1.3 on 26 %; `load` always takes 30 %. */
  beforeAll(async () => {
    await runCommand(storeCommand, 'init', store());
    await addVersions(store(), FOLDER, VERSIONS, (i, run) => {
      const slow = (i < 3 ? 200 : 260) + 4 * run;
      const stacks = {
        'shop;py::main:/srv/shop.py;py::checkout:/srv/shop.py;total': slow,
        'shop;py::main:/srv/shop.py;py::load:/srv/site-packages/orm/load.py': 300 - 2 * run,
        'shop;py::main:/srv/shop.py;render': 700 - slow - 2 * run,
      };
      return { stacks, labels: [`started=2026-11-0${i + 1}T10:00Z`] };
    });
  });

  async function changesOf(...options: string[]): Promise<string[]> {
    const { out } = await runCommand(trend, '--tsv', ...options, store());
    const rows = out.split('\n').slice(1, -1);
    return rows.flatMap((row) => {
      const [series, group] = row.split('\t');
      const [change, range] = row.split('\t').slice(-2);
      return Number(change) === 0 ? [] : [`${series} ${group} ${Number(change).toFixed(2)}${range}`];
    });
  }

  test('marks the version that made a function slower', async () => {
    expect(await changesOf('--function', 'checkout')).toEqual(['checkout 1.3 0.30']);
    expect(await changesOf('--function', 'checkout', '--by', 'day')).toEqual(['checkout 2026-11-04 0.30']);
    expect(await changesOf('--by-package')).toEqual([]);
    const { out } = await runCommand(trend, '--function', 'checkout', store());
    expect(out).toMatch(/ 2 {2}26\.\d% +± \d\.\d+% {2}1\.3 {2}<- \+\d+\.\d % ± \d\.\d %\n/);
  });

  test('fails above a limit', async () => {
    const failed = await runToEnd(trend, '--function', 'checkout', '--fail-above', '10%', store());
    expect(failed.reason).toBeInstanceOf(ExitError);
    expect(failed.reason).toMatchObject({ exitCode: 1 });
    expect(failed.reason?.message).toMatch(/^checkout grew by \d+\.\d % ± \d\.\d % at 1\.3, limit 10 %\.$/);
    await runCommand(trend, '--function', 'checkout', '--fail-above', '40%', store());
    await runCommand(trend, '--function', 'load', '--fail-above', '1%', store());
  });

  test('JSON has exact numbers, and errors name what is there', async () => {
    const { out } = await runCommand(trend, '--by-package', '--json', store());
    const { trends } = JSON.parse(out);
    expect(trends).toMatchObject([
      { name: 'orm', points: VERSIONS.map((group) => ({ group, recordings: 2 })) },
    ]);
    expect(trends[0].points[0].share.value).toBeCloseTo(0.3, 2);
    const { reason } = await runToEnd(trend, '--function', 'missing', store());
    expect(reason?.message).toMatch(/No recording of .* has a function missing\./);
  });
});
