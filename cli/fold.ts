// `pyrograph fold`: prints a recording as folded stacks on stdout, notes on stderr.

import { WEIGHTS, writeFolded } from '../src/formats/folded-writer.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { profileAtLevel } from '../workers/pipeline.ts';
import { openEarly, OPENING_HELP, OPENING_OPTIONS } from './opening.ts';
import { defineCommand, parseChoice } from './command.ts';
import { noteMissingLines, printMisleading } from './finding-lines.ts';
import { writeOutput } from './output.ts';

const FOLD_HELP = `Prints the folded stacks of a recording: one line per distinct stack, root first, with its weight.

Usage: pyrograph fold [OPTION]… FILE…

${OPENING_HELP.files}

Options:
${OPENING_HELP.level}
${OPENING_HELP.event}
  --lines           add the source lines of Python functions, if they are known: py::NAME:FILE:LINE
  --weight WEIGHT   period (default): sum of the sample periods; samples: number of samples
${OPENING_HELP.mend}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...OPENING_OPTIONS,
  weight: { type: 'string', default: WEIGHTS[0] },
  lines: { type: 'boolean', default: false },
} as const;

export const fold = defineCommand('fold', FOLD_HELP, OPTIONS, async ({ values, positionals }) => {
  const weight = parseChoice('weight', WEIGHTS, values.weight);
  const { open, counted, level, event } = await openEarly('fold', positionals, values);
  const profile = values.lines
    ? (await import('../workers/line-profiles.ts')).profileWithLines(open, level)
    : profileAtLevel(open, level);
  if (values.lines) noteMissingLines(open);
  await Promise.all([
    counted.then((each) => printMisleading(diagnosisOf(each)?.diagnosis)),
    writeOutput('-', writeFolded(profile, event, weight), false),
  ]);
});
