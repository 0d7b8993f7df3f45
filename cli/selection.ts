// The options that select samples: --thread, --time and --filter.

import {
  FILTER_ACTIONS,
  isSampleTarget,
  targetOf,
  type Filter,
  type NamedTarget,
  type TimeRange,
} from '../src/model/filter.ts';
import { isBelow } from '../src/model/paths.ts';
import { KIND_LABELS, KIND_NAMES } from '../src/model/kinds.ts';
import type { Recording, SampleSelection } from '../src/model/session.ts';
import { readFilterFields, readRange } from '../src/sharing/selection-text.ts';
import { formatList } from '../src/text/format.ts';
import { labelOf } from '../src/text/labels.ts';

export const SELECTION_OPTIONS = {
  thread: { type: 'string', multiple: true },
  time: { type: 'string' },
  filter: { type: 'string', multiple: true },
} as const;

export const FILTER_HELP = `  --filter FILTER   filter the stacks as on the page; filters apply in the given order. One of
                      focus:WHAT    keep samples with WHAT, from its outermost frame on
                      callers:WHAT  keep samples with WHAT, up to its outermost frame
                      only:WHAT     keep samples with WHAT
                      drop:WHAT     remove samples with WHAT
                      keep:WHAT     keep only the frames of WHAT; other weight goes to their callers
                      hide:WHAT     remove the frames of WHAT; their weight goes to the callers
                      collapse:WHAT merge adjacent frames of WHAT
                      recursion     merge direct recursive calls
                    WHAT is function:NAME, file:PATH, folder:PATH, package:NAME, module:PATH, kind:NAME,
                    pattern:REGEX or, only with only and drop, cost:NAME, cost:NAME:PART or line:LINE:FUNCTION. The
                    end of a path is enough, except for a folder's.`;

export const SELECTION_HELP = `  --thread THREAD   only this thread: a name, a thread ID or PID/TID; repeat for several
  --time FROM-TO    only these seconds since the first sample, for example 2-3.5
${FILTER_HELP}`;

/** Maximum number of names to list in a message. */
const MAX_NAMED = 5;

interface Values {
  readonly thread?: readonly string[] | undefined;
  readonly time?: string | undefined;
  readonly filter?: readonly string[] | undefined;
}

/** Throws for invalid options, and for options that match nothing in the recording. */
export function sampleSelection(recording: Recording, values: Values): SampleSelection {
  return {
    threads: values.thread?.flatMap((each) => threadsOf(recording, each)),
    range: values.time === undefined ? undefined : rangeOption(recording, values.time),
    filters: (values.filter ?? []).map((each) => filterOn(recording, each)),
  };
}

/** Per recording. Throws for filters that match nothing in any of them: code can be new or gone. */
export function filtersOnAll(recordings: readonly Recording[], texts: readonly string[] = []): Filter[][] {
  const found = texts.map((text) => {
    const each = recordings.map((recording) => filterOf(recording, text));
    // Where it matches nothing, it means the code of another recording.
    const matching = each.find((filter) => filter !== undefined);
    if (!matching) throw new Error(`--filter ${text} matches nothing in any of the recordings.`);
    return each.map((filter) => filter ?? matching);
  });
  return recordings.map((_, i) => found.map((each) => each[i]));
}

function filterOn(recording: Recording, text: string): Filter {
  const filter = filterOf(recording, text);
  if (!filter) throw new Error(`--filter ${text} matches nothing in ${recording.name}.`);
  return filter;
}

/** Rows of `Recording.threadList`: those with this name or title, thread ID or PID/TID. Throws if there are none. */
export function threadsOf({ threadList, name: file }: Recording, text: string): number[] {
  const rows = [...threadList.keys()].filter((row) => {
    const { pid, tid, comm, title } = threadList[row];
    return [comm, title, `${tid}`, `${pid}/${tid}`].includes(text);
  });
  if (rows.length > 0) return rows;
  const names = formatList([...new Set(threadList.map(({ comm }) => comm))], MAX_NAMED);
  throw new Error(`${file} has no thread ${text}: its threads are named ${names}.`);
}

