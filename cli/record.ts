// `pyrograph record`: records a Python program with perf as well as this machine allows, and opens the recording.

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { viewOf } from '../src/bytes/numbers.ts';
import { recordCommand, recordWords, type RecordPlan } from '../src/record/record-command.ts';
import { recordRequest, type RecordRequest } from '../src/record/record-request.ts';
import { MAX_BYTES_PER_SECOND, chooseSampling, type MeasuredStacks } from '../src/record/sampling.ts';
import { reasonOf } from '../src/text/format.ts';
import { escapeLine, escapeText } from '../src/text/visible-text.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { openProfile } from '../workers/pipeline.ts';
import { switchesText } from './waits.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import { defineCommand, ExitError, type CliCommand } from './command.ts';
import { printMisleading } from './finding-lines.ts';
import { openPaths } from './open.ts';
import { checkOutput, checkRecordOutput, reserveOutput } from './output.ts';
import { createPrivateFolder, temporaryFolders } from './private-files.ts';
import {
  parseOptions,
  RECORD_OPTIONS,
  RECORD_USAGE,
  splitArguments,
  type RecordOptions,
  type SplitArguments,
} from './record/arguments.ts';
import { chooseMode, choosePlan, type RecordFacts, planAsJson, planAsText } from './record/choose-plan.ts';
import { collectSymbols } from './record/collect.ts';
import {
  findProcesses,
  NO_COMMAND,
  findProgram,
  supportsPerf,
  type FoundProgram,
  findFramePointers,
} from './record/find-python.ts';
import { lastLine, thisHost, type Host } from './record/host.ts';
import { measureStacks, runPerf, type PerfOutcome } from './record/run-perf.ts';
import { probePerf } from './record/read-perf.ts';
import { sourcesOf } from './source.ts';
import { addRecorded, parseLabels } from './store/add.ts';
import { storeIn } from '../src/store/selection.ts';
import { printMessage } from './print.ts';

const DEFAULT_SAMPLING = chooseSampling({
  frequency: undefined,
  stackSize: undefined,
  compresses: true,
  measured: undefined,
});
const RECORD_HELP = `Records a Python program with perf, as well as this machine and this Python allow, and opens the recording.

Usage: pyrograph record [OPTION]… -- PROGRAM ARGUMENT…
       pyrograph record [OPTION]… -p PID
       pyrograph record [OPTION]… -a

PROGRAM is what you would type to run it: python3 app.py, python3 -m MODULE, pytest, uv run app.py or a script. Options of
pyrograph come before the --. Pyrograph finds out which Python runs and what perf may do on this machine, prints the perf
command and runs it. Afterwards it packs the symbol files next to the recording, and deletes the perf maps of the recorded
processes that have ended from /tmp.

Ctrl-C ends the program and the recording; a second Ctrl-C stops waiting for them. Child processes are recorded until the
program ends.

Options:
  -p, --pid PID        record running processes, started with python3 -X perf; several are separated by commas
  -a, --all-cpus       record all processes, until Ctrl-C or while PROGRAM runs
  --duration SECONDS   stop the recording, and the program if perf started it, after this time
  -F, --frequency N    samples per second (default: as many as fit, usually ${DEFAULT_SAMPLING.frequency})
  --stack-bytes N      bytes of each stack to copy (default: ${DEFAULT_SAMPLING.stackSize}, the most that the kernel copies)
  --mode MODE          dwarf: copy stacks; fp: follow frame pointers, which is cheaper, but loses callers (default: dwarf)
  --wall               record what threads wait for, too: each switch of a thread, with its stack; pyrograph waits prints it
  -e, --event EVENT    event to sample (default: CPU cycles, or cpu-clock where they cannot be counted)
  -m, --mmap-pages N   size of perf's buffer for each CPU, such as 16M (default: as large as useful and allowed)
  --perf OPTION…       pass all words up to -- to perf record
  -o, --output FILE    recording to write (default: pyrograph-DATE/perf.data)
  --no-open            do not open the recording
  --to STORE           add the recording to a store, too (see pyrograph store --help)
  --label KEY=VALUE    label in the store; repeat for several
  --print              print the commands and the reasons, but run nothing
  --json               print the plan as JSON, but run nothing
  --help               show this help

By default, a recording takes at most ${MAX_BYTES_PER_SECOND / 1e6} MB per second, usually much less: perf compresses it. With -p and -a, a trial recording
of a second measures how deep the stacks are and how well they compress.

Exit code: the program's own (128 + N if signal N ended it), 0 for -p and -a; 2 wrong usage; 3 this machine or this Python cannot
be recorded; 4 perf failed; 130 after a second Ctrl-C.
`;

const PERF_FAILED = 4;
/** In milliseconds. */
const TRIAL_TIMEOUT = 20_000;
/** Bytes of a perf.data header (perf's struct perf_file_header), and the offset of the field with the size of the data. */
const HEADER_SIZE = 104;
const DATA_SIZE_AT = 48;

export const record: CliCommand = Object.assign(
  async (args: string[]) => {
    const split = splitArguments(args);
    return recordTarget(split)(split.own);
  },
  { help: RECORD_HELP, options: [...Object.keys(RECORD_OPTIONS), 'perf'] },
);

