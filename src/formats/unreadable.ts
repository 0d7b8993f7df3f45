// Names what a file is that is no recording, from its first bytes, and says what to do with it.

import { isElf } from '../bytes/is-elf.ts';

const HOW_TO_RECORD = 'record one with: perf record -F 999 -g python3 -X perf app.py';
const CAN_OPEN =
  'Pyrograph opens what perf record wrote, what perf script printed, folded stacks, pprof and speedscope’s JSON, plain, gzip, zstd or xz';

interface Signature {
  readonly what: string;
  /** The command that unpacks it. */
  readonly unpack?: string;
  /** What to do with it beside a recording, where it is not only one of many other files. */
  readonly beside?: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const SIGNATURES: readonly Signature[] = [
  { what: 'a PNG picture', matches: startsWith('\x89PNG') },
  { what: 'a JPEG picture', matches: startsWith('\xff\xd8\xff') },
  { what: 'a GIF picture', matches: startsWith('GIF8') },
  { what: 'a WebP picture', matches: (head) => startsWith('RIFF')(head) && at(head, 8, 'WEBP') },
  { what: 'a PDF', matches: startsWith('%PDF') },
  { what: 'a zip archive', unpack: 'unzip', matches: startsWith('PK\x03\x04') },
  { what: 'bzip2-compressed', unpack: 'bzip2 -d', matches: startsWith('BZh') },
  {
    what: 'a core dump',
    beside: 'which names no code: leave it out',
    matches: (head) => isElf(head) && head[16] === 4,
  },
  { what: 'an ELF program or library', matches: isElf },
  {
    what: 'a jitdump, which names functions but holds no samples',
    matches: (head) => startsWith('DTiJ')(head) || startsWith('JiTD')(head),
  },
  { what: 'a tar archive', matches: (head) => at(head, 257, 'ustar') },
  { what: 'HTML', matches: (head) => /^\s*<(?:!doctype html|html|head|body|!--)/i.test(latin(head)) },
  {
    what: 'a perf map, which names functions but holds no samples',
    matches: (head) => /^[0-9a-f]+ [0-9a-f]+ \S/.test(latin(head)),
  },
  { what: 'JSON', matches: (head) => /^\s*[[{]\s*["{[\]}]/.test(latin(head)) },
];

export interface WhyNot {
  /** Why it cannot be opened, and what can be. One sentence. */
  readonly why: string;
  /** The sentence beside a recording that opens; undefined when nothing needs to be said of it. */
  readonly beside: string | undefined;
}

/** The file of this name, which begins with `head` and is no recording. */
export function whyUnreadable(name: string, head: Uint8Array): WhyNot {
  const known = SIGNATURES.find((signature) => signature.matches(head));
  if (known?.unpack !== undefined) {
    const why = `“${name}” is ${known.what}; unpack it with: ${known.unpack} ${name}`;
    return { why, beside: why };
  }
  return {
    why: `This is not a perf recording: “${name}” ${whatIs(head, known)}; ${CAN_OPEN}; ${HOW_TO_RECORD}.`,
    beside: known?.beside && `“${name}” is ${known.what}, ${known.beside}.`,
  };
}

function whatIs(head: Uint8Array, known: Signature | undefined): string {
  if (head.length === 0) return 'is empty';
  if (known) return `is ${known.what}`;
  return isText(head)
    ? 'is text, but has neither samples nor folded stacks'
    : 'is binary data of an unknown kind';
}

/** `PERFILE2`, or its bytes swapped on a big-endian machine (tools/perf/util/header.c, Linux 6.12). */
export function isPerfData(head: Uint8Array): boolean {
  return startsWith('PERFILE2')(head) || startsWith('2ELIFREP')(head);
}

/** Few control characters among the first bytes; an empty file is text. */
export function isText(head: Uint8Array): boolean {
  let odd = 0;
  const length = Math.min(head.length, 4096);
  for (let i = 0; i < length; i++) if (head[i] < 9 || (head[i] > 13 && head[i] < 32)) odd++;
  return odd * 50 <= length;
}

function startsWith(magic: string): (head: Uint8Array) => boolean {
  return (head) => at(head, 0, magic);
}

function at(head: Uint8Array, offset: number, magic: string): boolean {
  if (head.length < offset + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (head[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

function latin(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, 256));
}
