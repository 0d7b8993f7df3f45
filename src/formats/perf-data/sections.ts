// Where a recording in a file has what: its events, its records, and behind them what it says of itself. The build ids of
// that can be read before the records, where any part of the file can: then it is known whose code is mapped as it is mapped.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { unsigned64 } from '../../bytes/numbers.ts';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { Feature, readBuildIds } from './features.ts';
import { FEATURES_AT, FILE_HEADER } from './header.ts';

/** Bytes of the file. */
export interface Extent {
  readonly at: number;
  readonly size: number;
}

export interface Sections {
  readonly attrSize: number;
  readonly attrs: Extent;
  readonly data: Extent;
  /** Which features it has, in the order of their table, which begins where the data end. */
  readonly features: readonly number[];
}

/** Of an entry of that table. */
export const FEATURE_ENTRY = 16;
/** What stands before the records, or behind them, is never larger. */
export const MOST_AROUND = 64 << 20;
const FEATURE_BITS = 256;

/** What the header, the first FILE_HEADER bytes of `view`, says. */
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
 * Build ids in lower-case hex, by the path of the file; undefined where they do not stand behind the records, as of a
 * recording that was piped or not finished. `head` is the beginning of the file. Throws when it cannot be read.
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
  if (at < end || size > MOST_AROUND || at + size > file.size) return undefined;
  const buildIds = new Map<string, string>();
  readBuildIds(buildIds, await file.read(at, at + size));
  return buildIds;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
