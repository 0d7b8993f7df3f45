// `pyrograph record`: records a Python program with perf as well as this machine allows, and opens the recording.

import { closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { viewOf } from '../src/bytes/numbers.ts';
import {
  DEFAULT_FREQUENCY,
  recordCommand,
  recordWords,
  type RecordMode,
  type RecordPlan,
} from '../src/record/record-command.ts';
import { reasonOf } from '../src/text/reason.ts';
import { escapeLine, escapeText } from '../src/text/escapes.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { openProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/read-recording.ts';
import { defineCommand, ExitError, parseChoice, type Command } from './command.ts';
import { printMisleading } from './finding-lines.ts';
import { openPaths } from './open.ts';
import { checkOutput } from './output.ts';
import { createPrivateFolder } from './private-folder.ts';
import { choosePlan, type RecordFacts } from './record/choose-plan.ts';
import { collectSymbols } from './record/collect.ts';
import { findProgram } from './record/find-python.ts';
import { findFramePointers } from './record/frame-pointers.ts';
import { lastLine, thisHost, type Host } from './record/host.ts';
import { planAsJson, planAsText } from './record/print-plan.ts';
import { readPerf } from './record/read-perf.ts';
import { runPerf } from './record/run-perf.ts';
import { sourcesOf } from './source.ts';
import { printMessage } from './terminal.ts';

const RECORD_HELP = `Records a Python program with perf, as well as this machine and this Python allow, and opens the recording.

Usage: pyrograph record [OPTION]… -- PROGRAM ARGUMENT…

PROGRAM is what you would type to run it: python3 app.py, python3 -m MODULE, pytest, uv run app.py or a script. Options of
pyrograph come before the --. Pyrograph finds out which Python runs, whether it has frame pointers and what perf may do on
this machine, prints the perf command and runs it. Afterwards it packs the symbol files next to the recording, and deletes
the perf maps and jitdumps of the recorded processes from /tmp.

Ctrl-C ends the program and the recording; a second Ctrl-C stops waiting for them. Child processes are recorded until the
program ends.

Options:
  -F, --frequency N   samples per second (default: ${DEFAULT_FREQUENCY}; lower if copied stacks would be too much data)
  -o, --output FILE   recording to write (default: pyrograph-DATE/perf.data)
  --mode MODE         fp: follow frame pointers; dwarf: copy stacks (default: fp if the Python has frame pointers)
  --event EVENT       event to sample (default: CPU cycles, or cpu-clock where they cannot be counted)
  --no-open           do not open the recording
  --print             print the commands and the reasons, but run nothing
  --json              print the plan as JSON, but run nothing
  --help              show this help

Exit code: the program's own (128 + N if signal N ended it); 2 wrong usage; 3 this machine or this Python cannot be recorded;
4 perf failed; 130 after a second Ctrl-C.
`;

const USAGE = 'Usage: pyrograph record [OPTION]… -- PROGRAM ARGUMENT….';
const PERF_FAILED = 4;
/** In milliseconds. */
const TRIAL_TIMEOUT = 20_000;
const MODES = ['fp', 'dwarf'] as const satisfies readonly RecordMode[];
/** Bytes of a perf.data header (perf's struct perf_file_header), and the offset of the field with the size of the data. */
const HEADER_SIZE = 104;
const DATA_SIZE_AT = 48;

const OPTIONS = {
  frequency: { type: 'string', short: 'F', default: `${DEFAULT_FREQUENCY}` },
  output: { type: 'string', short: 'o' },
  mode: { type: 'string' },
  event: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const record: Command = (args) => {
  const dashes = args.indexOf('--');
  const end = dashes < 0 ? args.length : dashes;
  return recordProgram(args.slice(end + 1))(args.slice(0, end));
};

const recordProgram = (program: readonly string[]) =>
  defineCommand('record', RECORD_HELP, OPTIONS, async ({ values, positionals }) => {
    if (positionals.length > 0 || program.length === 0) throw new Error(`Put PROGRAM after --. ${USAGE}`);
    const frequency = /^[1-9]\d{0,5}$/.test(values.frequency) ? Number(values.frequency) : NaN;
    if (Number.isNaN(frequency))
      throw new Error(`Invalid -F ${values.frequency}: give the number of samples per second.`);
    const mode = values.mode === undefined ? undefined : parseChoice('mode', MODES, values.mode);
    const output = values.output ?? `pyrograph-${timestamp(new Date())}/perf.data`;
    checkOutput(output, false);
    const host = thisHost();
    const facts = await readFacts(program, values.event, host);
    const chosen = choosePlan(facts, { frequency, mode, output }, host);
    if (values.json) return void process.stdout.write(planAsJson(chosen, facts));
    if (values.print) return void process.stdout.write(escapeText(planAsText(chosen, output)));
    for (const reason of chosen.reasons) printMessage(reason);
    const exitCode = await recordPlan(chosen.plan, output, host);
    process.exitCode = exitCode;
    const files = [output, ...(await collect(output))];
    printMessage(`Recorded ${files.join(' and ')}.`);
    await printFindings(files);
    if (!values['no-open']) await openPaths(files, { root: undefined });
  });

async function readFacts(
  words: readonly string[],
  event: string | undefined,
  host: Host,
): Promise<RecordFacts> {
  const scratch = createPrivateFolder([tmpdir()]);
  try {
    const perf = readPerf(event, scratch.path, host);
    const program = findProgram(words, host);
    const framePointers = program.python && (await findFramePointers(program.python, host));
    return { program, framePointers, perf };
  } finally {
    scratch.remove();
  }
}

/** Returns the program's exit code. Throws an ExitError if there is no complete recording. */
async function recordPlan(plan: RecordPlan, output: string, host: Host): Promise<number> {
  mkdirSync(dirname(output), { recursive: true });
  process.stderr.write(`+ ${escapeLine(recordCommand(plan))}\n`);
  const { environment, words } = recordWords(plan);
  const outcome = await runPerf(words, { ...host.environment, ...assignmentsIn(environment) });
  if (!isComplete(output)) throw new ExitError(PERF_FAILED, explainFailure(plan, outcome.exitCode, host));
  if (outcome.hasSurvivors)
    printMessage('Child processes are still running, but the recording ended with the program.');
  return outcome.exitCode;
}

function assignmentsIn(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}

/** True if the header states the size of the data, which perf writes last. */
function isComplete(path: string): boolean {
  if (!existsSync(path)) return false;
  const header = new Uint8Array(HEADER_SIZE);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) === HEADER_SIZE && viewOf(header).getBigUint64(DATA_SIZE_AT, true) > 0n;
  } finally {
    closeSync(file);
  }
}

