// Writes a profile as speedscope's JSON, in chunks of text: a sampled profile for each thread and event, with the stack and
// weight of every sample in the order of the recording.
//
// Lost in this format: times of samples (speedscope places them side by side by weight), the kernel and inlined flags of
// functions except for their modules, and modules of Python functions.

import { labelOf } from '../../text/labels.ts';
import type { Level } from '../../model/levels.ts';
import { NONE, type Profile, type Thread } from '../../model/profile.ts';
import { parseEventName } from '../event-unit.ts';
import { hasCallFrames, recordedName } from '../recorded-name.ts';
import { OURS, SCHEMA, UNITS } from './schema.ts';

const CHUNK = 1 << 20;

/**
 * Writes `profile`, which is at `level`, with all events or only one; speedscope shows `name` as its title. Frames have the
 * displayed name if name and file identify a Python function, otherwise the recorded name. Their file is that of the Python
 * function, or else the module.
 */
export function writeSpeedscope(
  profile: Profile,
  level: Level,
  name: string,
  event = NONE,
): Generator<string> {
  return new SpeedscopeWriter(profile, event).write(name, hasCallFrames(profile, level));
}

class SpeedscopeWriter {
  private readonly profile: Profile;
  private readonly event: number;
  /** Frame numbers of the functions used so far. */
  private readonly frames = new Map<number, number>();

  constructor(profile: Profile, event: number) {
    this.profile = profile;
    this.event = event;
  }

  *write(name: string, calls: boolean): Generator<string> {
    const about = { $schema: SCHEMA, exporter: 'pyrograph', name, [OURS]: { calls } };
    yield JSON.stringify(about).replace(/\}$/, ',"profiles":[');
    let separator = '';
    for (const samples of this.groups()) {
      yield separator;
      yield* this.profileOf(samples);
      separator = ',\n';
    }
    const frames = [...this.frames.keys()].map((func) => JSON.stringify(frameOf(this.profile, func)));
    yield `],"shared":{"frames":[${frames.join(',\n')}]}}\n`;
  }

  /** Samples by event and thread. */
  private groups(): Iterable<readonly number[]> {
    const { samples, threads } = this.profile;
    const groups = new Map<number, number[]>();
    for (let i = 0; i < samples.length; i++) {
      if (this.event !== NONE && samples.event[i] !== this.event) continue;
      const key = samples.event[i] * threads.length + samples.thread[i];
      const group = groups.get(key);
      if (group) group.push(i);
      else groups.set(key, [i]);
    }
    return groups.values();
  }

  private *profileOf(group: readonly number[]): Generator<string> {
    const { samples, threads, events } = this.profile;
    const thread = threads[samples.thread[group[0]]];
    const event = events[samples.event[group[0]]];
    const { unit } = parseEventName(event);
    const end = group.reduce((sum, i) => sum + samples.weight[i], 0);
    const about = {
      type: 'sampled',
      name: titleOf(thread, events.length > 1 ? event : ''),
      unit: UNITS.has(unit) ? unit : 'none',
      startValue: 0,
      endValue: end,
      [OURS]: { event, ...idsOf(thread) },
    };
    yield JSON.stringify(about).replace(/\}$/, ',"weights":[');
    yield* joined(group, (i) => String(samples.weight[i]));
    yield '],"samples":[';
    yield* joined(group, (i) => this.stackOf(samples.stack[i]));
    yield ']}';
  }

  private stackOf(stack: number): string {
    const { stacks } = this.profile;
    const path: number[] = [];
    for (let at = stack; at >= 0; at = stacks.parent[at]) path.push(stacks.func[at]);
    return `[${path
      .reverse()
      .map((func) => this.frame(func))
      .join(',')}]`;
  }

  private frame(func: number): number {
    const known = this.frames.get(func);
    if (known !== undefined) return known;
    this.frames.set(func, this.frames.size);
    return this.frames.size - 1;
  }
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
