// Explains why a file is not a recording, from its first bytes, and what to do with it. Loaded on demand.

import { isElf } from '../bytes/is-elf.ts';
import { shellCommand, withFile } from '../text/shell-command.ts';
import { BINARY } from './foreign/binary.ts';
import { Head, type ForeignFormat } from './foreign/foreign.ts';
import { JSON_FORMATS } from './foreign/json.ts';
import { TEXT } from './foreign/text.ts';
import { matchesAt, isText, startsWith } from './head.ts';

const HOW_TO_RECORD = 'record one with: perf record -F 999 -g python3 -X perf app.py';
const CAN_OPEN =
  'Pyrograph opens perf.data, perf script output, folded stacks, pprof and speedscope JSON, uncompressed or as gzip, zstd or xz';

/** In the order in which they are tried. */
const FOREIGN: readonly ForeignFormat[] = [...BINARY, ...JSON_FORMATS, ...TEXT];
/** Number of leading bytes used for detection. */
const HEAD_SIZE = 1 << 16;

interface Signature {
  readonly what: string;
  /** The command that unpacks it. */
  readonly unpack?: readonly string[];
  /** What to do with the file if a recording is opened with it; undefined if it needs no note. */
  readonly note?: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const SIGNATURES: readonly Signature[] = [
  { what: 'a PNG image', matches: startsWith('\x89PNG') },
  { what: 'a JPEG image', matches: startsWith('\xff\xd8\xff') },
  { what: 'a GIF image', matches: startsWith('GIF8') },
  { what: 'a WebP image', matches: (head) => startsWith('RIFF')(head) && matchesAt(head, 8, 'WEBP') },
  { what: 'a PDF', matches: startsWith('%PDF') },
  { what: 'a zip archive', unpack: ['unzip'], matches: startsWith('PK\x03\x04') },
  { what: 'bzip2-compressed', unpack: ['bzip2', '-d'], matches: startsWith('BZh') },
  { what: 'LZ4-compressed', unpack: ['lz4', '-d'], matches: startsWith('\x04"M\x18') },
  {
    what: 'a core dump',
    note: 'which contains no symbols: leave it out',
    matches: (head) => isElf(head) && head[16] === 4,
  },
  { what: 'an ELF program or library', matches: isElf },
  {
    what: 'a jitdump, which contains symbols but no samples',
    matches: (head) => startsWith('DTiJ')(head) || startsWith('JiTD')(head),
  },
  { what: 'a tar archive', matches: (head) => matchesAt(head, 257, 'ustar') },
  { what: 'HTML', matches: (head) => /^\s*<(?:!doctype html|html|head|body|!--)/i.test(latin(head)) },
  {
    what: 'a perf map, which contains symbols but no samples',
    matches: (head) => /^[0-9a-f]+ [0-9a-f]+ \S/.test(latin(head)),
  },
  { what: 'JSON', matches: (head) => /^\s*[[{]\s*["{[\]}]/.test(latin(head)) },
];

export interface UnreadableFile {
  /** Why it cannot be opened, and what to do instead. One sentence. */
  readonly reason: string;
  /** The note if a recording is opened with it; undefined if it needs none. */
  readonly note: string | undefined;
  /** True for a known format of another program. */
  readonly isForeign?: boolean;
}

/** Explains why the file that begins with `head` is not a recording. */
export function explainUnreadable(name: string, head: Uint8Array): UnreadableFile {
  const foreign = explainForeign(name, head);
  if (foreign !== undefined) return { reason: foreign, note: undefined, isForeign: true };
  const known = SIGNATURES.find((signature) => signature.matches(head));
  if (known?.unpack !== undefined) {
    const command = shellCommand(known.unpack, [name]);
    const how = command === undefined ? 'unpack it first.' : `unpack it with: ${command}`;
    const reason = `“${name}” is ${known.what}; ${how}`;
    return { reason, note: reason };
  }
  return {
    reason: `This is not a perf recording: “${name}” ${describe(head, known)}; ${CAN_OPEN}; ${HOW_TO_RECORD}.`,
    note: known?.note && `“${name}” is ${known.what}, ${known.note}.`,
  };
}

/** Explains how to convert a known format of another program; undefined for other files. */
export function explainForeign(name: string, head: Uint8Array): string | undefined {
  const beginning = new Head(head.subarray(0, HEAD_SIZE));
  const found = FOREIGN.find(({ matches }) => matches(beginning));
  if (!found) return undefined;
  if ('advice' in found) return `“${name}” is ${found.name}: ${withFile(found.advice, name)}.`;
  const { tool, command } = found.convert;
  return `“${name}” is ${found.name}; convert it with ${tool}: ${withFile(command, name)}`;
}

function describe(head: Uint8Array, known: Signature | undefined): string {
  if (head.length === 0) return 'is empty';
  if (known) return `is ${known.what}`;
  return isText(head) ? 'is text without samples or folded stacks' : 'is binary data of an unknown kind';
}

function latin(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, 256));
}
