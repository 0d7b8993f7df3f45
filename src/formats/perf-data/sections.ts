// Locates the sections of a recording in a file: attrs, records and the features after them. With random access, the build
// IDs can be read before the records, so that mapped files are identified immediately.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { unsigned64, viewOf } from '../../bytes/numbers.ts';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { Feature, readBuildIds } from './features.ts';
import { FEATURES_AT, FILE_HEADER } from './header.ts';

/** A range of bytes in the file. */
export interface Extent {
  readonly at: number;
  readonly size: number;
}

export interface Sections {
  readonly attrSize: number;
  readonly attrs: Extent;
  readonly data: Extent;
  /** Features in the order of their table, which begins at the end of the data. */
  readonly features: readonly number[];
}

/** Size of an entry in the feature table. */
export const FEATURE_ENTRY = 16;
/** Larger than everything before or after the records. */
export const MAX_SECTION = 64 << 20;
const FEATURE_BITS = 256;

/** Reads the header, the first FILE_HEADER bytes of `view`. */
export function sectionsOf(view: DataView): Sections {
  return {
    attrSize: unsigned64(view, 16),
    attrs: extentAt(view, 24),
    data: extentAt(view, 40),
    features: [...Array(FEATURE_BITS).keys()].filter(
      (bit) => (view.getUint8(FEATURES_AT + (bit >> 3)) >> (bit & 7)) & 1,
    ),
  };
}

export function extentAt(view: DataView, at: number): Extent {
  return { at: unsigned64(view, at), size: unsigned64(view, at + 8) };
}

/**
 * Build IDs in lower-case hex, by path; undefined if there is no such section, for example if the recording was piped or
 * not finished. `head` is the beginning of the file. Throws when the file cannot be read.
 */
export async function buildIdsOf(
  file: RandomAccess,
  head: Uint8Array,
): Promise<ReadonlyMap<string, string> | undefined> {
  const header = viewOf(head);
  if (head.length < FILE_HEADER || unsigned64(header, 8) !== FILE_HEADER) return undefined;
  const { data, features } = sectionsOf(header);
  const row = features.indexOf(Feature.buildId);
  if (data.size === 0 || row < 0) return undefined;
  const end = data.at + data.size;
  const entryAt = end + row * FEATURE_ENTRY;
  const entry = await file.read(entryAt, entryAt + FEATURE_ENTRY);
  if (entry.length < FEATURE_ENTRY) return undefined;
  const { at, size } = extentAt(viewOf(entry), 0);
  if (at < end || size > MAX_SECTION || at + size > file.size) return undefined;
  const buildIds = new Map<string, string>();
  readBuildIds(buildIds, await file.read(at, at + size));
  return buildIds;
}
