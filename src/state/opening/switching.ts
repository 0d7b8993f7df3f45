// Switches between the open recordings and comparisons, and closes them.

import { download, showAgain } from './shown.ts';
import { followLink } from '../links/follow-link.ts';
import { readLink } from './linked-recordings.ts';
import { closedWith, firstOf, type Opened } from './recordings.ts';
import { openAgain } from './reopening.ts';
import { engine } from '../engine/session.ts';
import { closeRecording, store, type State } from '../store.ts';

const { getState, setState } = store;

type OpenState = Pick<State, 'opened' | 'recordingNumber'>;

/** The numbers of all that is open, in the order of opening. A comparison that was ended is only in the browser's history. */
export function openNumbers({ opened, recordingNumber }: OpenState): number[] {
  const isOpen = ([number, { compared, kept }]: readonly [number, Opened]) =>
    !compared || kept !== undefined || number === recordingNumber;
  return [...opened]
    .filter(isOpen)
    .map(([number]) => number)
    .sort((a, b) => a - b);
}

/** Shows an open recording or comparison. If it was closed to save memory, opens it again. */
export function switchTo(number: number): void {
  const { opened, recordingNumber, opening } = getState();
  const entry = opened.get(number);
  if (!entry || opening || number === recordingNumber) return;
  if (showAgain(number) || openAgain(number, {}, entry.view)) return;
  void followLink(readLink(entry.source));
}

/** Shows the next open recording or comparison, or the previous one. */
export function switchBy(step: 1 | -1): void {
  const numbers = openNumbers(getState());
  const at = numbers.indexOf(getState().recordingNumber);
  switchTo(numbers[(at + step + numbers.length) % numbers.length]);
}

/** Closes a recording with the comparisons of it, or a comparison. If it is shown, shows another open one, or else the start screen. */
export function close(number: number): void {
  download.stop();
  const { opened, recordingNumber } = getState();
  const closed = closedWith(opened, number);
  const others = new Map([...opened].filter(([each]) => !closed.includes(each)));
  for (const each of closed) {
    const { compared, kept } = opened.get(each) ?? {};
    if (!compared) engine.end([each]);
    else if (kept && each !== recordingNumber) engine.endComparison(firstOf(opened, each));
  }
  setState({ opened: others });
  if (!closed.includes(recordingNumber)) return;
  const open = [...others].filter(([, { kept }]) => kept).map(([each]) => each);
  const next = others.has(firstOf(opened, number))
    ? firstOf(opened, number)
    : (open.at(-1) ?? [...others.keys()].at(-1));
  if (next !== undefined) return switchTo(next);
  closeRecording({ suspended: 0, problem: undefined, awaitedView: undefined });
}
