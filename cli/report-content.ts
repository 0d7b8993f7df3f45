// The content of a report: what was recorded, what is wrong with it, where the time went, and what to look at next.

import { COSTS, type CostId } from '../src/model/costs.ts';
import type { Diagnosis, Finding, FindingId, Severity } from '../src/model/findings.ts';
import { Kind, KIND_LABELS } from '../src/model/kinds.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { nameWithoutFile, pathOf } from '../src/model/function-names.ts';
import type { LineOfFunction } from '../src/model/lines.ts';
import { MIN_NOTABLE_SHARE, NOTABLE } from '../src/model/notable.ts';
import { ALL_SAMPLES, STANDARD_LIBRARY, type Overview, type Table } from '../src/model/session.ts';
import { WAIT_STATES } from '../src/model/wait-states.ts';
import { isWallTime } from '../src/model/events.ts';
import { parseRecordCommand } from '../src/record/record-command.ts';
import { formatShare, unitOf } from '../src/text/format.ts';
import { measureAt, labelOf } from '../src/text/labels.ts';
import { rowLabel, rowPath } from '../src/text/row-labels.ts';
import { visibleText } from '../src/text/visible-text.ts';
import { stateTotals, type Waits } from '../src/waiting/waits.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { lineLevelOf } from '../workers/line-profiles.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import { localViews } from '../workers/views/views.ts';
import { printedFinding, roundedShare } from './finding-lines.ts';
import { heaviestRows } from './top.ts';
import {
  costStep,
  findingStep,
  functionStep,
  packageStep,
  tableStep,
  TELLING_COSTS,
  threadsStep,
  type NextStep,
  type LinkTarget,
} from './report-links.ts';

/** The fields are documented in docs/cli.md, and stay the same while `version` is 1. Shares are of `weight`, 0 to 1. */
export interface Report {
  readonly version: 1;
  readonly file: string;
  readonly recorded: Recorded;
  readonly problems: readonly Problem[];
  /** Lines for a shell that record the program again without the problems. */
  readonly fix: readonly string[];
  readonly level: Level;
  /** Of recordings of wall time: what the threads did or waited for, without idle states. */
  readonly states?: readonly NamedShare[];
  readonly costs: readonly CostShare[];
  /** The code that `functions` lists: your code, else Python code, else all code. */
  readonly scope: Overview['scope'];
  readonly functions: readonly FunctionShare[];
  /** Hottest first; undefined if no line is known. */
  readonly lines?: readonly LineShare[];
  readonly packages: readonly NamedShare[];
  /** Empty unless most samples are imports. */
  readonly imports: readonly NamedShare[];
  readonly notable: readonly NamedShare[];
  readonly threads: readonly NamedShare[];
  readonly next: readonly NextStep[];
}

interface Recorded {
  readonly format: string;
  /** The command; null if unknown. */
  readonly program: string | null;
  readonly python: readonly string[];
  readonly perf: string | null;
  readonly stacks: Diagnosis['mode'] | null;
  /** In seconds, from the first sample to the last; null without times. */
  readonly duration: number | null;
  readonly threads: number;
  readonly event: string;
  readonly samples: number;
  readonly weight: number;
  readonly unit: string;
  readonly otherEvents: readonly { readonly name: string; readonly samples: number }[];
}

interface Problem {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly share: number;
  readonly title: string;
  readonly text: string;
  readonly fix: readonly string[];
}

export interface NamedShare {
  readonly name: string;
  readonly share: number;
}

interface CostShare {
  readonly cost: CostId;
  readonly label: string;
  readonly share: number;
  /** Heaviest first. */
  readonly parts: readonly NamedShare[];
}

interface FunctionShare extends NamedShare {
  /** Without the code that it calls; `share` includes libraries and C code. */
  readonly self: number;
  /** With all code that it calls, as in `top` and on the page. */
  readonly total: number;
  /** Its file or module; null if unknown. */
  readonly path: string | null;
}

interface LineShare extends Pick<FunctionShare, 'name' | 'path' | 'total'> {
  readonly line: number;
  /** With the C code that it calls. */
  readonly self: number;
}

/** How much of everything a report lists. */
export interface Detail {
  readonly rows: number;
  readonly parts: number;
  readonly steps: number;
  readonly problems: number;
  /** In characters, of names and paths. */
  readonly nameLength: number;
  /** In characters; longer fixes are left to the doctor. */
  readonly fixLength: number;
  /** Severities whose problems are explained. */
  readonly explained: readonly Severity[];
}

/** Costs and packages with a smaller share are no next step. */
const MIN_STEP_SHARE = 0.05;
const MIN_SHARE = 0.001;
/** `[unknown]` and the markers for missing frames: there is nothing to look at. */
const MARKER = /^\[.*\]$/;
/** A thread with more of the weight needs no comparison with the others. */
const ALMOST_ALL = 0.95;

/** Everything that reports of any detail are made of. */
interface Gathered {
  readonly open: OpenProfile;
  readonly target: LinkTarget;
  readonly diagnosis: Diagnosis | undefined;
  readonly overview: Overview;
  readonly threads: Table;
  readonly lines: readonly LineOfFunction[];
}

