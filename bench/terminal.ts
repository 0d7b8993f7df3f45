// Measures the built command-line program, started as a user starts it.

import { spawnSync } from 'node:child_process';
import type { Inputs } from './inputs.ts';
import { readFileOnce } from './read-file.ts';
import { RECORDINGS } from './recordings.ts';
import { median, medianAndSpread, type Report, type Row } from './report.ts';

/** For programs that exit immediately. */
const START_ROUNDS = 5;
const ROUNDS = 3;

export function benchTerminal(inputs: Inputs, report: Report): void {
  const script = inputs.program();
  const program = (args: readonly string[]) => () => timeToRun([script, ...args]);
  const startRow = (name: string, args: readonly string[], maxValue: number): Row =>
    rowOf(name, program(args), ['Node alone', () => timeToRun(['-e', '0'])], START_ROUNDS, 'ms', maxValue);
  report.add('Terminal: start', [
    startRow('pyrograph --version', ['--version'], 60),
    startRow('pyrograph top, 1 MB of text', ['top', inputs.textBeginning(1)], 150),
  ]);
  report.add(
    'Terminal: pyrograph fold',
    RECORDINGS.flatMap(({ name, files, maxFold }) => {
      if (maxFold === undefined) return [];
      const paths = files(inputs);
      readFileOnce(paths[0]);
      const fold = program(['fold', ...paths]);
      return rowOf(name, fold, ['reading', () => readFileOnce(paths[0])], ROUNDS, 's', maxFold);
    }),
  );
}

/** Measures in seconds. The floor is measured before each round. */
function rowOf(
  name: string,
  measure: () => number,
  [floorName, measureFloor]: readonly [string, () => number],
  rounds: number,
  unit: 's' | 'ms',
  maxValue: number,
): Row {
  const times: number[] = [];
  const floors: number[] = [];
  const factor = unit === 'ms' ? 1000 : 1;
  for (let round = 0; round < rounds; round++) {
    floors.push(measureFloor() * factor);
    times.push(measure() * factor);
  }
  return {
    name,
    figures: [
      ...medianAndSpread(times, unit),
      { label: floorName, value: median(floors), unit },
      {
        label: `relative to ${floorName}`,
        value: median(times.map((time, i) => time / floors[i])),
        unit: '×',
      },
    ],
    maxValue,
  };
}

/** Runs Node and discards what it prints. */
function timeToRun(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr.toString()}`);
  return seconds;
}
