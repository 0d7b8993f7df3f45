// `pyrograph waits`: prints where the wall time went: what threads waited for, and for how long.

import { DEFAULT_LEVEL, LEVELS } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import { ThreadRecordKind } from '../src/model/thread-records.ts';
import { WAIT_STATES } from '../src/model/wait-states.ts';
import { escapeLine, escapeTable } from '../src/text/visible-text.ts';
import { formatBytes, formatCount, formatDuration, formatNumberOf, formatShare } from '../src/text/format.ts';
import { labelOf } from '../src/text/labels.ts';
import { LACKS_TASK_RECORDS, PRINT_WALL_TIME } from '../src/text/wait-help.ts';
import { innermostOwn } from '../src/waiting/classified-stacks.ts';
import { ofProcess, stateTotals, type StateTotal, type Waits } from '../src/waiting/waits.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import { foldedWaits, holdersAsTsv, threadsAsTsv, waitsAsTsv, waitsIn } from '../workers/waits.ts';
import { defineCommand, parseChoice, type CliCommand } from './command.ts';
import { LOOKUP_OPTIONS, openAt, OPENING_HELP } from './opening.ts';
import { writeOutput } from './output.ts';
import { printMessage } from './print.ts';

const WAITS_HELP = `Prints where the wall time of a recording went: what threads waited for, and for how long. Each nanosecond of each thread
has exactly one state.

Usage: pyrograph waits [OPTION]… FILE…

${OPENING_HELP.files}

The recording must say when threads ran: record it with pyrograph record --wall -- PROGRAM, or with perf record
--switch-events. Text is complete if it was printed with
  ${PRINT_WALL_TIME}

Options:
  --all             also list idle states, which are hidden
  --process PID     only threads of this process
  --tsv             print all states with exact nanoseconds, tab-separated: state, number, total, longest and share
  --folded [LEVEL]  print folded stacks with nanoseconds; each wait ends in its state (default level: ${DEFAULT_LEVEL})
  --visible         leave idle states out of the folded stacks
  --threads         print the life of each thread, tab-separated: when it began and ended, and how long it ran and waited
  --holders         print who held the GIL while others waited for it, tab-separated
${OPENING_HELP.lookup}
`;

const OUTPUTS = ['tsv', 'folded', 'threads', 'holders'] as const;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  all: { type: 'boolean', default: false },
  process: { type: 'string' },
  tsv: { type: 'boolean', default: false },
  folded: { type: 'string' },
  visible: { type: 'boolean', default: false },
  threads: { type: 'boolean', default: false },
  holders: { type: 'boolean', default: false },
} as const;

const NO_SWITCHES =
  'waits: this recording does not say when threads waited; record it with: pyrograph record --wall -- PROGRAM';
const NO_SWITCHES_IN_TEXT = `${NO_SWITCHES}, and print it with: ${PRINT_WALL_TIME}`;
const NO_TASK_RECORDS = `waits: ${LACKS_TASK_RECORDS}; print it with: ${PRINT_WALL_TIME}`;

const OTHER_CLOCK =
  'waits: the recording has another clock than the jitdumps, so Python functions may have wrong names; record it with -k CLOCK_MONOTONIC';
/** The clock of jitdumps. */
const MONOTONIC = 1;

const LEVEL_NAMES = LEVELS.map(({ name }) => name);

const command = defineCommand('waits', WAITS_HELP, OPTIONS, async ({ values, positionals }) => {
  const outputs = OUTPUTS.filter((each) => values[each] !== undefined && values[each] !== false);
  if (outputs.length > 1)
    throw new Error(`--${outputs.join(' and --')} contradict each other: use only one.`);
  const level = parseChoice('level', LEVEL_NAMES, values.folded ?? DEFAULT_LEVEL);
  const { open } = await openAt('waits', positionals, { ...values, level: DEFAULT_LEVEL });
  const all = waitsIn(open);
  if (!all) throw new Error(open.classified.profile.printed ? NO_SWITCHES_IN_TEXT : NO_SWITCHES);
  if (hasOtherClock(all)) printMessage(OTHER_CLOCK);
  if (!all.hasTaskRecords) printMessage(NO_TASK_RECORDS);
  if (all.lost > 0) printMessage(`waits: ${formatNumberOf(all.lost, 'record')} lost`);
  const waits = values.process === undefined ? all : processIn(all, values.process);
  const [output] = outputs;
  if (output === 'folded') return writeOutput('-', foldedWaits(open, waits, level, !values.visible), false);
  if (output === undefined)
    return void process.stdout.write(waitsText(waits, open.recording.name, values.all));
  const text = { tsv: waitsAsTsv, threads: threadsAsTsv, holders: holdersAsTsv }[output](waits);
  process.stdout.write(process.stdout.isTTY ? escapeTable(text) : text);
});

