// Exports the current samples for another program, or the complete recording as a one-file page.

import type { ComparisonExport, ExportedFile, ProfileExport } from '../../model/exports.ts';
import type { Recording } from '../../model/session.ts';
import { isCanceled } from '../../async/answers.ts';
import { reasonOf } from '../../text/format.ts';
import { writeAddress } from '../../sharing/address.ts';
import { store } from '../store.ts';
import { addressOf } from './link.ts';
import { engine } from '../engine/session.ts';
import { withoutFindings } from './share.ts';

const { getState, setState } = store;

/** Shows an error if `make` fails. Returns undefined in that case, or if the recording is closed before `make` is done. */
export async function attempt<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    const text = `The file could not be created (${reasonOf(error)}): choose fewer samples, or try again.`;
    if (!isCanceled(error)) setState({ problem: { text } });
    return undefined;
  }
}

/** `hasSources` embeds sources in the page. Throws Canceled if the recording is closed before the export is ready. */
export async function createExport(
  recording: Recording,
  to: ProfileExport | ComparisonExport | 'html',
  hasSources = false,
): Promise<ExportedFile> {
  const state = getState();
  const { options } = state;
  switch (to) {
    case 'json':
    case 'tsv':
    case 'markdown':
      return (await engine.ask('export', 'exportComparison', { options, to })).value;
    case 'html': {
      const address = addressOf(state, recording);
      const written = writeAddress({ ...address, filters: withoutFindings(address.filters) });
      const { value: content } = await engine.ask('export', 'oneFile', { address: written, hasSources });
      return { content, notes: [] };
    }
    case 'folded':
    case 'pprof':
    case 'speedscope':
      return (await engine.ask('export', 'export', { options, to, name: recording.name })).value;
  }
}

/** `program.perf.gz` is saved as `program.folded`, the comparison `old.perf → new.perf` as `old → new.json`. */
export function fileName(recording: string, ending: string): string {
  const plain = recording.split(' → ').map(withoutEnding).join(' → ');
  // Replaces characters with a special meaning in file systems, because a link may contain any name.
  const safe = plain.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_').replace(/^\.+/, '');
  return `${safe === '' ? 'profile' : safe.slice(0, 120)}${ending}`;
}

function withoutEnding(name: string): string {
  return name.replace(/\.(?:gz|zst|xz)$/, '').replace(/\.(?:perf|data|txt|folded|json|pb)$/, '');
}
