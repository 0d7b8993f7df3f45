// Opens a command's recording with its symbol files, at one level and event. Prints notes on stderr.

import { eventKey } from '../src/model/comparison.ts';
import type { Diagnosis } from '../src/model/findings.ts';
import { DEFAULT_LEVEL, LEVELS, type Level } from '../src/model/levels.ts';
import type { Note, Profile } from '../src/model/profile.ts';
import type { Mending } from '../src/mending/mend.ts';
import type { Recording } from '../src/model/session.ts';
import { mendingNote } from '../src/text/mending-text.ts';
import { mendNow, withMendingCounts } from '../workers/mending.ts';
import { openProfile, type OpenProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import { LINE_TABLE_NAME, SOURCE_NAME } from '../src/symbols/companion-kind.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { chunkThreadsFor } from './chunk-threads.ts';
import { printMisleading } from './finding-lines.ts';
import { mendInThread } from './in-thread.ts';
import { parseChoice } from './command.ts';
import { SearchRoot, type FoundSource } from './search-root.ts';
import { perfDataIn, sourcesOf } from './source.ts';
import { symbolsArchiveOf } from './symbols-archive.ts';
import { printMessage } from './print.ts';

export const LOOKUP_OPTIONS = {
  'no-lookup': { type: 'boolean', default: false },
  symfs: { type: 'string' },
} as const;

export const OPENING_OPTIONS = {
  level: { type: 'string', default: DEFAULT_LEVEL },
  event: { type: 'string' },
  mend: { type: 'boolean', default: false },
  'no-mend': { type: 'boolean', default: false },
  ...LOOKUP_OPTIONS,
} as const;

/** Help for the FILE arguments and these options. */
export const OPENING_HELP = {
  files: `FILE is perf.data, perf script output, folded stacks, pprof or speedscope JSON, optionally compressed with gzip, zstd or
xz; - is stdin. Only one recording at a time. With a perf.data you can give its symbol files: perf-PID.map, jit-PID.dump,
programs, libraries, debug files, kallsyms, a line table (*.lines), or an archive or folder of these. For a perf.data
alone, pyrograph looks for them where perf would (/tmp, the mapped paths, /usr/lib/debug, ~/.debug, /proc/kallsyms) and uses
only those proven to be the recorded ones. FILE can also be a selection of a store (see pyrograph store --help).`,
  level: `  --level LEVEL     level of detail, by name or number (default: ${DEFAULT_LEVEL})
${LEVELS.map(({ name, about }, i) => `                      ${i + 1} ${name.padEnd(14)}${about}`).join('\n')}`,
  event: `  --event NAME      event to show (default: wall time if the recording says when threads ran, else the one
                      with the most samples)`,
  mend: `  --mend            re-attach stacks that were cut to callers seen in other samples, except at level raw
  --no-mend         leave them as recorded (default)`,
  lookup: `  --no-lookup       use only the given files
  --symfs DIR       treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help            show this help

Exit code: 0, or 2 with an error message if nothing can be read.`,
};

const PIPE_NOTE =
  'Symbol files are not looked up for a perf.data from a pipe: add them, or save the recording to a file.';

/** With fewer stacks, starting a thread and optimizing its code again takes more processor time than it saves in elapsed time. */
const MIN_THREAD_STACKS = 1 << 20;

export interface LookupValues {
  readonly 'no-lookup': boolean;
  readonly symfs?: string | undefined;
}

interface Values extends LookupValues {
  readonly level: string;
  readonly event?: string | undefined;
  /** Undefined for commands without these options. */
  readonly mend?: boolean;
  readonly 'no-mend'?: boolean;
}

/** The recording was read, but cannot be shown; the diagnosis says what is wrong with it. */
export class NotShownError extends Error {
  readonly diagnosis: Diagnosis;

  constructor(message: string, diagnosis: Diagnosis) {
    super(message);
    this.diagnosis = diagnosis;
  }
}

export interface OpenedAt {
  readonly open: OpenProfile;
  readonly level: Level;
  /** Index into the recording's events. */
  readonly event: number;
}

interface OpenedEarly extends OpenedAt {
  /** The same with what mending would change, which a thread may still count. */
  readonly counted: Promise<OpenProfile>;
}

/** Throws for files that cannot be opened, and for unknown levels or events. */
export async function openAt(command: string, files: readonly string[], values: Values): Promise<OpenedAt> {
  const { counted, level, event } = await openEarly(command, files, values);
  return { open: await counted, level, event };
}

/** Like `openAt`, for commands that have other work to do while a thread counts what mending would change. */
export async function openEarly(
  command: string,
  files: readonly string[],
  values: Values,
): Promise<OpenedEarly> {
  const root = searchRootOf(values);
  const level = parseLevel(values.level);
  if (values.mend && values['no-mend'])
    throw new Error('--mend and --no-mend contradict each other: use only one.');
  if (files.length === 0) throw new Error(`Missing FILE. Usage: pyrograph ${command} [OPTION]… FILE…`);
  const sources = sourcesOf(files);
  const found = root ? await companionsOf(sources, root, { lines: command === 'lines' }) : [];
  let mending: Promise<Mending> | undefined;
  const counts = values.mend === false;
  const startMending = (profile: Profile) => {
    if (!counts || profile.stacks.length < MIN_THREAD_STACKS) return;
    mending = mendInThread(profile);
    // The error is thrown when the counts are awaited.
    mending.catch(() => {});
  };
  const outcome = await openProfile([...sources, ...found], NO_LISTENER, {
    readers: chunkThreadsFor(sources),
    onRead: startMending,
  });
  if (!outcome.ok) {
    const { text, diagnosis } = outcome.problem;
    printMisleading(diagnosis);
    throw diagnosis ? new NotShownError(text, diagnosis) : new Error(text);
  }
  const { recording } = outcome.value;
  const event = eventOf(recording, values.event);
  if (sources.length === 1 && recording.format === 'perf.data' && Number.isNaN(sources[0].size))
    printMessage(PIPE_NOTE);
  for (const note of recording.notes) printMessage(sentenceOf(note));
  const open = values.mend ? mendedNow(outcome.value) : outcome.value;
  const counted = counts ? countMending(open, mending) : Promise.resolve(open);
  return { open, counted, level, event };
}

function mendedNow(open: OpenProfile): OpenProfile {
  const { recorded, mended = recorded } = mendNow(open);
  printMending(recorded.recording, true);
  return mended;
}

async function countMending(open: OpenProfile, mending?: Promise<Mending>): Promise<OpenProfile> {
  const counted = await withMendingCounts(open, mending);
  printMending(counted.recording, false);
  return counted;
}

/** Says what mending changes, or would change. */
function printMending({ mending, samples }: Recording, isOn: boolean): void {
  const note = mending && mendingNote(mending, samples, isOn);
  if (note !== undefined) printMessage(note);
}

/** Also accepts a level's number, which is its key on the page. */
function parseLevel(text: string): Level {
  const names = LEVELS.map(({ name }) => name);
  return names.find((_, i) => text === `${i + 1}`) ?? parseChoice('level', names, text);
}

/** Where to look for symbol files; undefined to disable the lookup. */
export function searchRootOf(values: LookupValues): SearchRoot | undefined {
  if (!values['no-lookup']) return new SearchRoot(values.symfs);
  if (values.symfs === undefined) return undefined;
  throw new Error('--no-lookup and --symfs contradict each other: use only one.');
}

/**
 * Looks up the symbol files of each perf.data that was given alone or with --symfs. `lines` also makes line tables, which takes
 * seconds, and `sources` adds the source files of the functions in them.
 */
export async function companionsOf(
  given: readonly Source[],
  root: SearchRoot,
  wanted: { readonly lines?: boolean; readonly sources?: boolean } = {},
): Promise<FoundSource[]> {
  // Line tables and sources name no code.
  const hasTable = given.some(({ name }) => LINE_TABLE_NAME.test(name));
  const sources = given.filter(({ name }) => !LINE_TABLE_NAME.test(name) && !SOURCE_NAME.test(name));
  const hasSources = wanted.sources && sources.length === given.length;
  if (sources.length > 1 && !root.isTrusted) return [];
  const companions: FoundSource[] = [];
  for (const source of sources) {
    const opened = await perfDataIn(source);
    if (!opened) continue;
    const archive = sources.length === 1 ? symbolsArchiveOf(source) : undefined;
    if (archive) return [archive];
    const { lookUpCompanions } = await import('./companion-lookup.ts');
    const lines = wanted.lines && !hasTable;
    companions.push(...(await lookUpCompanions(opened, root, { lines, sources: hasSources })));
  }
  return companions;
}

function eventOf({ events, defaultEvent, name: file }: Recording, name: string | undefined): number {
  if (name === undefined) return defaultEvent;
  const event = events.findIndex((each) => each.name === name);
  if (event >= 0) return event;
  // Modifiers may be left out if that is not ambiguous.
  const [similar, ...others] = [...events.keys()].filter((i) => eventKey(events[i].name) === eventKey(name));
  if (similar !== undefined && others.length === 0) return similar;
  const known = events.map((each) => each.name).join(', ');
  throw new Error(`${file} has no event ${name}: its events are ${known || 'none'}.`);
}

function sentenceOf({ text, count, line, command }: Note): string {
  if (command !== undefined) return `${text}: ${command}`;
  const times = count > 1 ? ` (${count} times)` : '';
  return line > 0 ? `${text}${times}, first at line ${line}.` : `${text}${times}.`;
}
