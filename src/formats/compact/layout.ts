// Pyrograph's own form of a profile, small and complete, as bytes that deflate well: for a link, where samples of one stack
// are summed up, or for a page that is saved, with each sample and its time. Numbers are of as many bytes as they need:
//
//   head      8f 50 79 72, the version, the form
//   about     the only level that is in it, the least share of a box that is in it
//   tables    texts, modules, events, threads, functions with their kinds
//   stacks    stacks.ts
//   samples   samples.ts
//   notes     only in the form of each sample
//
// What is not in it: threads, events and functions without a sample (but those under their clean names), offsets, lines.

import type { Level } from '../../model/levels.ts';

/** No text, and the beginning of no other format. */
const MAGIC = [0x8f, 0x50, 0x79, 0x72] as const;
/** Whoever reads a higher one has to be told that the page is too old. */
export const VERSION = 1;

export const Form = { summed: 0, each: 1 } as const;
export type Form = (typeof Form)[keyof typeof Form];

/** What comes before everything else. */
export function headOf(form: Form): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...MAGIC, VERSION, form);
}

export const HEAD_LENGTH = 6;

export function isCompact(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** In what way the profile is less than what was recorded. */
export interface About {
  /** The only level that is in it; undefined where all are. */
  readonly level: Level | undefined;
  /** Boxes that weigh a smaller share than this, 0 to 1, were merged into their callers. */
  readonly least: number;
}

/** `least` is counted in this. */
export const LEAST_UNIT = 1e-5;

/** Of notes that are kept, and of their texts in characters. */
export const MOST_NOTES = 64;
export const LONGEST_NOTE = 500;
