// Measures, in Node on one thread, opening a generated recording of 200,000 switches and showing where its wall time went.

import {
  comm,
  KERNEL,
  mmap,
  perfData,
  sample,
  switchRecord,
  USER,
  type RecordSpec,
} from '../fixtures/perf-data.ts';
import { memorySource } from '../fixtures/sources.ts';
import { createRandom } from '../fixtures/synthetic.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { stateTotals } from '../src/waiting/waits.ts';
import { buildCallTree, openProfile, profileAtLevel } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { waitsIn } from '../workers/waits.ts';
import type { Inputs } from './inputs.ts';
import type { Report, Row } from './report.ts';

const ROUNDS = 4;
/** In seconds: for opening and the picture. */
const MAX_SECONDS = 2;
const SWITCHES = 200_000;
const THREADS = 16;
const PID = 7;
/** Python functions and their callers. */
const FUNCTIONS = 400;
const MAX_DEPTH = 40;
const CODE = 0x7f00_0000_0000;
const FUNCTION_SIZE = 64;
/** Kernel addresses are negative. */
const KERNEL_START = -0x8000_0000;
const WAITS = ['do_nanosleep', 'futex_wait', 'tcp_recvmsg', 'pipe_read', 'io_schedule', 'do_epoll_wait'];

export async function benchWaits(_: Inputs, report: Report): Promise<void> {
  const sources = recording();
  const rounds: Seconds[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await waitsOf(sources));
  const [cold] = rounds;
  const warm = (key: keyof Seconds) => Math.min(...rounds.slice(1).map((each) => each[key]));
  const row = (name: string, key: keyof Seconds): Row => ({
    name,
    figures: [
      { label: 'cold', value: cold[key], unit: 's' },
      { label: 'warm', value: warm(key), unit: 's' },
    ],
  });
  report.add('Node: wall time of 200,000 switches', [
    { ...row('opening and first graph', 'all'), maxValue: MAX_SECONDS },
    { ...row('of it, the graph and the table of states', 'waits'), maxValue: MAX_SECONDS / 2 },
  ]);
}

interface Seconds {
  readonly all: number;
  readonly waits: number;
}

async function waitsOf(sources: readonly Source[]): Promise<Seconds> {
  const start = performance.now();
  const outcome = await openProfile(sources, NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const opened = performance.now();
  const waits = waitsIn(outcome.value);
  if (!waits) throw new Error('The recording does not say when threads ran.');
  const states = stateTotals(waits);
  const { tree } = buildCallTree(
    profileAtLevel(outcome.value, DEFAULT_LEVEL),
    outcome.value.recording.defaultEvent,
  );
  const end = performance.now();
  if (states.length < WAITS.length || tree.length < FUNCTIONS)
    throw new Error(`The recording lacks waits: ${states.length} states, ${tree.length} nodes.`);
  return { all: (end - start) / 1000, waits: (end - opened) / 1000 };
}

/** A perf.data with its perf map and the kernel's symbols. Threads call functions at random depths, wait, and run for a while. */
function recording(): Source[] {
  const next = createRandom(36);
  const below = (limit: number) => Math.floor(next() * limit);
  const threads = Array.from({ length: THREADS }, (_, i) => PID + i);
  const records: RecordSpec[] = [
    mmap({
      pid: -1,
      start: KERNEL_START,
      offset: KERNEL_START,
      size: 0x1000_0000,
      path: '[kernel.kallsyms]_text',
      isKernel: true,
    }),
    mmap({ pid: PID, start: CODE, size: FUNCTIONS * FUNCTION_SIZE, path: '//anon' }),
    ...threads.map((tid) => comm(PID, 'python3', 1, tid)),
  ];
  const chainOf = () => {
    const depth = 4 + below(MAX_DEPTH - 4);
    // A function has few callers, as in programs.
    const frames = [below(FUNCTIONS)];
    while (frames.length < depth) frames.push((frames[frames.length - 1] * 7 + below(3)) % FUNCTIONS);
    return [USER, ...frames.map((each) => CODE + each * FUNCTION_SIZE + 8)];
  };
  const chains = Array.from({ length: 5000 }, chainOf);
  const chain = () => chains[below(chains.length)];
  for (let i = 0; i < SWITCHES; i++) {
    const tid = threads[i % THREADS];
    const time = 1_000_000 + i * 20_000;
    const isPreempted = i % 9 === 0;
    const kernel = KERNEL_START + below(WAITS.length) * FUNCTION_SIZE + 8;
    if (i % 5 === 0)
      records.push(sample({ pid: PID, tid, time: time - 5000, period: 2_000_000, chain: chain() }));
    const waiting = [KERNEL, kernel, ...chain()];
    records.push(sample({ event: 1, pid: PID, tid, time, period: 1, chain: waiting }));
    records.push({ ...switchRecord(isPreempted ? 'preempted' : 'out', time + 1, tid) });
    records.push(switchRecord('in', time + 100_000 + below(100_000), tid));
  }
  const fields = ['identifier', 'ip', 'tid', 'time', 'period', 'callchain'] as const;
  const events = [
    { name: 'cpu-clock', fields, ids: [1], type: 1, config: 0, switches: true, clock: 1 },
    { name: 'context-switches/period=1/', fields, ids: [2], type: 1, config: 3, period: 1, clock: 1 },
  ];
  const hex = (address: number) => address.toString(16);
  const map = Array.from(
    { length: FUNCTIONS },
    (_, i) => `${hex(CODE + i * FUNCTION_SIZE)} ${hex(FUNCTION_SIZE)} py::function_${i}:/srv/app.py\n`,
  );
  const kernel = ['_text', ...WAITS].map((name, i) => {
    const address = BigInt.asUintN(64, BigInt(KERNEL_START + Math.max(0, i - 1) * FUNCTION_SIZE));
    return `${address.toString(16)} T ${name}\n`;
  });
  const encode = (lines: readonly string[]) => new TextEncoder().encode(lines.join(''));
  return [
    memorySource(perfData({ events, records }), 'perf.data'),
    memorySource(encode(map), `perf-${PID}.map`),
    memorySource(encode(kernel), 'kallsyms'),
  ];
}
