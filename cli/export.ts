// `pyrograph export`: a recording in, one file out that other programs open.

import { NONE } from '../src/model/profile.ts';
import { EXPORTS, type Export } from '../src/model/exports.ts';
import { exportProfile } from '../workers/export.ts';
import { shownProfile } from '../workers/pipeline.ts';
import { FILES_HELP, LEVEL_HELP, LOOKUP_HELP, openAt, OPENING_OPTIONS } from './opening.ts';
import { chosen, optionsOf } from './options.ts';
import { checkOutput, writeOutput } from './output.ts';
import { UsageError } from './usage-error.ts';

const FORMATS: Export[] = ['pprof', 'speedscope', 'folded'];

const EXPORT_HELP = `Writes a recording, at a level of detail, as a file that other programs open.

Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…

${FILES_HELP}

Options:
  --to FORMAT       what to write
${FORMATS.map((each) => `                      ${each.padEnd(14)}${EXPORTS[each].about}`).join('\n')}
  -o, --output OUT  the file, - for standard output; pprof is gzip, as it has to be
${LEVEL_HELP}
  --event NAME      only this event (default: all; for folded the one with the most samples)
${LOOKUP_HELP}
`;

const USAGE = 'Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…';

export async function exportFile(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('export', args, {
    ...OPENING_OPTIONS,
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
  });
  if (values.help) {
    process.stdout.write(EXPORT_HELP);
    return 0;
  }
  if (values.to === undefined) throw new UsageError(`Into which format? ${USAGE}`);
  const to = chosen('format', FORMATS, values.to);
  const { output } = values;
  if (output === undefined) throw new UsageError(`Into which file? ${USAGE}`);
  checkOutput(output);
  const { open, level, event } = await openAt('export', positionals, values);
  const isOne = to === 'folded' || values.event !== undefined;
  const { name } = open.recording;
  const chunks = exportProfile(to, shownProfile(open, level), level, isOne ? event : NONE, name);
  await writeOutput(output, chunks, EXPORTS[to].isGzip);
  return 0;
}
