// Source files that are added to the open recording, which needs not be opened again for them.

import type { InputFile } from '../../model/session.ts';
import { engine } from '../engine/session.ts';
import { store } from '../store.ts';

const { getState, setState } = store;

/** Python files, which are not worth looking at for other reasons. */
const SOURCE_NAME = /\.pyw?$/;

/** Adds source files to the open recording. False if they are not for it, or if there are symbol files or recordings, too. */
export async function addSources(files: readonly InputFile[]): Promise<boolean> {
  const { recordingNumber, recording } = getState();
  if (!recording || !files.some(({ name }) => SOURCE_NAME.test(name))) return false;
  if (!(await engine.addSources(files)) || getState().recordingNumber !== recordingNumber) return false;
  const { opened, sourcesAdded } = getState();
  // For when they are opened again.
  const numbers = opened.get(recordingNumber)?.compared ?? [recordingNumber];
  const withSources = numbers.flatMap((number) => {
    const entry = opened.get(number);
    return entry ? [[number, { ...entry, files: [...entry.files, ...files] }] as const] : [];
  });
  setState({
    sourcesAdded: sourcesAdded + files.filter(({ name }) => SOURCE_NAME.test(name)).length,
    opened: new Map([...opened, ...withSources]),
  });
  return true;
}
