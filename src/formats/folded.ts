// Folded ("collapsed") stacks: `comm;root;…;leaf weight`, one line a distinct stack. Read as what other tools
// wrote, written as the terminal prints. The text has no modules, times or threads but the comm.

import { ProfileBuilder } from '../model/builder.ts';
import { NO_STACK, NONE, Seen, type Profile } from '../model/profile.ts';

/** Plain data: it crosses to the chunk workers. */
export interface FoldedForm {
  /** Is the first field of each line a comm? Then no first field is longer than a comm can be. */
  readonly hasComm: boolean;
}

/** Folded text does not name its event. */
const EVENT = 'weight';
const LINE = /^(.*\S) (\d+(?:\.\d+)?)$/;
/** TASK_COMM_LEN of the kernel, less the final NUL (include/linux/sched.h, v6.12). */
const MAX_COMM = 15;
const MAX_LINE = 1 << 22;
const SNIFFED_LINES = 200;

/** The form of this text, or undefined when most of its first lines are not folded stacks. */
export function sniffFolded(head: Uint8Array): FoldedForm | undefined {
  let lines = 0;
  let folded = 0;
  let deep = 0;
  let hasComm = true;
  for (const line of new TextDecoder().decode(head.subarray(0, 1 << 20)).split(/\r?\n/, SNIFFED_LINES)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    lines++;
    const stack = LINE.exec(line)?.[1];
    if (stack === undefined) continue;
    folded++;
    const [first, ...rest] = stack.split(';');
    if (rest.length > 0) deep++;
    if (new TextEncoder().encode(first).length > MAX_COMM) hasComm = false;
  }
  // The last line of a head is cut more often than not.
  return deep > 0 && folded * 10 >= (lines - 1) * 9 ? { hasComm } : undefined;
}

/** Reads `bytes[0, end)`: whole lines, except that the `last` block may end anywhere. Never throws. */
export function readFolded(bytes: Uint8Array, end: number, form: FoldedForm, last: boolean): Profile {
  const builder = new ProfileBuilder();
  const decoder = new TextDecoder();
  const event = builder.event(EVENT);
  let line = 0;
  for (let at = 0; at < end; ) {
    const newline = bytes.indexOf(10, at);
    const whole = newline >= 0 && newline < end;
    const stop = whole ? newline : end;
    line++;
    if (stop - at > MAX_LINE) builder.note('long', 'Lines of more than 4 MB were left out', line);
    else readLine(builder, decoder.decode(bytes.subarray(at, stop)).replace(/\r$/, ''), form, event, line, whole || !last);
    at = stop + 1;
  }
  builder.addLines(line);
  return builder.finish();
}

function readLine(builder: ProfileBuilder, text: string, form: FoldedForm, event: number, line: number, whole: boolean) {
  if (text.trim() === '' || text.startsWith('#')) return;
  const match = LINE.exec(text);
  if (!match) {
    if (whole) builder.note('folded', 'Lines that are no folded stack were left out', line);
    else builder.note('cut', 'The text ends inside a line; that last line was left out', line);
    return;
  }
  const names = match[1].split(';');
  const comm = form.hasComm ? (names.shift() ?? '') : '';
  let stack = NONE;
  if (names.length !== 1 || names[0] !== NO_STACK) {
    for (const name of names) stack = builder.stack(stack, builder.func(name, NONE, Seen.plain));
  }
  builder.sample(stack, builder.thread(NONE, NONE, comm.trim()), event, NaN, Number(match[2]));
}

/** What a weight is counted in. */
export const WEIGHTS = ['period', 'samples'] as const;
export type Weight = (typeof WEIGHTS)[number];

/**
 * The stacks of one event as folded text, a line each ending in a newline, in the order of their bytes.
 * `event` is an index into `profile.events`.
 */
export function foldedText(profile: Profile, event: number, weight: Weight): Uint8Array[] {
  const { samples, threads } = profile;
  const sums = new Map<number, Float64Array>();
  const comms = new Map<string, number>();
  const commOf = threads.map((thread) => {
    const comm = fieldOf(thread.comm.trim());
    if (!comms.has(comm)) comms.set(comm, comms.size);
    return comms.get(comm)!;
  });
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
    const comm = commOf[samples.thread[i]];
    let sum = sums.get(comm);
    if (!sum) sums.set(comm, (sum = new Float64Array(profile.stacks.length).fill(NaN)));
    const stack = samples.stack[i];
    const before = sum[stack];
    sum[stack] = (Number.isNaN(before) ? 0 : before) + (weight === 'period' ? samples.weight[i] : 1);
  }
  const lines = new Map<string, number>();
  const names = printedNames(profile);
  for (const [comm, id] of comms) addLines(profile, names, comm, sums.get(id), lines);
  const encoder = new TextEncoder();
  const encoded = [...lines].map(([stack, sum]) => ({ stack: encoder.encode(stack), text: encoder.encode(`${stack} ${sum}\n`) }));
  encoded.sort((a, b) => compareBytes(a.text, b.text));
  return encoded.map((line) => line.text);
}

function addLines(profile: Profile, names: string[], comm: string, sums: Float64Array | undefined, lines: Map<string, number>) {
  if (!sums) return;
  const { parent, frame, length } = profile.stacks;
  const path: string[] = [];
  for (let stack = 0; stack < length; stack++) {
    if (Number.isNaN(sums[stack])) continue;
    path.length = 0;
    for (let at = stack; at >= 0; at = parent[at]) path.push(names[frame[at]]);
    const line = `${comm};${path.reverse().join(';')}`;
    lines.set(line, (lines.get(line) ?? 0) + sums[stack]);
  }
}

/** The name of each frame as folded text prints it. */
function printedNames({ frames, funcs, strings }: Profile): string[] {
  const names: string[] = [];
  for (let i = 0; i < frames.length; i++) names.push(fieldOf(strings[funcs.name[frames.func[i]]]));
  return names;
}

/** What separates fields and lines may not stand inside one. */
function fieldOf(text: string): string {
  return text.replaceAll(';', ':').replaceAll('\n', ' ');
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i] - b[i];
  }
  return a.length - b.length;
}
