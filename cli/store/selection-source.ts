// A selection of a store as a source, like a file: its recordings merged into one.

import { chunkStream } from '../../src/bytes/byte-stream.ts';
import { parseSelection, withConditions } from '../../src/store/selection.ts';
import type { Source, StoredProfile } from '../../workers/reading/sniff.ts';

export function selectionSource(text: string): Source {
  // Checked before anything else, so that no later message repeats an address with a password.
  parseSelection(text, Date.now());
  let loaded: Promise<StoredProfile> | undefined;
  const load = async () => {
    const { withStore } = await import('./open-store.ts');
    const { selectedProfile } = await import('../../workers/store/selected-profile.ts');
    return withStore(text, 'read', ({ reader }, selection) => selectedProfile(reader, selection));
  };
  const stored = () => (loaded ??= load());
  const source = { name: text, size: NaN, stored };
  const encode = once(async () => {
    const { selectionContent } = await import('../../workers/store/selection-content.ts');
    return selectionContent(await stored());
  });
  return { ...source, stream: () => chunkStream(encode) };
}

/** The result at the first call, undefined after that. */
function once<T>(compute: () => Promise<T>): () => Promise<T | undefined> {
  let isDone = false;
  return async () => {
    if (isDone) return undefined;
    isDone = true;
    return compute();
  };
}

/** Single recordings as arguments: each is one observation of a comparison. Other arguments stay. */
export async function recordingsIn(argument: string): Promise<string[]> {
  const { withStore } = await import('./open-store.ts');
  return withStore(argument, 'read', async ({ reader }, selection) => {
    const recordings = await reader.list(selection);
    return recordings.map(({ nameId }) => withConditions(selection.store, `id=${nameId}`));
  });
}
