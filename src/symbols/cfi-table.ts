// Finds the FDE that covers an address: in the binary search table of .eh_frame_hdr or, if there is none, in a table
// built from the entries.

import { NONE } from '../model/profile.ts';
import { viewOf } from '../bytes/numbers.ts';
import type { Section } from '../model/code.ts';
import { CfiCursor, OMITTED } from './cfi-cursor.ts';
import type { CfiEntries, Fde } from './cfi-entries.ts';
import { lastAtMost, lastRowAtMost } from '../model/binary-search.ts';

/** sdata4, relative to .eh_frame_hdr: the only encoding linkers write. */
const TABLE_ENCODING = 0x3b;
const TABLE_ENTRY = 8;

export interface CfiTable {
  readonly entries: CfiEntries;
  /** The FDE that covers the address; undefined if none does. */
  find(address: number): Fde | undefined;
}

/** The search table in .eh_frame_hdr; undefined if there is none in the usual encoding. */
export function headerTable(header: Section, entries: CfiEntries): CfiTable | undefined {
  const cursor = new CfiCursor(header);
  cursor.seek(0, cursor.length);
  const version = cursor.u8();
  const frameEncoding = cursor.u8();
  const countEncoding = cursor.u8();
  const tableEncoding = cursor.u8();
  if (version !== 1 || tableEncoding !== TABLE_ENCODING) return undefined;
  if (frameEncoding === OMITTED || countEncoding === OMITTED) return undefined;
  cursor.number(frameEncoding);
  const count = Math.min(cursor.number(countEncoding), Math.floor((cursor.length - cursor.at) / TABLE_ENTRY));
  if (cursor.failed || !(count > 0)) return undefined;
  const rows = viewOf(header.bytes.subarray(cursor.at, cursor.at + count * TABLE_ENTRY));
  const base = header.address - entries.section.address;
  return {
    entries,
    find(address) {
      const row = lastRowAtMost(
        count,
        (row) => rows.getInt32(row * TABLE_ENTRY, true),
        address - header.address,
      );
      if (row === NONE) return undefined;
      const fde = entries.fdeAt(base + rows.getInt32(row * TABLE_ENTRY + 4, true));
      // There may be gaps between functions.
      return fde && address >= fde.start && address < fde.end ? fde : undefined;
    },
  };
}

/** A table of all entries in the section, built when first used. */
export function entryTable(entries: CfiEntries): CfiTable {
  let table: { starts: Float64Array; offsets: Float64Array } | undefined;
  return {
    entries,
    find(address) {
      table ??= sortedEntries(entries);
      const { starts, offsets } = table;
      const row = lastAtMost(starts, starts.length, address);
      const fde = row === NONE ? undefined : entries.fdeAt(offsets[row]);
      return fde && address < fde.end ? fde : undefined;
    },
  };
}

function sortedEntries(entries: CfiEntries): { starts: Float64Array; offsets: Float64Array } {
  const starts: number[] = [];
  const offsets: number[] = [];
  entries.visit((offset, fde) => {
    // In .debug_frame, functions that the linker discarded start at 0.
    if (entries.kind === 'debug' && fde.start === 0) return;
    starts.push(fde.start);
    offsets.push(offset);
  });
  const order = Uint32Array.from(starts, (_, row) => row).sort((a, b) => starts[a] - starts[b]);
  return {
    starts: Float64Array.from(order, (row) => starts[row]),
    offsets: Float64Array.from(order, (row) => offsets[row]),
  };
}
