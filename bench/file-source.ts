// Files in memory as sources for the pipeline.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import type { StackLimits } from '../src/model/code.ts';
import { openProfile, type OpenProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import type { Source } from '../workers/reading/sniff.ts';

/** Opens a recording with its symbol files; throws if that fails. */
export async function openFiles(paths: readonly string[], stackLimits?: StackLimits): Promise<OpenProfile> {
  const outcome = await openProfile(paths.map(sourceOf), NO_LISTENER, { stackLimits });
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

export function sourceOf(path: string): Source {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    name: basename(path),
    size: bytes.length,
    stream: () => memoryStream(bytes),
    file: memoryFile(bytes),
  };
}
