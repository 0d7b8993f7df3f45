// Prints what is wrong with a recording.

import { isMisleading, type Diagnosis, type Finding } from '../src/model/findings.ts';
import { escapeLine } from '../src/text/visible-text.ts';
import { formatNumberOf, formatShare } from '../src/text/format.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import { PACK_COMMAND } from '../src/text/shell-command.ts';
import { printMessage } from './print.ts';
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';

export const MODES: Readonly<Record<Diagnosis['mode'], string>> = {
  none: 'no call stacks',
  fp: 'frame pointers',
  dwarf: 'copied stacks',
};

/** The parts of a finding that its line contains. */
type PrintedFinding = Pick<Finding, 'severity' | 'title' | 'share' | 'fix'>;

/** One line on stderr for each misleading finding. */
export function printMisleading(diagnosis: Diagnosis | undefined): void {
  for (const finding of diagnosis?.findings.filter(isMisleading) ?? []) printMessage(findingLine(finding));
}

const NO_LINES = `No source lines are known: a perf.data needs a line table (*.lines), which is made on the recorded machine by: ${PACK_COMMAND}`;

/** Prints that the recording has no source lines, unless it has some. */
export function noteMissingLines({ classified }: OpenProfile): void {
  if (!classified.profile.stacks.line) printMessage(NO_LINES);
}

function findingLine({ title, share, fix }: PrintedFinding): string {
  const affected = share > 0 ? ` (affects ${formatShare(share)})` : '';
  const commands = firstWay(fix);
  return `${plain(title)}${affected}.${commands.length > 0 ? ` Fix: ${commands.join('; ')}` : ''}`;
}

/** The commands of the first way to fix it: comments introduce other ways. */
function firstWay(fix: readonly string[]): string[] {
  const commands: string[] = [];
  for (const line of fix) {
    if (commands.length > 0 && OTHER_WAY.test(line)) break;
    if (!line.startsWith('#')) commands.push(line);
  }
  return commands;
}

const OTHER_WAY = /^# (?:Or|If)\b/;

/** As in JSON: with a rounded share. */
export function printedFinding({ id, severity, share, ...rest }: Finding): Finding {
  return { id, severity, share: roundedShare(share), ...rest };
}

/** To four decimals. */
export function roundedShare(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

export function diagnosisText(name: string, diagnosis: Diagnosis): string {
  const { findings, command, isProgramKnown, event, samples, python, mode } = diagnosis;
  const facts = [
    `${formatNumberOf(samples, 'sample')}${event === '' ? '' : ` of ${escapeLine(event)}`}`,
    ...(python.length > 0 ? [`Python ${python.join(', ')}`] : []),
    MODES[mode],
  ].join(', ');
  const blocks = findings.map(findingText);
  if (findings.length === 0) blocks.push('No problems found.');
  const note = isProgramKnown ? '' : ' (replace app.py with your program)';
  if (command.length > 0) blocks.push([`To fix all of this${note}:`, ...indented(command)].join('\n'));
  return `${[`${escapeLine(name)}: ${facts}`, ...blocks].join('\n\n')}\n`;
}

function findingText({ severity, share, title, text, fix }: Finding): string {
  const affected = share > 0 ? ` (affects ${formatShare(share)})` : '';
  return [
    `${severity}: ${plain(title)}${affected}`,
    ...indented([plain(text)].filter(Boolean)),
    ...indented(fix),
  ].join('\n');
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

/** Removes the backticks around code. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** Priority of that process, lower than that of the server. */
const NICENESS = 10;
const MAX_OUTPUT = 1 << 24;

/** `options` are those of the lookup. Errors are ignored: the page reports them. */
export function diagnoseInBackground(paths: readonly string[], options: readonly string[]): void {
  const args = [process.argv[1], 'doctor', '--json', ...options, '--', ...paths];
  const child = execFile(process.execPath, args, { maxBuffer: MAX_OUTPUT }, (_, output) => {
    for (const finding of findingsIn(output)) printMessage(findingLine(finding));
  });
  process.once('exit', () => child.kill());
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has already ended.
  }
}

/** The misleading findings in the output of `pyrograph doctor --json`. */
function findingsIn(output: string): PrintedFinding[] {
  if (output === '') return [];
  const { findings }: { findings: PrintedFinding[] } = JSON.parse(output);
  return findings.filter(isMisleading);
}