export async function gather(open: OpenProfile, event: number, target: LinkTarget): Promise<Gathered> {
  const options = { level: DEFAULT_LEVEL, event, foldImports: true, ...ALL_SAMPLES };
  const views = localViews(open);
  const overview = await views.overview({ options });
  const threads = await views.table({ options, by: 'thread' });
  const lines = await views.hottestLines({ options: { ...options, level: lineLevelOf(open) } });
  return { open, target, diagnosis: diagnosisOf(open)?.diagnosis, overview, threads, lines };
}

export function reportOf(gathered: Gathered, detail: Detail): Report {
  const { open, diagnosis, overview } = gathered;
  const { recording } = open;
  const { weight, options } = overview;
  const shareOf = (part: number) => roundedShare(part / (weight || 1));
  const named = (name: string, part: number): NamedShare => ({
    name: visibleText(name, detail.nameLength),
    share: shareOf(part),
  });
  const costs = costsOf(overview, detail, named);
  return {
    version: 1,
    file: recording.name,
    recorded: recordedOf(gathered, detail),
    problems: problemsOf(diagnosis, detail),
    fix: shortFix(diagnosis?.command ?? [], detail),
    level: options.level,
    ...(open.wall &&
      isWallTime(measureAt(recording, options.event)) && { states: statesOf(open.wall.waits, detail) }),
    costs,
    scope: overview.scope,
    functions: overview.functions.slice(0, detail.rows).map(({ id, weight: part, self, total }) => ({
      ...named(labelOf(recording, id).name, part),
      self: shareOf(self),
      total: shareOf(total),
      path: endOf(rowPath(recording, 'function', id), detail.nameLength),
    })),
    ...(gathered.lines.length > 0 && { lines: linesOf(gathered, detail) }),
    packages: overview.packages
      .slice(0, detail.rows)
      .map(({ id, weight: total }) => named(packageName(recording.strings, id), total)),
    imports: overview.imports
      .slice(0, detail.rows)
      .map(({ id, weight: total }) => named(labelOf(recording, id).name.replace(/^import /, ''), total)),
    notable: NOTABLE.map(({ label }, i) => named(label, overview.notable[i])).filter(
      ({ share }) => share >= MIN_NOTABLE_SHARE,
    ),
    threads: threadsOf(gathered, detail, named),
    next: stepsOf(gathered, costs, detail.steps),
  };
}

/** For a recording that cannot be shown. */
export function reportOfProblems(file: string, diagnosis: Diagnosis, detail: Detail): Report {
  return {
    version: 1,
    file,
    recorded: {
      format: 'perf',
      program: null,
      python: diagnosis.python,
      perf: null,
      stacks: diagnosis.mode,
      duration: null,
      threads: 0,
      event: diagnosis.event,
      samples: 0,
      weight: 0,
      unit: unitOf(diagnosis.event),
      otherEvents: [],
    },
    problems: problemsOf(diagnosis, detail),
    fix: shortFix(diagnosis.command, detail),
    level: DEFAULT_LEVEL,
    costs: [],
    scope: 'all',
    functions: [],
    packages: [],
    imports: [],
    notable: [],
    threads: [],
    next: [],
  };
}

function recordedOf({ open, diagnosis, overview, threads }: Gathered, { nameLength }: Detail): Recorded {
  const { recording, classified } = open;
  const { recorded } = classified.profile;
  const { event } = overview.options;
  return {
    format: recording.format,
    program: programOf(recorded?.commandLine ?? [], nameLength),
    python: diagnosis?.python ?? [],
    perf: recorded?.perfVersion || null,
    stacks: diagnosis?.mode ?? null,
    duration: Number.isNaN(recording.duration) ? null : recording.duration / 1e9,
    threads: threads.length,
    event: recording.events.at(event)?.name ?? '',
    samples: overview.samples,
    weight: overview.weight,
    unit: unitOf(measureAt(recording, event)),
    otherEvents: recording.events
      .filter(({ name }, i) => i !== event && !isWallTime(name))
      .map(({ name, samples }) => ({ name: visibleText(name, nameLength), samples })),
  };
}

/** Null if the recording does not tell. */
function programOf(commandLine: readonly string[], maxLength: number): string | null {
  const parsed = parseRecordCommand(commandLine);
  if (!parsed) return null;
  const { launcher, options, program, attach, systemWide } = parsed;
  const words = [...launcher, ...options, ...program];
  if (words.length > 0) return visibleText(words.join(' '), 2 * maxLength);
  return attach !== '' ? `process ${attach}` : systemWide ? 'the whole system' : null;
}

function problemsOf(diagnosis: Diagnosis | undefined, detail: Detail): Problem[] {
  const findings: readonly Finding[] = diagnosis?.findings ?? [];
  // Making code faster helps little then, so this comes first.
  const isFirst = ({ id }: Finding) => id === 'mostly-waiting';
  const ordered = [...findings.filter(isFirst), ...findings.filter((each) => !isFirst(each))];
  return ordered.slice(0, detail.problems).map((finding) => {
    const { id, severity, share, title, text, fix } = printedFinding(finding);
    const shownText = detail.explained.includes(severity) ? text : '';
    return { id, severity, share, title, text: shownText, fix: shortFix(fix, detail) };
  });
}

