// Labels of filters, time ranges and threads in chips and menus.

import { scaleOf, timeText } from '../../canvas/time/time-axis.ts';
import type { ComparisonSummary } from '../../model/comparison.ts';
import { costLabel } from '../../model/costs.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { notableLabel } from '../../model/notable.ts';
import { NONE, threadKey, type FunctionNames, type Thread } from '../../model/profile.ts';
import { isMyCode, type Filter, type FilterAction, type Target, type TimeRange } from '../../model/filter.ts';
import { shortFolder } from '../../model/paths.ts';
import { isUnnamedName } from '../../model/function-names.ts';
import { formatDuration, formatShare } from '../../text/format.ts';
import { threadName, isSharedName, shortPlace } from '../../text/labels.ts';

const ACTIONS: Readonly<Record<FilterAction, string>> = {
  focus: 'Focus',
  callers: 'Callers of',
  hide: 'Hide',
  keep: 'Keep',
  drop: 'Drop',
  only: 'Only',
  collapse: 'Collapse',
  recursion: 'Collapse recursion',
};

/** `Hide: package numpy`, `My code: ~/shop`. With `names`, ambiguous names are followed by their file or module. */
export function filterLabel(filter: Pick<Filter, 'action' | 'target'>, names?: FunctionNames): string {
  const { action, target } = filter;
  if (isMyCode(filter)) return `My code: ${shortFolder(filter.target.path)}`;
  if (!target) return ACTIONS[action];
  // “Only: imports”, as in the overview; but “Hide: kind imports”, which keeps the modules that they run.
  const label = action === 'only' ? notableLabel(target) : undefined;
  return `${ACTIONS[action]}: ${label ?? targetLabel(target, names)}`;
}

/** `parse`, `file app.py`, `kind own code`, `/regex/`. */
export function targetLabel(target: Target, names?: FunctionNames): string {
  const { by } = target;
  if (by === 'function') return functionName(target.name, target.module, names);
  if (by === 'line') return `line:${target.line} of ${functionName(target.name, target.module, names)}`;
  if (by === 'pattern') return notableLabel(target) ?? `/${target.query}/`;
  if (by === 'folder') return `folder ${shortFolder(target.path)}`;
  if (by === 'kind') return `kind ${KIND_LABELS[target.kind] ?? ''}`;
  if (by === 'finding') return `problem “${target.finding.replaceAll('-', ' ')}”`;
  if (by === 'cost') return `cost “${costLabel(target.cost)}${target.part ? `: ${target.part}` : ''}”`;
  return `${by} ${by === 'package' ? target.path : shortPlace(target.path, names)}`;
}

/** Unambiguous, unlike labels, which several targets may share. */
export function fullTargetName(target: Target): string {
  if ('path' in target) return target.path;
  if (target.by !== 'function') return targetLabel(target);
  return target.module === '' ? target.name : `${target.name} in ${target.module}`;
}

/**
 * `f` for `py::f:/app/a.py`, and `<module> in a.py` for names that any file may contain. Names of Python functions have the
 * form `py::FUNCTION:FILE`.
 */
function functionName(recorded: string, module: string, names: FunctionNames | undefined): string {
  const [, python, file] = /^py::([^:]*):(.*)/.exec(recorded) ?? [];
  const name = python ?? recorded;
  const path = file ?? module;
  const isCommon = python?.startsWith('<') ?? isUnnamedName(name);
  const isUnique = !isCommon && !(names && isSharedName(names, name));
  return isUnique || path === '' ? name : `${name} in ${shortPlace(path, names)}`;
}

/** `Range: 1.20 s – 3.40 s`, as on the timeline; `Range: 2.2 s long` until the timeline has loaded. */
export function rangeLabel({ from, to }: TimeRange, timeline: TimeRange | undefined): string {
  const length = to - from;
  if (!timeline) return `Range: ${formatDuration(length)} long`;
  const scale = scaleOf(timeline, length);
  return `Range: ${timeText(from - timeline.from, scale)} – ${timeText(to - timeline.from, scale)}`;
}

/** `3 of 12 threads`; includes the name of a single thread, and its process if another thread has the same name. */
export function threadsLabel(rows: readonly number[], list: readonly Thread[], threadCount: number): string {
  const selected = rows.map((row) => list[row]).filter((thread) => thread !== undefined);
  const count = new Set(selected.map(threadKey)).size;
  const counts = `${count} of ${threadCount} ${threadCount === 1 ? 'thread' : 'threads'}`;
  if (count !== 1) return counts;
  const [only] = selected;
  const name = threadName(only);
  const isUnique = list.every((each) => threadName(each) !== name || threadKey(each) === threadKey(only));
  const process = isUnique || only.pid === NONE ? '' : ` of process ${only.pid}`;
  return `${counts}: ${name}${process}`;
}

/** What filters keep of each side of a comparison: `A 97.1%, B 95.0% of the samples`. */
export function keptText({ cpu, cpuUnfiltered }: Pick<ComparisonSummary, 'cpu' | 'cpuUnfiltered'>): string {
  const [a, b] = cpu.map((weight, side) => formatShare(Math.min(1, weight / (cpuUnfiltered[side] || 1))));
  return `A ${a}, B ${b} of the samples`;
}
