// `pyrograph fold`: a recording in, folded text on standard output, notes on standard error.

import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { WEIGHTS, type Weight } from '../src/formats/folded-writer.ts';
import { DEFAULT_LEVEL, isLevel, LEVELS, type Level } from '../src/model/levels.ts';
import type { Note } from '../src/model/profile.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { Recording } from '../src/model/session.ts';
import { foldProfile, openProfile } from '../workers/pipeline.ts';
import { nobody } from '../workers/read-recording.ts';
import type { Source } from '../workers/sniff.ts';
import { lookUp } from './lookup.ts';
import { Place } from './place.ts';
import { sourceOf } from './source.ts';
import { UsageError } from './usage-error.ts';
import { perfDataIn, wantedBy } from './wanted.ts';

const FOLD_HELP = `Prints the stacks of a recording as folded text: a line a distinct stack, root first, and its weight.

Usage: pyrograph fold [OPTION]… FILE…

FILE is what perf script printed, perf.data, or folded stacks; plain, gzip, zstd or xz; - is standard input.
One recording at a time. With a perf.data come the files that name its code: perf-PID.map, jit-PID.dump,
programs, libraries and debug files, kallsyms, or an archive of them. A perf.data given alone gets them from
where perf would look: /tmp, the paths that were mapped, /usr/lib/debug, ~/.debug, /proc/kallsyms.

Options:
  --level LEVEL     how much to show (default: ${DEFAULT_LEVEL})
${LEVELS.map(({ name, about }) => `                      ${name.padEnd(14)}${about}`).join('\n')}
  --event NAME      which event (default: the one with the most samples)
  --weight WEIGHT   period (default): the sum of the samples' periods; samples: their number
  --no-lookup       read only the files that are given
  --symfs DIR       look into DIR as if it were the root of the recorded machine
  --help            print this

Exit: 0, or 2 with one sentence when there is nothing that can be read.
`;

const PIPE =
  'A perf.data from a pipe is read once, and files that name its code are not looked for: give them, or give the recording as a file.';

export async function fold(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    process.stdout.write(FOLD_HELP);
    return 0;
  }
  if (values['no-lookup'] && values.symfs !== undefined)
    throw new UsageError('Either --no-lookup or --symfs: one looks for files and the other does not.');
  const level = levelOf(values.level);
  const weight = weightOf(values.weight);
  if (positionals.length === 0) throw new UsageError('Which file? Usage: pyrograph fold [OPTION]… FILE…');
  const sources = positionals.map(sourceOf);
  const found = values['no-lookup'] ? [] : await companionsOf(sources, values.symfs);
  const outcome = await openProfile([...sources, ...found], nobody);
  if (!outcome.ok) throw new UsageError(outcome.problem.text);
  const open = outcome.value;
  const event = eventOf(open.recording, values.event);
  if (sources.length === 1 && open.recording.format === 'perf.data' && Number.isNaN(sources[0].size))
    say(PIPE);
  for (const note of open.recording.notes) say(sentenceOf(note));
  for (const chunk of foldProfile(open, level, event, weight)) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  return 0;
}

/** What a perf.data that is given alone, or with --symfs, needs besides. */
async function companionsOf(sources: readonly Source[], symfs: string | undefined): Promise<Source[]> {
  const place = new Place(symfs);
  if (sources.length > 1 && symfs === undefined) return [];
  const companions: Source[] = [];
  for (const source of sources) {
    const opened = await perfDataIn(source);
    if (!opened) continue;
    const found = await lookUp(await wantedBy(opened), place);
    for (const why of found.why) say(`${why}.`);
    companions.push(...found.companions.map((each) => each.source));
  }
  return companions;
}

function say(sentence: string): void {
  process.stderr.write(`pyrograph: ${sentence}\n`);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        level: { type: 'string', default: DEFAULT_LEVEL },
        event: { type: 'string' },
        weight: { type: 'string', default: WEIGHTS[0] },
        'no-lookup': { type: 'boolean', default: false },
        symfs: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${reasonOf(error)}; pyrograph fold --help lists the options.`);
  }
}

function levelOf(name: string): Level {
  if (isLevel(name)) return name;
  throw new UsageError(
    `There is no level ${name}: choose one of ${LEVELS.map((level) => level.name).join(', ')}.`,
  );
}

function weightOf(name: string): Weight {
  const weight = WEIGHTS.find((each) => each === name);
  if (weight) return weight;
  throw new UsageError(`There is no weight ${name}: choose one of ${WEIGHTS.join(', ')}.`);
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
