// Writes the `pyrograph record` command that records the same program again, for recordings that it made.

import { splitProgram } from '../record/program-command.ts';
import type { RecordedCommand, RecordMode } from '../record/record-command.ts';
import { readRequest, requestCommand, type RecordRequest } from '../record/record-request.ts';
import type { RecordingFacts } from './recording-facts.ts';

/** Changes to the request; what is not set stays as it was. */
export interface RequestChanges {
  readonly mode?: RecordMode | undefined;
  readonly stackSize?: number | undefined;
  readonly frequency?: number | undefined;
  readonly events?: readonly string[] | undefined;
  /** The interpreter to use instead. */
  readonly python?: string | undefined;
}

/** `pyrograph record` copies less of each stack if it has to do so more often. */
const MAX_FREQUENCY = 2999;

/** What the user asked `pyrograph record` for; undefined for recordings that perf made alone. */
export function requestOf({ profile }: RecordingFacts): RecordRequest | undefined {
  return readRequest(profile.recorded?.symbols.request ?? '');
}

/** `recorded` is the mode of the recording. A size is not changed with the mode, because the default is the largest. */
export function pyrographCommand(
  request: RecordRequest,
  recorded: RecordMode,
  { mode = recorded, stackSize, frequency, events, python }: RequestChanges,
): string | undefined {
  const { mode: asked, ...options } = request.options;
  const isSameMode = mode === recorded;
  return requestCommand({
    perf: request.perf,
    options: {
      ...options,
      ...(isSameMode ? asked !== undefined && { mode: asked } : mode === 'fp' && { mode }),
      ...(isSameMode && mode === 'dwarf' && stackSize !== undefined && { 'stack-bytes': `${stackSize}` }),
      ...(frequency !== undefined && { frequency: `${Math.min(frequency, MAX_FREQUENCY)}` }),
      ...(events !== undefined && { event: events.join() }),
    },
    program: python === undefined ? request.program : withPython(request.program, python),
  });
}

/** The command that also records what the program waits for. Options for samples of CPU time are left out. */
export function wallCommand(recorded: RecordRequest | RecordedCommand): string | undefined {
  if ('perf' in recorded) {
    const { pid, 'all-cpus': systemWide, duration } = recorded.options;
    const options = {
      ...(systemWide !== undefined && { 'all-cpus': systemWide }),
      ...(pid !== undefined && { pid }),
      ...(duration !== undefined && { duration }),
      wall: '',
    };
    return requestCommand({ ...recorded, perf: [], options });
  }
  const { attach, systemWide, launcher, options, program } = recorded;
  return requestCommand({
    perf: [],
    options: { ...(systemWide && { 'all-cpus': '' }), ...(attach !== '' && { pid: attach }), wall: '' },
    // With -p, perf runs only a timer.
    program: attach === '' ? [...launcher, ...options, ...program] : [],
  });
}

/** Replaces the interpreter, if the command names one. */
function withPython(words: readonly string[], python: string): readonly string[] {
  const { launcher, options, program } = splitProgram(words);
  return launcher.length === 0 ? words : [...launcher.slice(0, -1), python, ...options, ...program];
}
