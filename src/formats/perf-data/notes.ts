// What a reader of a recording says of it beside its samples: sentences for a person.

import type { ProfileBuilder } from '../../model/builder.ts';
import { formatNames } from '../../model/format.ts';
import { NONE } from '../../model/profile.ts';
import type { Attr } from './attr.ts';

export const SENTENCES = {
  lost: 'Samples were lost while recording, because perf could not write as fast as they came: record with a lower -F or a larger -m',
  broken: 'Samples that make no sense were left out: the recording is damaged',
  late: 'Records came later than the order of perf allows and may stand in the wrong place',
  zstd: 'Compressed records could not be unpacked, and what comes behind the first of them is missing',
  record: 'A record has no size: the recording is damaged, and what comes behind it is missing',
  attrs:
    'The recording does not say what its samples are like, so that none can be read: copy it again, or record again',
  events: 'The events of this recording cannot be told apart by their samples: record them one by one',
  trace:
    'The recording holds what the processor traced (intel_pt or the like) and no samples, which Pyrograph needs: record without -e intel_pt, with perf record -g',
  deferred:
    'The user part of some call chains, which the kernel writes later, is missing: record with a larger -m, or with perf record -g alone',
  chain:
    'Call chains with an address that cannot be one were left out, as perf does: build the program with frame pointers, or record with perf record --call-graph dwarf',
  waits:
    'Samples of offcpu-time hold data of a form that cannot be read, and count as nothing: record with another version of perf',
  abi: 'Stacks of 32-bit programs cannot be unwound, and end in the kernel: record with perf record -g',
  chains:
    'The samples have no call chains, so that each is one function without its callers: record with perf record -g',
} as const;

/** What is not known, one and several of it. */
const NUMBERED = {
  types: ['type', 'types'],
  contexts: ['context', 'contexts'],
  fields: ['bit', 'bits'],
} as const;

/** Numbers that are told apart; more only a damaged recording has. */
const MOST_NUMBERS = 64;

/** Counts one more of a number that is not known. */
export function countUnknown(counts: Map<number, number>, found: number): void {
  const number = counts.has(found) || counts.size < MOST_NUMBERS ? found : NaN;
  counts.set(number, (counts.get(number) ?? 0) + 1);
}

/** Notes what a newer kernel or perf wrote, by its numbers: records by type and chains by context, with how often. */
export function noteUnknown(
  builder: ProfileBuilder,
  attrs: readonly Attr[],
  types: ReadonlyMap<number, number>,
  contexts: ReadonlyMap<number, number> = new Map(),
): void {
  const note = (kind: keyof typeof NUMBERED, counts: ReadonlyMap<number, number>, sentence: string) => {
    if (counts.size === 0) return;
    const [one, several] = NUMBERED[kind];
    const numbers = `${counts.size > 1 ? several : one} ${formatNames([...counts.keys()].map(String))}`;
    const times = [...counts.values()].reduce((sum, each) => sum + each, 0);
    const text = `${sentence.replace('%', numbers)}: the recording is newer than this version, or damaged`;
    builder.note(kind, text, NONE, times);
  };
  note('types', types, 'Records of the unknown % were left out');
  note('contexts', contexts, 'Call chains with the unknown % were left out');
  const fields = attrs.flatMap(({ unknownFields }) => unknownFields.map((bit): [number, number] => [bit, 1]));
  note('fields', new Map(fields), 'Samples have fields of the unknown %, which were not read');
}