/** perf shares stderr with the program, so its message is taken from a second attempt. */
function explainFailure(plan: RecordPlan, exitCode: number, host: Host): string {
  const scratch = createPrivateFolder([tmpdir()]);
  const file = join(scratch.path, 'again.data');
  const again = { ...plan, launcher: [], options: [], program: ['true'], extra: ['-o', file] };
  const { status, error } = host.run(recordWords(again).words, TRIAL_TIMEOUT);
  scratch.remove();
  const last = lastLine(error);
  if (status === 0 || last === '') return `perf failed with exit code ${exitCode}; its message is above.`;
  return `perf failed: ${last}`;
}

/** Returns the path of the archive with the symbol files, if there is one. */
async function collect(output: string): Promise<string[]> {
  try {
    const archive = await collectSymbols(output);
    return archive === undefined ? [] : [archive];
  } catch (error) {
    printMessage(`Could not pack the symbol files: ${reasonOf(error)}`);
    return [];
  }
}

async function printFindings(files: readonly string[]): Promise<void> {
  const outcome = await openProfile(sourcesOf(files), NO_LISTENER);
  printMisleading(outcome.ok ? diagnosisOf(outcome.value)?.diagnosis : outcome.problem.diagnosis);
}

/** Local time without characters that shells or file systems treat specially: `20261123-181502`. */
function timestamp(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const times = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const join = (numbers: readonly number[]) => numbers.map((part) => `${part}`.padStart(2, '0')).join('');
  return `${join(parts)}-${join(times)}`;
}
