// A selection of a store as a source, like a file: its recordings merged into one.

import { chunkStream } from '../../src/bytes/byte-stream.ts';
import { parseSelection, withConditions } from '../../src/store/selection.ts';
import { contentOf } from '../../workers/export/one-file.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import type { Source, StoredProfile } from '../../workers/reading/sniff.ts';
import { selectedProfile } from '../../workers/store/selected-profile.ts';
import { withStore } from './open-store.ts';

export function selectionSource(text: string): Source {
  // At once, so that no other message repeats an address with a password.
  parseSelection(text, Date.now());
  let loaded: Promise<StoredProfile> | undefined;
  const load = () => withStore(text, 'read', ({ reader }, selection) => selectedProfile(reader, selection));
  const stored = () => (loaded ??= load());
  const source = { name: text, size: NaN, stored };
  const encode = once(() => contentOfSelection(text, stored));
  return { ...source, stream: () => chunkStream(encode) };
}

/** In the format that a page embeds. `name` is for messages. */
export async function contentOfSelection(
  name: string,
  stored: () => Promise<StoredProfile>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = () => chunkStream(() => Promise.resolve(undefined));
  const outcome = await openProfile([{ name, size: NaN, stored, stream }], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return contentOf(outcome.value);
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
export function recordingsIn(argument: string): Promise<string[]> {
  return withStore(argument, 'read', async ({ reader }, selection) => {
    const recordings = await reader.list(selection);
    return recordings.map(({ nameId }) => withConditions(selection.store, `id=${nameId}`));
  });
}
