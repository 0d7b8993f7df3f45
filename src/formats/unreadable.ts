// Names what a file is that is no recording, from its first bytes, and says what to do with it. Loaded when there is one.

import { isElf } from '../bytes/is-elf.ts';
import { shellCommand, withFile } from '../model/shell-command.ts';
import { BINARY } from './foreign/binary.ts';
import { Head, type Foreign } from './foreign/foreign.ts';
import { JSON_FORMATS } from './foreign/json.ts';
import { TEXT } from './foreign/text.ts';
import { isAt, isText, startsWith } from './head.ts';

const HOW_TO_RECORD = 'record one with: perf record -F 999 -g python3 -X perf app.py';
const CAN_OPEN =
  'Pyrograph opens what perf record wrote, what perf script printed, folded stacks, pprof and speedscope’s JSON, plain, gzip, zstd or xz';

/** In the order in which they are tried. */
const FOREIGN: readonly Foreign[] = [...BINARY, ...JSON_FORMATS, ...TEXT];
/** Bytes of the beginning that formats are told from. */
const MOST_READ = 1 << 16;

interface Signature {
  readonly what: string;
  /** The program that unpacks it, and its options. */
  readonly unpack?: readonly string[];
  /** What to do with it beside a recording, where it is not only one of many other files. */
  readonly beside?: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const SIGNATURES: readonly Signature[] = [
  { what: 'a PNG picture', matches: startsWith('\x89PNG') },
  { what: 'a JPEG picture', matches: startsWith('\xff\xd8\xff') },
  { what: 'a GIF picture', matches: startsWith('GIF8') },
  { what: 'a WebP picture', matches: (head) => startsWith('RIFF')(head) && isAt(head, 8, 'WEBP') },
  { what: 'a PDF', matches: startsWith('%PDF') },
  { what: 'a zip archive', unpack: ['unzip'], matches: startsWith('PK\x03\x04') },
  { what: 'bzip2-compressed', unpack: ['bzip2', '-d'], matches: startsWith('BZh') },
  { what: 'LZ4-compressed', unpack: ['lz4', '-d'], matches: startsWith('\x04"M\x18') },
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
  { what: 'a tar archive', matches: (head) => isAt(head, 257, 'ustar') },
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
  /** True when it is a known format of another program. */
  readonly isForeign?: boolean;
}

/** The file of this name, which begins with `head` and is no recording. */
export function whyUnreadable(name: string, head: Uint8Array): WhyNot {
  const foreign = whyForeign(name, head);
  if (foreign !== undefined) return { why: foreign, beside: undefined, isForeign: true };
  const known = SIGNATURES.find((signature) => signature.matches(head));
  if (known?.unpack !== undefined) {
    const command = shellCommand(known.unpack, [name]);
    const how = command === undefined ? 'unpack it first.' : `unpack it with: ${command}`;
    const why = `“${name}” is ${known.what}; ${how}`;
    return { why, beside: why };
  }
  return {
    why: `This is not a perf recording: “${name}” ${whatIs(head, known)}; ${CAN_OPEN}; ${HOW_TO_RECORD}.`,
    beside: known?.beside && `“${name}” is ${known.what}, ${known.beside}.`,
  };
}

/** What the file is in another program's format, and how to convert it, in a sentence; undefined in no known one. */
export function whyForeign(name: string, head: Uint8Array): string | undefined {
  const beginning = new Head(head.subarray(0, MOST_READ));
  const found = FOREIGN.find(({ matches }) => matches(beginning));
  if (!found) return undefined;
  if ('instead' in found) return `“${name}” is ${found.what}: ${withFile(found.instead, name)}.`;
  const { by, command } = found.convert;
  return `“${name}” is ${found.what}; convert it with ${by}: ${withFile(command, name)}`;
}

function whatIs(head: Uint8Array, known: Signature | undefined): string {
  if (head.length === 0) return 'is empty';
  if (known) return `is ${known.what}`;
  return isText(head)
    ? 'is text, but has neither samples nor folded stacks'
    : 'is binary data of an unknown kind';
}

function latin(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, 256));
}
