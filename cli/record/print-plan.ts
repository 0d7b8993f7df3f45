// Formats a recording plan for --print and --json.

import { recordCommand, recordWords } from '../../src/record/record-command.ts';
import { shellCommand } from '../../src/text/shell-command.ts';
import { escapeJson } from '../../src/text/escapes.ts';
import type { ChosenPlan, RecordFacts } from './choose-plan.ts';

/** The reasons as shell comments, then the commands. */
export function planAsText({ plan, reasons }: ChosenPlan, output: string): string {
  const commands = [recordCommand(plan), shellCommand(['pyrograph', 'open'], [output])];
  const typed = commands.filter((command) => command !== undefined);
  return [...reasons.map((reason) => `# ${reason}`), ...typed, ''].join('\n');
}

export function planAsJson(
  { plan, reasons }: ChosenPlan,
  { program, framePointers, perf }: RecordFacts,
): string {
  const { mode, frequency, stackSize, events } = plan;
  const { environment, words } = recordWords(plan);
  const { python } = program;
  const printed = {
    schema: 1,
    mode,
    frequency,
    stackSize,
    events,
    environment,
    words,
    command: [recordCommand(plan)].filter((command) => command !== undefined),
    python: python
      ? {
          executable: python.executable,
          version: python.version.join('.'),
          framePointers: framePointers?.present,
        }
      : null,
    perf: { version: perf.version, userOnly: perf.isUserOnly, settings: perf.settings },
    reasons,
  };
  return `${escapeJson(JSON.stringify(printed, null, 2))}\n`;
}
