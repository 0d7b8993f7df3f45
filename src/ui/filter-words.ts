// Filters, ranges and choices of threads in plain words: what a chip reads, and a menu.

import { scaleOf } from '../canvas/strip-time.ts';
import { timeText } from '../canvas/time-axis.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE, threadKey, UNKNOWN, type Thread } from '../model/profile.ts';
import type { Filter, FilterAction, Target, TimeRange } from '../model/filter.ts';
import { formatDuration } from '../model/format.ts';

const ACTIONS: Readonly<Record<FilterAction, string>> = {
  focus: 'Focus',
  callers: 'Callers of',
  hide: 'Hide',
  drop: 'Drop',
  only: 'Only',
  collapse: 'Collapse',
  recursion: 'Collapse recursion',
};

/** `Hide: package numpy`. */
export function wordsOfFilter({ action, target }: Pick<Filter, 'action' | 'target'>): string {
  return target ? `${ACTIONS[action]}: ${wordsOfTarget(target)}` : ACTIONS[action];
}

/** `parse`, `file app.py`, `kind own code`, `/regex/`. */
export function wordsOfTarget(target: Target): string {
  switch (target.by) {
    case 'function':
      return functionName(target.name, target.module);
    case 'file':
    case 'module':
      return `${target.by} ${fileName(target.path)}`;
    case 'package':
      return `package ${target.path}`;
    case 'kind':
      return `kind ${KIND_LABELS[target.kind] ?? ''}`;
    case 'pattern':
      return `/${target.query}/`;
  }
}

/** Which of several things of the same short name it is: the whole of it. */
export function wholeTarget(target: Target): string {
  switch (target.by) {
    case 'function':
      return target.module === '' ? target.name : `${target.name} in ${target.module}`;
    case 'file':
    case 'module':
    case 'package':
      return target.path;
    case 'kind':
    case 'pattern':
      return wordsOfTarget(target);
  }
}

/**
 * `f` of `py::f:/app/a.py`; of what every file may have, as `<module>`, the file too. Only a name that has a colon behind is
 * Python's.
 */
function functionName(name: string, module: string): string {
  const [, python, file] = /^py::([^:]*):(.*)/.exec(name) ?? [];
  if (python !== undefined) return python.startsWith('<') ? `${python} in ${fileName(file)}` : python;
  return name === UNKNOWN && module !== '' ? `${name} in ${fileName(module)}` : name;
}

/** The last part of a path; where every folder has a file of that name, the folder too. */
export function fileName(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  const isOneOfMany = /^__\w+__\.py$/.test(last);
  return isOneOfMany && parts.length > 1 ? `${parts.at(-2)}/${last}` : last || path;
}

/** `Range: 1.20 s – 3.40 s`, as on the strip; without one only how long it is. */
export function wordsOfRange({ from, to }: TimeRange, strip: TimeRange | undefined): string {
  const length = to - from;
  if (!strip) return `Range: ${formatDuration(length)} long`;
  const scale = scaleOf(strip, length);
  return `Range: ${timeText(from - strip.from, scale)} – ${timeText(to - strip.from, scale)}`;
}

/** `3 of 12 threads`; one alone by its name, and by its process where another has the same. */
export function wordsOfThreads(rows: readonly number[], list: readonly Thread[], all: number): string {
  const chosen = rows.map((row) => list[row]).filter((thread) => thread !== undefined);
  const count = new Set(chosen.map(threadKey)).size;
  const words = `${count} of ${all} ${all === 1 ? 'thread' : 'threads'}`;
  if (count !== 1) return words;
  const [only] = chosen;
  const name = threadName(only);
  const isAlone = list.every((each) => threadName(each) !== name || threadKey(each) === threadKey(only));
  const process = isAlone || only.pid === NONE ? '' : ` of process ${only.pid}`;
  return `${words}: ${name}${process}`;
}

export function threadName({ comm, tid }: Thread): string {
  return [comm, ...(tid === NONE ? [] : [String(tid)])].filter((part) => part !== '').join(' ');
}