function shortFix(fix: readonly string[], { fixLength }: Detail): readonly string[] {
  return fix.join('\n').length > fixLength ? [] : fix;
}

/** As in `pyrograph waits`. */
function statesOf(waits: Waits, { rows }: Detail): NamedShare[] {
  const visible = stateTotals(waits).filter(({ state }) => !WAIT_STATES[state].isIdle);
  const all = visible.reduce((sum, { total }) => sum + total, 0);
  return visible
    .slice(0, rows)
    .map(({ state, total }) => ({ name: WAIT_STATES[state].title, share: roundedShare(total / (all || 1)) }));
}

function costsOf(
  { costs, weight }: Overview,
  { parts: maxParts }: Detail,
  named: (name: string, weight: number) => NamedShare,
): CostShare[] {
  const found = COSTS.map(({ id, label }) => {
    const ofCost = costs.filter(({ cost, own }) => cost === id && own > 0);
    const own = ofCost.reduce((sum, part) => sum + part.own, 0);
    const parts = ofCost.filter(({ part }) => part !== '').sort((a, b) => b.own - a.own);
    return { id, label, own, parts };
  });
  return found
    .filter(({ own }) => own > 0 && own >= MIN_SHARE * weight)
    .sort((a, b) => b.own - a.own)
    .map(({ id, label, own, parts }) => ({
      cost: id,
      label,
      share: named(label, own).share,
      parts: parts.slice(0, maxParts).map(({ part, own: ofPart }) => named(part, ofPart)),
    }));
}

function linesOf({ open: { recording }, overview, lines }: Gathered, detail: Detail): LineShare[] {
  const { rows, nameLength } = detail;
  const shareOf = (part: number) => roundedShare(part / (overview.weight || 1));
  return lines.slice(0, rows).map(({ func, line, self, total }) => ({
    name: visibleText(nameWithoutFile(recording, func), nameLength),
    path: endOf(pathOf(recording, func), nameLength),
    line,
    self: shareOf(self),
    total: shareOf(total),
  }));
}

function threadsOf(
  { open, threads }: Gathered,
  { rows }: Detail,
  named: (name: string, weight: number) => NamedShare,
): NamedShare[] {
  const order = heaviestRows(open.recording, threads, 'total');
  return order.slice(0, rows).map((row) => {
    const { name, place } = rowLabel(open.recording, 'thread', threads.id[row]);
    return named(place === '' ? name : `${name} (${place})`, threads.total[row]);
  });
}

function packageName(strings: readonly string[], id: number): string {
  return id === STANDARD_LIBRARY ? KIND_LABELS[Kind.stdlib] : strings[id];
}

/** The end of a path says more than its beginning. */
function endOf(path: string | undefined, maxLength: number): string | null {
  if (path === undefined) return null;
  const visible = visibleText(path, Infinity);
  return visible.length > maxLength ? `…${visible.slice(1 - maxLength)}` : visible;
}

/** What misleads, then the heaviest function, the costs that say what to change, the heaviest package, the threads. */
function stepsOf(
  { open, target, diagnosis, overview, threads }: Gathered,
  costs: readonly CostShare[],
  max: number,
) {
  const { recording } = open;
  const { weight, functions, packages } = overview;
  const steps: NextStep[] = [];
  const misleading = diagnosis?.findings.find((each) => each.severity === 'misleading' && each.samples > 0);
  if (misleading) {
    const what = `samples with the problem ${misleading.id} (${formatShare(misleading.share)})`;
    steps.push(findingStep(target, misleading, what));
  }
  for (const { id, total } of functions.slice(0, 2)) {
    if (MARKER.test(nameWithoutFile(recording, id))) continue;
    const name = visibleText(labelOf(recording, id).name, 60);
    steps.push(functionStep(target, id, `${name} (${formatShare(total / weight)})`));
  }
  for (const { cost, label, share } of costs)
    if (TELLING_COSTS.includes(cost) && share >= MIN_STEP_SHARE)
      steps.push(costStep(target, cost, `${label.toLowerCase()} (${formatShare(share)})`));
  const [heaviest] = packages.filter(({ id }) => id !== STANDARD_LIBRARY);
  if (heaviest && heaviest.weight >= MIN_STEP_SHARE * weight) {
    const name = packageName(recording.strings, heaviest.id);
    const what = `package ${visibleText(name, 60)} (${formatShare(heaviest.weight / weight)})`;
    steps.push(packageStep(target, name, what));
  }
  if (threads.length > 1 && Math.max(...threads.total) < ALMOST_ALL * weight)
    steps.push(threadsStep(target, `${threads.length} threads`));
  return functions.length === 0
    ? []
    : [...steps.slice(0, max - 1), tableStep(target, 'all functions, by self time')];
}