/** The value of --folded can be left out. */
export const waits: CliCommand = Object.assign(
  (args: string[]) => {
    const folded = args.indexOf('--folded');
    const isLevel = LEVEL_NAMES.some((name) => name === args[folded + 1]);
    if (folded < 0 || isLevel) return command(args);
    return command(args.with(folded, `--folded=${DEFAULT_LEVEL}`));
  },
  { help: command.help, options: command.options },
);

/** What recording the waits cost, and what was lost. `size` is that of the file in bytes. */
export function switchesText(open: OpenProfile, size: number): string {
  const all = waitsIn(open);
  if (!all) return NO_SWITCHES;
  const { threadRecords, samples } = all.stacks.profile;
  const isSwitch = (kind: number) => kind === ThreadRecordKind.out || kind === ThreadRecordKind.preempted;
  const switches = threadRecords?.kind.filter(isSwitch).length ?? 0;
  const duration = all.end - all.start;
  const rate = formatCount(Math.round((switches * 1e9) / duration));
  const recorded = `${formatNumberOf(switches, 'switch', 'switches')} of threads in ${formatDuration(duration)}, ${rate} per second`;
  const share = formatShare(all.lost / (all.lost + samples.length));
  const lost = all.lost > 0 ? `${formatNumberOf(all.lost, 'record')} lost, ${share}` : 'nothing lost';
  return `${recorded}; ${formatBytes(size)}; ${lost}.`;
}

function hasOtherClock({ stacks: { profile } }: Waits): boolean {
  const { events = [], symbols } = profile.recorded ?? {};
  return (symbols?.jitdumps.size ?? 0) > 0 && events.some(({ clock }) => clock !== MONOTONIC);
}

function processIn(waits: Waits, text: string): Waits {
  const found = ofProcess(waits, Number(text));
  if (found.lives.length > 0) return found;
  const pids = [...new Set(waits.lives.map(({ pid }) => pid))].join(', ');
  throw new Error(`The recording has no process ${text}: its processes are ${pids}.`);
}

/** A table for people, with shares of the time that is not idle. */
function waitsText(waits: Waits, file: string, hasIdle: boolean): string {
  const totals = stateTotals(waits);
  const isShown = ({ state }: StateTotal) => hasIdle || !WAIT_STATES[state].isIdle;
  const shown = totals.filter(isShown);
  const hidden = totals.filter((each) => !isShown(each));
  const timeOf = (rows: readonly StateTotal[]) => rows.reduce((sum, { total }) => sum + total, 0);
  const visible = timeOf(shown);
  const threads = formatNumberOf(waits.lives.length, 'thread');
  const head = `${threads}, ${seconds(waits.end - waits.start)} recorded: ${seconds(timeOf(totals))} of wall time, ${seconds(visible)} of it ${hasIdle ? 'listed' : 'not idle'}`;
  const sentences = [
    ...(hidden.length > 0 ? [`Hidden: ${hidden.map(hiddenText).join(', ')} (--all shows them)`] : []),
    ...unseenThreads(waits),
    ...(totals.some(({ state }) => WAIT_STATES[state].id === 'gil')
      ? [`Who held the GIL: pyrograph waits --holders ${file}`]
      : []),
    ...(waits.lost > 0 ? [`${formatNumberOf(waits.lost, 'record')} lost`] : []),
  ];
  const width = Math.max(...shown.map(({ state }) => WAIT_STATES[state].title.length), 0);
  const lines = shown.map((each) => stateLine(each, waits, width, visible));
  return [head, '', ...lines, '', ...sentences, ''].map(escapeLine).join('\n');
}

function stateLine(row: StateTotal, waits: Waits, width: number, visible: number): string {
  const { state, count, total, longest } = row;
  const { id, title } = WAIT_STATES[state];
  const share = ((100 * total) / visible).toFixed(1);
  const start = `${title.padEnd(width)}  ${seconds(total).padStart(9)}  ${share.padStart(5)} %`;
  if (id === 'running') return start;
  const length = formatDuration(longest.span.to - longest.span.from);
  const waited = `${start}  ${formatNumberOf(count, 'wait').padStart(12)}  longest ${length.padStart(8)}`;
  const { profile } = waits.stacks;
  const { sample } = longest.span;
  const func = innermostOwn(waits.stacks, sample < 0 ? NONE : profile.samples.stack[sample]);
  return func < 0 ? waited : `${waited} in ${labelOf(profile, func).name}`;
}

function hiddenText({ state, total }: StateTotal): string {
  return `${seconds(total)} ${WAIT_STATES[state].leaf.slice(1, -1)}`;
}

/** Threads about which the recording says nothing but that they exist. */
function unseenThreads({ lives }: Waits): string[] {
  const unseen = lives.filter(({ isRecorded }) => !isRecorded).length;
  return unseen > 0 ? [`${formatNumberOf(unseen, 'thread')} never ran while recorded`] : [];
}

function seconds(nanoseconds: number): string {
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}
