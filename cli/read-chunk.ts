// Reads a chunk of a text file on disk.

import type { TextKind } from '../src/formats/index.ts';
import type { ByteRange } from '../src/bytes/random-access.ts';
import type { TableBudget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { readText } from '../workers/reading/read-text.ts';
import { fileStream } from './disk-file.ts';

export interface ChunkRequest extends ByteRange {
  readonly text: TextKind;
  readonly path: string;
  readonly budget: TableBudget;
}

export function readChunk({ text, path, from, to, budget }: ChunkRequest): Promise<Profile> {
  return readText(text, fileStream(path, from, to), { budget }, () => {});
}
