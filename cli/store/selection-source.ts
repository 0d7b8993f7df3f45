// A selection of a store as a source, like a file: its recordings merged into one.

import { chunkStream } from '../../src/bytes/byte-stream.ts';
import { parseSelection } from '../../src/store/selection.ts';
import { contentOf } from '../../workers/export/one-file.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import type { Source, StoredProfile } from '../../workers/reading/sniff.ts';
import { mergedDiagnosis } from './merged-diagnosis.ts';
import { Store } from './store.ts';

export function selectionSource(text: string): Source {
  const selection = parseSelection(text, Date.now());
  let loaded: Promise<StoredProfile> | undefined;
  const load = async (): Promise<StoredProfile> => {
    const store = await Store.open(selection.store, 'read');
    try {
      const recordings = await store.list(selection);
      const diagnosis = mergedDiagnosis(await store.diagnoses(recordings));
      return { profile: await store.read(recordings), diagnosis };
    } finally {
      store.close();
    }
  };
  const stored = () => (loaded ??= load());
  const source = { name: text, size: NaN, stored };
  const encode = once(async () => {
    const outcome = await openProfile(
      [{ ...source, stream: () => chunkStream(() => Promise.resolve(undefined)) }],
      NO_LISTENER,
    );
    if (!outcome.ok) throw new Error(outcome.problem.text);
    return contentOf(outcome.value);
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
  const selection = parseSelection(argument, Date.now());
  const store = await Store.open(selection.store, 'read');
  try {
    const recordings = await store.list(selection);
    return recordings.map(({ nameId }) => `${selection.store}?id=${nameId}`);
  } finally {
    store.close();
  }
}
