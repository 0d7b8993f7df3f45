// Opens the recording that a command is given, with the files that name its code, at one level and event of it. What
// is not as it should be is said on standard error.

import { DEFAULT_LEVEL, LEVELS, type Level } from '../src/model/levels.ts';
import type { Note } from '../src/model/profile.ts';
import type { Recording } from '../src/model/session.ts';
import { openProfile, type OpenProfile } from '../workers/pipeline.ts';
import { nobody } from '../workers/read-recording.ts';
import type { Source } from '../workers/sniff.ts';
import { lookUp } from './lookup.ts';
import { chosen, say } from './options.ts';
import { Place, type FoundSource } from './place.ts';
import { sourcesOf } from './source.ts';
import { UsageError } from './usage-error.ts';
import { perfDataIn, wantedBy } from './wanted.ts';

export const LOOKUP_OPTIONS = {
  'no-lookup': { type: 'boolean', default: false },
  symfs: { type: 'string' },
} as const;

export const OPENING_OPTIONS = {
  level: { type: 'string', default: DEFAULT_LEVEL },
  event: { type: 'string' },
  ...LOOKUP_OPTIONS,
} as const;

/** What the help of such a command says of its files, and of these options. */
export const FILES_HELP = `FILE is what perf script printed, perf.data, folded stacks, pprof or speedscope’s JSON; plain, gzip, zstd or xz; - is
standard input. One recording at a time. With a perf.data come the files that name its code: perf-PID.map, jit-PID.dump,
programs, libraries and debug files, kallsyms, or an archive or a folder of them. A perf.data given alone gets them from
where perf would look: /tmp, the paths that were mapped, /usr/lib/debug, ~/.debug, /proc/kallsyms, if they are proven to be
those that were recorded.`;
export const LEVEL_HELP = `  --level LEVEL     how much to show (default: ${DEFAULT_LEVEL})
${LEVELS.map(({ name, about }) => `                      ${name.padEnd(14)}${about}`).join('\n')}`;
export const EVENT_HELP = '  --event NAME      which event (default: the one with the most samples)';
export const LOOKUP_HELP = `  --no-lookup       read only the files that are given
  --symfs DIR       look into DIR as if it were the root of the recorded machine; / takes this machine for it
  --help            print this

Exit: 0, or 2 with one sentence when there is nothing that can be read.`;

const PIPE =
  'A perf.data from a pipe is read once, and files that name its code are not looked for: give them, or give the recording as a file.';

/** The values of LOOKUP_OPTIONS, and of OPENING_OPTIONS. */
interface LookupValues {
  readonly 'no-lookup': boolean;
  readonly symfs?: string | undefined;
}

interface Values extends LookupValues {
  readonly level: string;
  readonly event?: string | undefined;
}

export interface OpenedAt {
  readonly open: OpenProfile;
  readonly level: Level;
  /** Index into the recording's events. */
  readonly event: number;
}

/** Throws a UsageError for what cannot be opened, or is not in it. */
export async function openAt(command: string, files: readonly string[], values: Values): Promise<OpenedAt> {
  const place = placeOf(values);
  const level = chosen(
    'level',
    LEVELS.map(({ name }) => name),
    values.level,
  );
  if (files.length === 0) throw new UsageError(`Which file? Usage: pyrograph ${command} [OPTION]… FILE…`);
  const sources = sourcesOf(files);
  const found = place ? await companionsOf(sources, place) : [];
  const outcome = await openProfile([...sources, ...found], nobody);
  if (!outcome.ok) throw new UsageError(outcome.problem.text);
  const { recording } = outcome.value;
  const event = eventOf(recording, values.event);
  if (sources.length === 1 && recording.format === 'perf.data' && Number.isNaN(sources[0].size)) say(PIPE);
  for (const note of recording.notes) say(sentenceOf(note));
  return { open: outcome.value, level, event };
}

/** Where files that name code are looked for; undefined when they shall not be. */
export function placeOf(values: LookupValues): Place | undefined {
  if (!values['no-lookup']) return new Place(values.symfs);
  if (values.symfs === undefined) return undefined;
  throw new UsageError('Either --no-lookup or --symfs: one looks for files and the other does not.');
}

/** What a perf.data that is given alone, or with --symfs, needs besides. */
export async function companionsOf(sources: readonly Source[], place: Place): Promise<FoundSource[]> {
  if (sources.length > 1 && !place.isVouched) return [];
  const companions: FoundSource[] = [];
  for (const source of sources) {
    const opened = await perfDataIn(source);
    if (!opened) continue;
    const found = await lookUp(await wantedBy(opened), place);
    for (const why of found.why) say(`${why}.`);
    companions.push(...found.companions.map((each) => each.source));
  }
  return companions;
}

function eventOf({ events, defaultEvent, name: file }: Recording, name: string | undefined): number {
  if (name === undefined) return defaultEvent;
  const event = events.findIndex((each) => each.name === name);
  if (event >= 0) return event;
  const known = events.map((each) => each.name).join(', ');
  throw new UsageError(`There is no event ${name} in ${file}: it has ${known || 'none'}.`);
}

function sentenceOf({ text, count, line, command }: Note): string {
  if (command !== undefined) return `${text}: ${command}`;
  const times = count > 1 ? ` (${count} times)` : '';
  return line > 0 ? `${text}${times}, first at line ${line}.` : `${text}${times}.`;
}
