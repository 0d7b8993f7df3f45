// `pyrograph fold`: a recording in, folded text on standard output, notes on standard error.

import { WEIGHTS } from '../src/formats/folded-writer.ts';
import { foldProfile } from '../workers/pipeline.ts';
import { EVENT_HELP, FILES_HELP, LEVEL_HELP, LOOKUP_HELP, openAt, OPENING_OPTIONS } from './opening.ts';
import { chosen, optionsOf } from './options.ts';
import { writeOutput } from './output.ts';

const FOLD_HELP = `Prints the stacks of a recording as folded text: a line a distinct stack, root first, and its weight.

Usage: pyrograph fold [OPTION]… FILE…

${FILES_HELP}

Options:
${LEVEL_HELP}
${EVENT_HELP}
  --weight WEIGHT   period (default): the sum of the samples' periods; samples: their number
${LOOKUP_HELP}
`;

export async function fold(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('fold', args, {
    ...OPENING_OPTIONS,
    weight: { type: 'string', default: WEIGHTS[0] },
  });
  if (values.help) {
    process.stdout.write(FOLD_HELP);
    return 0;
  }
  const weight = chosen('weight', WEIGHTS, values.weight);
  const { open, level, event } = await openAt('fold', positionals, values);
  await writeOutput('-', foldProfile(open, level, event, weight), false);
  return 0;
}
