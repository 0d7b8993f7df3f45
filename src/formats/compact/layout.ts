// Pyrograph's own profile format: small, complete, and laid out to deflate well. Links contain the summed samples of each
// stack, saved pages every sample with its time. Numbers are varints:
//
//   head      8f 50 79 72, version, form
//   about     the only level included, the minimum share of a node
//   tables    strings, modules, events, threads, functions with their kinds
//   stacks    see stacks.ts
//   samples   see samples.ts
//   notes     only in files with every sample
//
// Not included: threads, events and functions without samples (except canonical functions of sampled ones),
// offsets, lines.

import type { Level } from '../../model/levels.ts';

/** Text and other formats never begin with these bytes. */
const MAGIC = [0x8f, 0x50, 0x79, 0x72] as const;
/** Files with a higher version need a newer Pyrograph. */
export const VERSION = 1;

export const Form = { summed: 0, each: 1 } as const;
export type Form = (typeof Form)[keyof typeof Form];

/** The first bytes of the format. */
export function headOf(form: Form): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...MAGIC, VERSION, form);
}

export const HEAD_LENGTH = 6;

export function isCompact(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** How the profile was reduced. */
export interface About {
  /** The only level included; undefined when the profile has all levels. */
  readonly level: Level | undefined;
  /** Nodes with a smaller share, 0 to 1, were merged into their callers. */
  readonly minShare: number;
}

/** Unit in which `minShare` is written. */
export const SHARE_UNIT = 1e-5;

/** Maximum number of notes, and of characters in each. */
export const MAX_NOTES = 64;
export const MAX_NOTE_LENGTH = 500;
