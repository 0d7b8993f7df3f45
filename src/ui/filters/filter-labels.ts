// Labels of filters, time ranges and threads in chips and menus.

import { scaleOf } from '../../canvas/timeline-columns.ts';
import { timeText } from '../../canvas/time-axis.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { NONE, threadKey, UNKNOWN, type Thread } from '../../model/profile.ts';
import type { Filter, FilterAction, Target, TimeRange } from '../../model/filter.ts';
import { formatDuration } from '../../text/format.ts';

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
export function filterLabel({ action, target }: Pick<Filter, 'action' | 'target'>): string {
  return target ? `${ACTIONS[action]}: ${targetLabel(target)}` : ACTIONS[action];
}

/** `parse`, `file app.py`, `kind own code`, `/regex/`. */
export function targetLabel(target: Target): string {
  const { by } = target;
  if (by === 'function') return functionName(target.name, target.module);
  if (by === 'pattern') return `/${target.query}/`;
  if (by === 'kind') return `kind ${KIND_LABELS[target.kind] ?? ''}`;
  return `${by} ${by === 'package' ? target.path : fileName(target.path)}`;
}

/** An unambiguous name, because several targets may have the same label. */
export function fullTargetName(target: Target): string {
  if ('path' in target) return target.path;
  if (target.by !== 'function') return targetLabel(target);
  return target.module === '' ? target.name : `${target.name} in ${target.module}`;
}

/**
 * `f` for `py::f:/app/a.py`, and `<module> in a.py` for names that any file may contain. Names of Python functions have the
 * form `py::FUNCTION:FILE`.
 */
function functionName(name: string, module: string): string {
  const [, python, file] = /^py::([^:]*):(.*)/.exec(name) ?? [];
  if (python !== undefined) return python.startsWith('<') ? `${python} in ${fileName(file)}` : python;
  return name === UNKNOWN && module !== '' ? `${name} in ${fileName(module)}` : name;
}

/** The last part of a path; preceded by its folder if the file name is a common one, such as `__init__.py`. */
export function fileName(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  const isCommon = /^__\w+__\.py$/.test(last);
  return isCommon && parts.length > 1 ? `${parts.at(-2)}/${last}` : last || path;
}

/** `Range: 1.20 s – 3.40 s`, as on the timeline; only the length until the timeline has loaded. */
export function rangeLabel({ from, to }: TimeRange, timeline: TimeRange | undefined): string {
  const length = to - from;
  if (!timeline) return `Range: ${formatDuration(length)} long`;
  const scale = scaleOf(timeline, length);
  return `Range: ${timeText(from - timeline.from, scale)} – ${timeText(to - timeline.from, scale)}`;
}

/** `3 of 12 threads`; includes the name of a single thread, and its process if another thread has the same name. */
export function threadsLabel(rows: readonly number[], list: readonly Thread[], all: number): string {
  const chosen = rows.map((row) => list[row]).filter((thread) => thread !== undefined);
  const count = new Set(chosen.map(threadKey)).size;
  const counts = `${count} of ${all} ${all === 1 ? 'thread' : 'threads'}`;
  if (count !== 1) return counts;
  const [only] = chosen;
  const name = threadName(only);
  const isUnique = list.every((each) => threadName(each) !== name || threadKey(each) === threadKey(only));
  const process = isUnique || only.pid === NONE ? '' : ` of process ${only.pid}`;
  return `${counts}: ${name}${process}`;
}

export function threadName({ comm, tid }: Thread): string {
  return [comm, tid === NONE ? '' : tid].filter((part) => part !== '').join(' ');
}
