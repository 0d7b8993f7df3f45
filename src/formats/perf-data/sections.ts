// Locates the sections of a perf.data file: attrs, records and features. With random access, the build IDs can be read before
// the records, so that mapped files are identified immediately.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { readUint64, viewOf } from '../../bytes/numbers.ts';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { Feature, readBuildIds } from './features.ts';
import { FEATURE_BITS_OFFSET, FILE_HEADER_SIZE } from './header.ts';

/** A range of bytes in the file. */
export interface Extent {
  readonly at: number;
  readonly size: number;
}

interface Sections {
  readonly attrSize: number;
  readonly attrs: Extent;
  readonly data: Extent;
  /** Numbers of the features, in the order of the feature table, which begins at the end of the data. */
  readonly features: readonly number[];
}

export const FEATURE_ENTRY_SIZE = 16;
/** Upper bound for all data before or after the records. */
export const MAX_SECTION_SIZE = 64 << 20;
const FEATURE_BITS = 256;

/** Reads the header, the first FILE_HEADER_SIZE bytes of `view`. */
export function sectionsOf(view: DataView): Sections {
  return {
    attrSize: readUint64(view, 16),
    attrs: extentAt(view, 24),
    data: extentAt(view, 40),
    features: [...Array(FEATURE_BITS).keys()].filter(
      (bit) => (view.getUint8(FEATURE_BITS_OFFSET + (bit >> 3)) >> (bit & 7)) & 1,
    ),
  };
}

export function extentAt(view: DataView, at: number): Extent {
  return { at: readUint64(view, at), size: readUint64(view, at + 8) };
}

/**
 * Reads the build IDs in lower-case hex, by path; undefined if there are none, for example if the recording was piped or
 * not finished. `head` is the beginning of the file. Throws if the file cannot be read.
 */
export async function buildIdsOf(
  file: RandomAccess,
  head: Uint8Array,
): Promise<ReadonlyMap<string, string> | undefined> {
  const header = viewOf(head);
  if (head.length < FILE_HEADER_SIZE || readUint64(header, 8) !== FILE_HEADER_SIZE) return undefined;
  const { data, features } = sectionsOf(header);
  const row = features.indexOf(Feature.buildId);
  if (data.size === 0 || row < 0) return undefined;
  const end = data.at + data.size;
  const entryAt = end + row * FEATURE_ENTRY_SIZE;
  const entry = await file.read(entryAt, entryAt + FEATURE_ENTRY_SIZE);
  if (entry.length < FEATURE_ENTRY_SIZE) return undefined;
  const { at, size } = extentAt(viewOf(entry), 0);
  if (at < end || size > MAX_SECTION_SIZE || at + size > file.size) return undefined;
  const buildIds = new Map<string, string>();
  readBuildIds(buildIds, await file.read(at, at + size));
  return buildIds;
}
