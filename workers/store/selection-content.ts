// A selection of a store in the format that a page embeds: what another process or worker opens as a recording.

import { chunkStream } from '../../src/bytes/byte-stream.ts';
import { contentOf } from '../export/one-file.ts';
import { openProfile } from '../pipeline.ts';
import { NO_LISTENER } from '../reading/read-recording.ts';
import type { StoredProfile } from '../reading/sniff.ts';

/** `name` is for messages. */
export async function selectionContent(
  name: string,
  stored: () => Promise<StoredProfile>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = () => chunkStream(() => Promise.resolve(undefined));
  const outcome = await openProfile([{ name, size: NaN, stored, stream }], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return contentOf(outcome.value);
}