const recordTarget = (split: SplitArguments) =>
  defineCommand('record', RECORD_HELP, RECORD_OPTIONS, async ({ values, positionals }) => {
    if (positionals.length > 0) throw new Error(`Put PROGRAM after --. ${RECORD_USAGE}`);
    const options = parseOptions(values, split, `pyrograph-${timestamp(new Date())}/perf.data`);
    const { output } = options;
    checkRecordOutput(output);
    checkOutput(output, false);
    const { to, label = [], ...asked } = values;
    const store = to === undefined ? undefined : storeIn(to);
    // Before anything is recorded: an invalid one ends the command.
    parseLabels(label);
    const host = thisHost();
    const { facts, measured } = await readFacts(split.program, options, host);
    const chosen = choosePlan(facts, options, measured, host);
    if (values.json) return void process.stdout.write(planAsJson(chosen, facts));
    if (values.print) return void process.stdout.write(escapeText(planAsText(chosen, output)));
    for (const reason of chosen.reasons) printMessage(reason);
    process.exitCode = await recordPlan(chosen.plan, options, split.program.length > 0, host);
    const files = [output, ...(await collect(output, recordRequest(asked, split.perf, split.program)))];
    printMessage(`Recorded ${files.join(' and ')}.`);
    await printFindings(files, options.wall);
    if (store !== undefined && !(await addRecorded(store, output, label))) process.exitCode = 2;
    if (!values['no-open']) await openPaths(files, { root: undefined });
  });

async function readFacts(
  words: readonly string[],
  options: RecordOptions,
  host: Host,
): Promise<{ readonly facts: RecordFacts; readonly measured: MeasuredStacks | undefined }> {
  const { event, buffer, attach, frequency, stackSize, wall } = options;
  const scratch = createPrivateFolder(temporaryFolders());
  try {
    const perf = probePerf(event, buffer, scratch.path, host);
    const program = findTarget(words, attach, host);
    const { python } = program;
    const isFramePointers = chooseMode(options, perf, host) === 'fp';
    const framePointers = isFramePointers && python ? await findFramePointers(python, host) : undefined;
    const isRunning = words.length === 0;
    const isOpen = !wall && (frequency === undefined || stackSize === undefined);
    const needsTrial = isRunning && isOpen && !isFramePointers && !(python && !supportsPerf(python));
    const measured = needsTrial ? await measureStacks(options, perf, scratch.path, host) : undefined;
    return { facts: { program, framePointers, perf }, measured };
  } finally {
    scratch.remove();
  }
}

function findTarget(words: readonly string[], attach: string, host: Host): FoundProgram {
  if (attach !== '') return findProcesses(attach, host);
  return words.length > 0 ? findProgram(words, host) : { command: NO_COMMAND, python: undefined, note: '' };
}

/** Returns the program's exit code. Throws an ExitError if there is no complete recording. */
async function recordPlan(
  plan: RecordPlan,
  options: RecordOptions,
  isStarted: boolean,
  host: Host,
): Promise<number> {
  const { output, duration } = options;
  const release = reserveOutput(output);
  const { environment, words } = recordWords(plan);
  process.stderr.write(`+ ${recordCommand(plan) ?? escapeLine([...environment, ...words].join(' '))}\n`);
  // For running processes, perf runs a timer.
  const limit = isStarted ? duration : undefined;
  const outcome = await runPerf(words, { ...host.environment, ...assignmentsIn(environment) }, limit);
  if (!isComplete(output)) {
    const { size } = statSync(output, { throwIfNoEntry: false }) ?? { size: 0 };
    release();
    return endIncomplete(size, outcome, () => explainFailure(plan, options, outcome.exitCode, host));
  }
  if (outcome.hasSurvivors)
    printMessage('Child processes are still running, but the recording ended with the program.');
  return isStarted ? outcome.exitCode : 0;
}

/** Returns the exit code if perf was killed after it had written samples, which can be shown. `size` is that of its file. */
function endIncomplete(size: number, { killedBy }: PerfOutcome, explain: () => string): number {
  if (killedBy === undefined) throw new ExitError(PERF_FAILED, explain());
  const ended = `perf was ended by ${killedBy} before it completed the recording`;
  if (size <= HEADER_SIZE) throw new ExitError(PERF_FAILED, `${ended}: there are no samples.`);
  printMessage(`${ended}: the samples that it had written until then are kept.`);
  return PERF_FAILED;
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
function explainFailure(plan: RecordPlan, { perf }: RecordOptions, exitCode: number, host: Host): string {
  const scratch = createPrivateFolder(temporaryFolders());
  const extra = [...perf, '-o', join(scratch.path, 'again.data')];
  const again = { ...plan, launcher: [], options: [], program: ['true'], extra };
  const { status, error } = host.run(recordWords(again).words, TRIAL_TIMEOUT);
  scratch.remove();
  // The list of all options follows the error about an unknown one.
  const message = /^\s*Error: *(.*\S)/m.exec(error)?.[1] ?? lastLine(error);
  if (status === 0 || message === '') return `perf failed with exit code ${exitCode}; its message is above.`;
  return `perf failed: ${message}`;
}

/** Returns the path of the archive with the symbol files, if there is one. */
async function collect(output: string, request: RecordRequest): Promise<string[]> {
  try {
    const archive = await collectSymbols(output, request);
    return archive === undefined ? [] : [archive];
  } catch (error) {
    printMessage(`Could not pack the symbol files: ${reasonOf(error)}`);
    return [];
  }
}

async function printFindings(files: readonly string[], isWall: boolean): Promise<void> {
  const outcome = await openProfile(sourcesOf(files), NO_LISTENER);
  if (isWall && outcome.ok) printMessage(switchesText(outcome.value, statSync(files[0]).size));
  printMisleading(outcome.ok ? diagnosisOf(outcome.value)?.diagnosis : outcome.problem.diagnosis);
}

/** Local time without characters that shells or file systems treat specially: `20261123-181502`. */
function timestamp(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const times = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const join = (numbers: readonly number[]) => numbers.map((part) => `${part}`.padStart(2, '0')).join('');
  return `${join(parts)}-${join(times)}`;
}
