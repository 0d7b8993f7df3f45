// The wording of notes on recording defects.

import type { ProfileBuilder } from '../../model/builder.ts';
import { WHOLE_STACKS } from '../../model/code.ts';
import { formatCount, formatNames } from '../../text/format.ts';
import { NONE } from '../../model/profile.ts';
import type { Attr } from './attr.ts';

export const NOTE_TEXTS = {
  lost: 'Samples were lost while recording, because perf could not write them fast enough: record with a lower -F or a larger -m',
  broken: 'Invalid samples were skipped: the recording is damaged',
  late: 'Some records arrived too late to be sorted and may be out of order: record with a smaller -m',
  zstd: 'Compressed records could not be decompressed, and everything after the first one is missing',
  record: 'A record has an invalid size: the recording is damaged, and everything after it is missing',
  attrs: 'The recording does not describe its samples, so none can be read: copy it again, or record again',
  events: 'Samples of this recording cannot be assigned to their events: record one event at a time',
  trace:
    'The recording has a processor trace (such as intel_pt) but no samples: record with perf record -g, without -e intel_pt',
  deferred:
    'The user part of some call chains, which the kernel writes later, is missing: record with a larger -m, or with plain perf record -g',
  chain:
    'Call chains with impossible addresses were dropped, as in perf: build the program with frame pointers, or record with perf record --call-graph dwarf',
  waits:
    'Samples of offcpu-time have data in an unknown format and are not counted: record with another version of perf',
  abi: 'Stacks of 32-bit programs cannot be unwound and end in the kernel: record with perf record -g',
  depth: `Stacks were cut at ${formatCount(WHOLE_STACKS.maxFrames)} frames, so their outermost callers are missing: the recording is damaged, or the program calls itself without end`,
  chains:
    'The samples have no call chains, so each shows one function without its callers: record with perf record -g',
} as const;

/** Nouns for the unknown values: singular and plural. */
const NOUNS = {
  types: ['type', 'types'],
  contexts: ['context', 'contexts'],
  fields: ['bit', 'bits'],
} as const;

/** Maximum number of unknown values counted separately; only a damaged recording has more. */
const MAX_NUMBERS = 64;

/** Counts an unknown record type or context. Those beyond the limit are counted as NaN. */
export function countUnknown(counts: Map<number, number>, found: number): void {
  const number = counts.has(found) || counts.size < MAX_NUMBERS ? found : NaN;
  counts.set(number, (counts.get(number) ?? 0) + 1);
}

/** Adds notes on record types, contexts and fields that newer versions of the kernel and perf may have added. */
export function noteUnknown(
  builder: ProfileBuilder,
  attrs: readonly Attr[],
  types: ReadonlyMap<number, number>,
  contexts: ReadonlyMap<number, number> = new Map(),
): void {
  const note = (kind: keyof typeof NOUNS, counts: ReadonlyMap<number, number>, sentence: string) => {
    if (counts.size === 0) return;
    const [one, several] = NOUNS[kind];
    const numbers = `${counts.size > 1 ? several : one} ${formatNames([...counts.keys()].map(String))}`;
    const times = [...counts.values()].reduce((sum, each) => sum + each, 0);
    const text = `${sentence.replace('%', numbers)}: the recording is newer than this version of Pyrograph, or damaged`;
    builder.note(kind, text, NONE, times);
  };
  note('types', types, 'Records of unknown % were skipped');
  note('contexts', contexts, 'Call chains with unknown % were dropped');
  const fields = attrs.flatMap(({ unknownFields }) => unknownFields.map((bit): [number, number] => [bit, 1]));
  note('fields', new Map(fields), 'Samples have fields for unknown %, which were ignored');
}
