// Pyrograph's own profile format: small, complete, and laid out to compress well with deflate. A link contains summed samples,
// one row per stack, thread and event; a saved page contains individual samples with their times. Numbers are varints:
//
//   header      8f 50 79 72, version, form
//   reduction   the only level included, the minimum share of a node
//   tables      strings, modules, events, threads, functions with their kinds
//   stacks      see stacks.ts
//   lines       see lines.ts; only in version 2
//   samples     see samples.ts
//   notes       only in the individual form
//
// Not included: offsets, and threads, events and functions without samples (except the canonical functions of
// sampled ones).

import type { Level } from '../../model/levels.ts';

/** Neither text nor any other supported format begins with these bytes. */
const MAGIC = [0x8f, 0x50, 0x79, 0x72] as const;
/** Older programs cannot read source lines, so only files with lines have the higher version. Others need a newer Pyrograph. */
export const Version = { plain: 1, lined: 2 } as const;
export type Version = (typeof Version)[keyof typeof Version];

/** Whether the samples of each stack, thread and event are summed. */
export const Form = { summed: 0, individual: 1 } as const;
export type Form = (typeof Form)[keyof typeof Form];

/** The first bytes of a file. */
export function headerOf(form: Form, version: Version = Version.plain): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...MAGIC, version, form);
}

export const HEADER_LENGTH = 6;

export function isCompact(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** How the profile was reduced before it was written. */
export interface Reduction {
  /** The only level included; undefined if all levels can be derived. */
  readonly level: Level | undefined;
  /** Nodes with a smaller share, 0 to 1, were merged into their callers. */
  readonly minShare: number;
}

/** Unit in which `minShare` is written. */
export const SHARE_UNIT = 1e-5;

export const MAX_NOTES = 64;
/** In characters. */
export const MAX_NOTE_LENGTH = 500;
