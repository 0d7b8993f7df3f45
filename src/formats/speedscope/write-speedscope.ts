// Writes a profile as speedscope's JSON, in chunks of text. Each thread and event becomes a sampled profile, with the stack and
// weight of every sample in recorded order.
//
// The format cannot represent sample times (speedscope places samples side by side, as wide as their weights), the kernel
// and inlined flags of functions (a module such as [kernel.kallsyms] remains), and modules of Python functions.

import { eventMask } from '../../model/events.ts';
import { nameWithoutFile } from '../../model/function-names.ts';
import type { Level } from '../../model/levels.ts';
import { countMended } from '../../model/stacks.ts';
import { FrameIds, type LinedFrame } from '../../model/numbering.ts';
import { NONE, type Profile, type Thread } from '../../model/profile.ts';
import { formatNumberOf } from '../../text/format.ts';
import { parseEventName } from '../event-unit.ts';
import { indexFor } from '../aggregated-samples.ts';
import { hasCallFrames, recordedName } from '../recorded-name.ts';
import { PYROGRAPH_KEY, SCHEMA, UNITS } from './schema.ts';

const CHUNK = 1 << 20;

/**
 * Writes `profile`, which must be at `level`, with all events or only `event`. Speedscope shows `name` as the title. A frame has
 * its function's displayed name if readers can restore the recorded name from it, otherwise the recorded name. A frame's file is
 * the source file of a Python function; for other functions, it is the module. The names of the file and of the threads' profiles say
 * how many samples were re-attached.
 */
export function* writeSpeedscope(
  profile: Profile,
  level: Level,
  name: string,
  event = NONE,
): Generator<string> {
  const about = {
    $schema: SCHEMA,
    exporter: 'pyrograph',
    name: name + mendedSuffix(countMended(profile.samples, event)),
    [PYROGRAPH_KEY]: { calls: hasCallFrames(profile, level) },
  };
  yield JSON.stringify(about).replace(/\}$/, ',"profiles":[');
  const frames = new FrameIds();
  /** The number of each frame used so far, by its ID. */
  const numbers = new Map<number, number>();
  let separator = '';
  for (const group of groupsOf(profile, event)) {
    yield separator;
    yield* profileOf(profile, group, frames, numbers);
    separator = ',\n';
  }
  const shared = Array.from(numbers.keys(), (id) => JSON.stringify(frameOf(profile, frames.frame(id))));
  yield `],"shared":{"frames":[${shared.join(',\n')}]}}\n`;
}

function groupsOf({ samples, threads }: Profile, event: number): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>();
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    if (event !== NONE && isIncluded[samples.event[i]] === 0) continue;
    const key = samples.event[i] * threads.length + samples.thread[i];
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  }
  return groups.values();
}

function* profileOf(
  { samples, stacks, threads, events }: Profile,
  group: readonly number[],
  frames: FrameIds,
  numbers: Map<number, number>,
): Generator<string> {
  const thread = threads[samples.thread[group[0]]];
  const mended = group.filter((i) => (samples.inferred?.[i] ?? NONE) >= 0).length;
  const event = events[samples.event[group[0]]];
  const { unit } = parseEventName(event);
  const about = {
    type: 'sampled',
    name: titleOf(thread, events.length > 1 ? event : '') + mendedSuffix(mended),
    unit: UNITS.has(unit) ? unit : 'none',
    startValue: 0,
    endValue: group.reduce((sum, i) => sum + samples.weight[i], 0),
    [PYROGRAPH_KEY]: { event, ...threadMembers(thread) },
  };
  yield JSON.stringify(about).replace(/\}$/, ',"weights":[');
  yield* joinWithCommas(group, (i) => String(samples.weight[i]));
  yield '],"samples":[';
  yield* joinWithCommas(group, (i) => {
    const path: number[] = [];
    for (let at = samples.stack[i]; at >= 0; at = stacks.parent[at])
      path.push(frames.of(stacks.func[at], stacks.line?.[at] ?? 0));
    return JSON.stringify(path.reverse().map((frame) => indexFor(numbers, frame)));
  });
  yield ']}';
}

/** Says how many samples were re-attached. */
function mendedSuffix(count: number): string {
  return count === 0 ? '' : ` (${formatNumberOf(count, 'sample')} re-attached)`;
}

function threadMembers({ pid, tid, comm }: Thread) {
  return { comm, ...(pid === NONE ? {} : { pid }), ...(tid === NONE ? {} : { tid }) };
}

function titleOf({ pid, tid, comm }: Thread, event: string): string {
  const numbers = [pid === NONE ? '' : `process ${pid}`, tid === NONE ? '' : `thread ${tid}`];
  return [comm, ...numbers, event].filter((part) => part !== '').join(', ');
}

function frameOf(
  profile: Profile,
  { func, line }: LinedFrame,
): { name: string; file?: string; line?: number } {
  const { strings, modules, funcs } = profile;
  const recorded = strings[funcs.name[func]];
  const name = nameWithoutFile(profile, func);
  const file = strings[funcs.file[func]] ?? modules[funcs.module[func]] ?? '';
  return {
    name: recordedName(name, file) === recorded ? name : recorded,
    ...(file !== '' && { file }),
    ...(line > 0 && { line }),
  };
}

/** Yields the items as text, separated by commas, in chunks. */
function* joinWithCommas<T>(items: readonly T[], text: (item: T) => string): Generator<string> {
  let chunk = '';
  for (const [i, item] of items.entries()) {
    chunk += i === 0 ? text(item) : `,${text(item)}`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
