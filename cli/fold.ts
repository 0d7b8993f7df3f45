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
import { sourceOf } from './source.ts';
import { UsageError } from './usage-error.ts';

const FOLD_HELP = `Prints the stacks of a recording as folded text: a line a distinct stack, root first, and its weight.

Usage: pyrograph fold [OPTION]… FILE…

FILE is what perf script printed, or folded stacks; plain, gzip or zstd; - is standard input.
One recording at a time.

Options:
  --level LEVEL     how much to show (default: ${DEFAULT_LEVEL})
${LEVELS.map(({ name, about }) => `                      ${name.padEnd(14)}${about}`).join('\n')}
  --event NAME      which event (default: the one with the most samples)
  --weight WEIGHT   period (default): the sum of the samples' periods; samples: their number
  --help            print this

Exit: 0, or 2 with one sentence when there is nothing that can be read.
`;

export async function fold(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    process.stdout.write(FOLD_HELP);
    return 0;
  }
  const level = levelOf(values.level);
  const weight = weightOf(values.weight);
  if (positionals.length === 0) throw new UsageError('Which file? Usage: pyrograph fold [OPTION]… FILE…');
  const sources = positionals.map(sourceOf);
  const outcome = await openProfile(sources, nobody);
  if (!outcome.ok) throw new UsageError(outcome.problem.text);
  const open = outcome.value;
  const event = eventOf(open.recording, values.event);
  for (const note of open.recording.notes) process.stderr.write(`pyrograph: ${sentenceOf(note)}\n`);
  for (const chunk of foldProfile(open, level, event, weight)) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  return 0;
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

function sentenceOf({ text, count, line }: Note): string {
  const times = count > 1 ? ` (${count} times)` : '';
  return line > 0 ? `${text}${times}, first at line ${line}.` : `${text}${times}.`;
}
