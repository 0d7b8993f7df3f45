// Prints what is wrong with a recording.

import { isMisleading, type Diagnosis, type Finding } from '../src/model/findings.ts';
import { escapeLine } from '../src/text/escapes.ts';
import { formatNumberOf, formatShare } from '../src/text/format.ts';
import { printMessage } from './terminal.ts';

export const MODES: Readonly<Record<Diagnosis['mode'], string>> = {
  none: 'no call stacks',
  fp: 'frame pointers',
  dwarf: 'copied stacks',
};

/** The parts of a finding that its line contains. */
export type PrintedFinding = Pick<Finding, 'severity' | 'title' | 'share' | 'fix'>;

/** One line on stderr for each misleading finding. */
export function printMisleading(diagnosis: Diagnosis | undefined): void {
  for (const finding of diagnosis?.findings.filter(isMisleading) ?? []) printMessage(findingLine(finding));
}

export function findingLine({ title, share, fix }: PrintedFinding): string {
  const affected = share > 0 ? ` (affects ${formatShare(share)})` : '';
  const commands = fix.filter((line) => !line.startsWith('#'));
  return `${plain(title)}${affected}.${commands.length > 0 ? ` Fix: ${commands.join('; ')}` : ''}`;
}

/** The complete diagnosis as text. */
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
