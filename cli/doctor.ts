// `pyrograph doctor`: prints what is wrong with a recording, and the commands that fix it.

import { isMisleading, type Diagnosis } from '../src/model/findings.ts';
import { escapeText } from '../src/text/visible-text.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { openProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import { chunkThreadsFor } from './chunk-threads.ts';
import { sniff, type Source } from '../workers/reading/sniff.ts';
import { defineCommand } from './command.ts';
import { diagnosisText, printedFinding } from './finding-lines.ts';
import { companionsOf, LOOKUP_OPTIONS, OPENING_HELP, searchRootOf } from './opening.ts';
import { jsonText } from './print.ts';
import { SNIFF_BYTES, sourcesOf } from './source.ts';

const DOCTOR_HELP = `Prints what is wrong with a recording, how much of it is affected, and the commands that fix it.

Usage: pyrograph doctor [OPTION]… FILE…

${OPENING_HELP.files}

Options:
  --json            print JSON
  --text            use only perf script output, and skip all other files
  --no-lookup       use only the given files
  --symfs DIR       treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help            show this help

Exit code: 0 if no finding is misleading; 1 if one is; 2 with an error message if nothing can be read.
`;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  json: { type: 'boolean', default: false },
  text: { type: 'boolean', default: false },
} as const;
const SCHEMA = 1;

export const doctor = defineCommand('doctor', DOCTOR_HELP, OPTIONS, async ({ values, positionals }) => {
  const root = searchRootOf(values);
  if (positionals.length === 0) throw new Error('Missing FILE. Usage: pyrograph doctor [OPTION]… FILE…');
  const given = sourcesOf(positionals);
  const sources = values.text ? await textAmong(given) : given;
  const companions = root && !values.text ? await companionsOf(sources, root) : [];
  const { name, diagnosis } = await diagnose([...sources, ...companions]);
  process.stdout.write(values.json ? asJson(name, diagnosis) : printable(diagnosisText(name, diagnosis)));
  if (diagnosis.findings.some(isMisleading)) process.exitCode = 1;
});

/** Throws an Error if there is nothing to diagnose. */
async function diagnose(sources: readonly Source[]): Promise<{ name: string; diagnosis: Diagnosis }> {
  const outcome = await openProfile(sources, NO_LISTENER, { readers: chunkThreadsFor(sources) });
  const diagnosis = outcome.ok ? diagnosisOf(outcome.value)?.diagnosis : outcome.problem.diagnosis;
  const name = outcome.ok ? outcome.value.recording.name : (sources[0]?.name ?? '');
  if (diagnosis) return { name, diagnosis };
  if (!outcome.ok) throw new Error(outcome.problem.text);
  throw new Error(
    `${name} does not say how it was recorded: give the perf.data or the output of perf script.`,
  );
}

async function textAmong(sources: readonly Source[]): Promise<Source[]> {
  const kept: Source[] = [];
  for (const source of sources) {
    // A pipe can be read only once.
    const sniffed = Number.isNaN(source.size) ? undefined : await sniff(source, SNIFF_BYTES);
    const isOther = sniffed && (sniffed.kind !== 'recording' || typeof sniffed.opened.format === 'string');
    if (!isOther) kept.push(source);
  }
  if (kept.length === 0) throw new Error('No perf script output among the files: leave out --text.');
  return kept;
}

/** Escapes control characters on a terminal; files and pipes get names unchanged. */
function printable(text: string): string {
  return process.stdout.isTTY ? escapeText(text) : text;
}

function asJson(recording: string, { event, samples, python, mode, command, findings }: Diagnosis): string {
  const written = findings.map(printedFinding);
  return jsonText({ schema: SCHEMA, recording, event, samples, python, mode, command, findings: written });
}