/** `option` names the option in messages. Throws for invalid ranges, and for those after the end of the recording. */
export function rangeOption(
  { start, duration, name: file }: Recording,
  text: string,
  option = '--time',
  separator = '-',
): TimeRange {
  const range = readRange(text, separator);
  if (!range)
    throw new Error(
      `Invalid ${option} ${text}: use FROM${separator}TO in seconds since the first sample, such as 2${separator}3.5.`,
    );
  if (Number.isNaN(start)) throw new Error(`${file} has no times: remove ${option}.`);
  if (range.from > duration)
    throw new Error(
      `${option} ${text} is after the end of ${file}: it lasts ${(duration / 1e9).toFixed(3)} s.`,
    );
  return { from: start + range.from, to: start + range.to };
}

/** Undefined if it matches nothing. Throws for invalid filters. */
function filterOf(recording: Recording, text: string): Filter | undefined {
  const [, action, by, value] = /^([^:]*)(?::([^:]*)(?::(.*))?)?$/s.exec(text) ?? [];
  const values =
    by === 'cost' || by === 'line'
      ? (/^([^:]*):?(.*)$/s.exec(value ?? '') ?? []).slice(1).filter((field) => field !== '')
      : [value];
  const fields = [action, by, ...values].filter((field) => field !== undefined);
  const isKind = by === 'kind' && value !== undefined;
  const filter = readFilterFields(isKind ? [action, by, kindName(value)] : fields);
  if (!filter || (by !== undefined && value === undefined)) throw new Error(invalidFilter(text));
  const { target } = filter;
  if (target?.by === 'line') {
    const { name, module, line } = target;
    const func = resolveTarget(recording, { by: 'function', name, module }, text);
    return func?.by === 'function'
      ? { ...filter, target: { ...func, by: 'line', line }, isOn: true }
      : undefined;
  }
  if (!target || target.by === 'pattern' || isSampleTarget(target)) return { ...filter, isOn: true };
  const resolved = resolveTarget(recording, target, text);
  return resolved && { ...filter, target: resolved, isOn: true };
}

function invalidFilter(text: string): string {
  const actions = FILTER_ACTIONS.join(', ');
  return `Invalid --filter ${text}: use ACTION:WHAT:VALUE, such as hide:function:NAME; the actions are ${actions}.`;
}

/** Also accepts the page's labels. */
function kindName(text: string): string {
  return KIND_NAMES[KIND_LABELS.indexOf(text)] ?? text;
}

/** The only target in the recording that matches the user's text; undefined if there is none. Throws for more than one. */
function resolveTarget(recording: Recording, wanted: NamedTarget, text: string): NamedTarget | undefined {
  const found = new Map<string, NamedTarget>();
  for (let func = 0; func < recording.funcs.length; func++) {
    const target = targetOf(recording, func, wanted.by);
    if (!target) continue;
    if (isExact(target, wanted)) return wanted;
    if (isShortened(recording, func, target, wanted)) found.set(fullNameOf(target), target);
  }
  const [target] = found.values();
  if (found.size <= 1) return target;
  const names = formatList([...found.keys()].sort(), MAX_NAMED);
  throw new Error(`--filter ${text} matches ${names}: use a full name, or a pattern.`);
}

function isExact(target: NamedTarget, wanted: NamedTarget): boolean {
  if (target.by === 'folder') return wanted.by === 'folder' && isBelow(target.path, wanted.path);
  return target.by !== 'function' && fullNameOf(target) === fullNameOf(wanted);
}

/** Functions can have the same name in several files and modules. */
function isShortened(recording: Recording, func: number, target: NamedTarget, wanted: NamedTarget): boolean {
  if (target.by === 'function' && wanted.by === 'function')
    return target.name === wanted.name || labelOf(recording, func).name === wanted.name;
  const isPath = target.by === 'file' || target.by === 'module';
  return isPath && target.path.endsWith(`/${fullNameOf(wanted)}`);
}

function fullNameOf(target: NamedTarget): string {
  switch (target.by) {
    case 'function':
      return target.module === '' ? target.name : `${target.name} in ${target.module}`;
    case 'kind':
      return KIND_NAMES[target.kind];
    case 'file':
    case 'folder':
    case 'package':
    case 'module':
      return target.path;
  }
}
