// Source files that are added to the open recording, which needs not be opened again for them.

import type { InputFile } from '../model/session.ts';
import { engine } from './session.ts';
import { store } from './store.ts';

const { getState, setState } = store;

/** Python files, which are not worth looking at for other reasons. */
const SOURCE_NAME = /\.pyw?$/;

/** Adds source files to the open recording. False if they are not for it, or if there are symbol files or recordings, too. */
export async function addSources(files: readonly InputFile[]): Promise<boolean> {
  const { recordingNumber, recording } = getState();
  if (!recording || !files.some(({ name }) => SOURCE_NAME.test(name))) return false;
  if (!(await engine.addSources(files)) || getState().recordingNumber !== recordingNumber) return false;
  const { openedFiles, sourcesAdded } = getState();
  const from = openedFiles.get(recordingNumber);
  setState({
    sourcesAdded: sourcesAdded + 1,
    // For when the recording is opened again.
    ...(from && {
      openedFiles: new Map(openedFiles).set(recordingNumber, { ...from, files: [...from.files, ...files] }),
    }),
  });
  return true;
}
