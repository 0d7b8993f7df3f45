// Measures comparisons in Node: their time on large recordings, and how often they are wrong.

import { compare } from '../src/compare/compare.ts';
import { prepareComparison } from '../src/compare/prepare.ts';
import { extremesOf } from '../src/model/columns.ts';
import { BASES } from '../src/model/comparison.ts';
import { comparedRecording } from '../workers/compare/compared-recording.ts';
import { localViews } from '../workers/views/views.ts';
import { calibrationRows } from './calibration.ts';
import { openFiles } from './file-source.ts';
import type { Inputs } from './inputs.ts';
import { BIG } from './recordings.ts';
import type { Report, Row } from './report.ts';

const MAX_COMPARISON_MS = 1000;
const MAX_SWITCH_MS = 300;

export async function benchComparing({ big, pairs }: Inputs, report: Report): Promise<void> {
  report.add(`Node: comparing ${BIG} with itself`, await timeRows(big()));
  report.add('Node: false flags and detections', await calibrationRows(pairs()));
}

/** Both sides are opened, so that no table is shared between them. */
async function timeRows(files: readonly string[]): Promise<Row[]> {
  const [a, b] = await Promise.all(
    [files, files].map(async (side) => {
      const open = await openFiles(side);
      return comparedRecording(localViews(open), open.recording.defaultEvent);
    }),
  );
  const levels = timed(() => [a, b].map(({ at, leavesAt }) => [leavesAt('python'), at('python-c')]));
  const options = { level: 'python-c', renames: [], minEffect: 0.005 } as const;
  const prepare = () => prepareComparison({ a: [a], b: [b] }, options);
  const cold = timed(() => compare(prepare(), {}));
  const warm = Math.min(...Array.from({ length: 3 }, () => timed(() => compare(prepare(), {}))));
  const prepared = prepare();
  const { unfiltered } = prepared.stacks;
  const extent = extremesOf(unfiltered[0].samples.time);
  const range = extent && { from: extent.min, to: (extent.min + extent.max) / 2 };
  const half = timed(() =>
    compare(prepareComparison({ a: [{ ...a, range }], b: [{ ...b, range }] }, options, prepared.stacks), {}),
  );
  const switches = BASES.filter((basis) => basis !== 'work').map((basis) =>
    timed(() => compare(prepared, { basis })),
  );
  return [
    {
      name: 'comparison',
      figures: [
        { label: 'warm', value: warm, unit: 'ms' },
        { label: 'cold', value: cold, unit: 'ms' },
        { label: 'levels of both sides', value: levels, unit: 'ms' },
      ],
      maxValue: MAX_COMPARISON_MS,
    },
    {
      name: 'another basis',
      figures: [{ label: 'slowest', value: Math.max(...switches), unit: 'ms' }],
      maxValue: MAX_SWITCH_MS,
    },
    {
      name: 'another range',
      figures: [{ label: 'half of both sides', value: half, unit: 'ms' }],
      maxValue: MAX_SWITCH_MS,
    },
  ];
}

/** In milliseconds. */
function timed(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}
