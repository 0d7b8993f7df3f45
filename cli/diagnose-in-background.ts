// Prints misleading findings in the background. The doctor runs in its own process, so that a server stays responsive.

import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { isMisleading } from '../src/model/findings.ts';
import { findingLine, type PrintedFinding } from './finding-lines.ts';
import { printMessage } from './terminal.ts';

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
