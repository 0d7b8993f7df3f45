// Records running processes for a second, to measure how deep their stacks are and how well they compress.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_STACK_SIZE } from '../../src/record/record-command.ts';
import type { MeasuredStacks } from '../../src/record/sampling.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { sourcesOf } from '../source.ts';
import type { RecordOptions } from './arguments.ts';
import type { Host } from './host.ts';
import { abilityOptions, type PerfFacts } from './read-perf.ts';

/** Samples per second and CPU. */
const FREQUENCY = 199;
const SECONDS = 1;
/** In milliseconds. */
const TIMEOUT = 20_000;
/** Of events of which none is a second of CPU time, all are assumed to occur on one CPU. */
const CLOCKS = /^(?:cycles|cpu-clock|task-clock)?$/;

/** Returns undefined if the processes did not run. */
export async function measureStacks(
  { attach, systemWide }: RecordOptions,
  { event, abilities }: PerfFacts,
  scratch: string,
  host: Host,
): Promise<MeasuredStacks | undefined> {
  const file = join(scratch, 'stacks.data');
  const target = systemWide ? ['-a'] : ['-p', attach];
  const selected = event === '' ? [] : ['-e', event];
  const options = [...target, ...selected, '-F', `${FREQUENCY}`, ...abilityOptions(abilities), '-o', file];
  const { status } = host.run(['perf', 'record', ...options, '--', 'sleep', `${SECONDS}`], TIMEOUT);
  if (status !== 0) return undefined;
  const outcome = await openProfile(sourcesOf([file]), NO_LISTENER);
  const { samples, recorded } = outcome.ok ? outcome.value.classified.profile : {};
  if (!samples || !recorded?.copiedStacks) return undefined;
  const { size, needed } = recorded.copiedStacks;
  const isCopied = (_: number, sample: number) => size[sample] > 0;
  const copies = size.filter((bytes) => bytes > 0).length;
  return {
    needed: needed
      .filter(isCopied)
      .filter((bytes) => !Number.isNaN(bytes))
      .sort(),
    busy: CLOCKS.test(event) ? samples.length / (FREQUENCY * SECONDS) : 1,
    compression: (copies * MAX_STACK_SIZE) / statSync(file).size,
  };
}
