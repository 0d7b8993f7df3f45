// Writes a profile as speedscope's JSON, in chunks of text: a sampled profile for each thread and event, with the stack and
// weight of every sample in the order of the recording.
//
// Lost in this format: sample times (speedscope places samples side by side by weight), the kernel and inlined flags of
// functions (a module such as [kernel.kallsyms] remains), and modules of Python functions.

import { labelOf } from '../../text/labels.ts';
import type { Level } from '../../model/levels.ts';
import { NONE, type Profile, type Thread } from '../../model/profile.ts';
import { parseEventName } from '../event-unit.ts';
import { indexFor } from '../index-for.ts';
import { hasCallFrames, recordedName } from '../recorded-name.ts';
import { PYROGRAPH_KEY, SCHEMA, UNITS } from './schema.ts';

const CHUNK = 1 << 20;

/**
 * Writes `profile`, which is at `level`, with all events or only one; speedscope shows `name` as the title. Frames have the
 * displayed name if name and file identify a Python function, otherwise the recorded name. Their file is that of the Python
 * function, or else the module.
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
    name,
    [PYROGRAPH_KEY]: { calls: hasCallFrames(profile, level) },
  };
  yield JSON.stringify(about).replace(/\}$/, ',"profiles":[');
  /** Frame numbers of the functions used so far. */
  const frames = new Map<number, number>();
  let separator = '';
  for (const group of groupsOf(profile, event)) {
    yield separator;
    yield* profileOf(profile, group, frames);
    separator = ',\n';
  }
  const shared = Array.from(frames.keys(), (func) => JSON.stringify(frameOf(profile, func)));
  yield `],"shared":{"frames":[${shared.join(',\n')}]}}\n`;
}

/** Samples by event and thread. */
function groupsOf({ samples, threads }: Profile, event: number): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < samples.length; i++) {
    if (event !== NONE && samples.event[i] !== event) continue;
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
  frames: Map<number, number>,
): Generator<string> {
  const thread = threads[samples.thread[group[0]]];
  const event = events[samples.event[group[0]]];
  const { unit } = parseEventName(event);
  const about = {
    type: 'sampled',
    name: titleOf(thread, events.length > 1 ? event : ''),
    unit: UNITS.has(unit) ? unit : 'none',
    startValue: 0,
    endValue: group.reduce((sum, i) => sum + samples.weight[i], 0),
    [PYROGRAPH_KEY]: { event, ...idsOf(thread) },
  };
  yield JSON.stringify(about).replace(/\}$/, ',"weights":[');
  yield* joined(group, (i) => String(samples.weight[i]));
  yield '],"samples":[';
  yield* joined(group, (i) => {
    const path: number[] = [];
    for (let at = samples.stack[i]; at >= 0; at = stacks.parent[at]) path.push(stacks.func[at]);
    return JSON.stringify(path.reverse().map((func) => indexFor(frames, func)));
  });
  yield ']}';
}

/** Properties of a thread for which the format has no members. */
function idsOf({ pid, tid, comm }: Thread) {
  return { comm, ...(pid === NONE ? {} : { pid }), ...(tid === NONE ? {} : { tid }) };
}

function titleOf({ pid, tid, comm }: Thread, event: string): string {
  const numbers = [pid === NONE ? '' : `process ${pid}`, tid === NONE ? '' : `thread ${tid}`];
  return [comm, ...numbers, event].filter((part) => part !== '').join(', ');
}

function frameOf(profile: Profile, func: number): { name: string; file?: string } {
  const { strings, modules, funcs } = profile;
  const recorded = strings[funcs.name[func]];
  const { name } = labelOf(profile, func);
  const file = strings[funcs.file[func]] ?? modules[funcs.module[func]] ?? '';
  return { name: recordedName(name, file) === recorded ? name : recorded, ...(file === '' ? {} : { file }) };
}

/** The items as text, separated by commas, in chunks. */
function* joined<T>(items: readonly T[], text: (item: T) => string): Generator<string> {
  let chunk = '';
  for (const [i, item] of items.entries()) {
    chunk += i === 0 ? text(item) : `,${text(item)}`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
