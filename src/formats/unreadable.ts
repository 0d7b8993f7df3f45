// Explains from its first bytes why a file is not a recording, and what to do with it. Loaded on demand.

import { isElf, isZip } from '../bytes/magic.ts';
import { shellCommand, withFile } from '../text/shell-command.ts';
import { describeForeign } from './foreign.ts';
import { decodeLatin1, matchesAt, isText, startsWith } from './format.ts';

const HOW_TO_RECORD = 'record one with: perf record -F 999 -g python3 -X perf app.py';
const CAN_OPEN =
  'Pyrograph opens perf.data, perf script output, folded stacks, pprof and speedscope JSON, uncompressed or as gzip, zstd, xz or zip';

/** Number of leading bytes used for detection. */
const HEAD_SIZE = 1 << 16;

interface Signature {
  readonly what: string;
  /** The command that unpacks the file. */
  readonly unpack?: readonly string[];
  /** Ends the note that is shown if the file is opened together with a recording; undefined for no note. */
  readonly note?: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const SIGNATURES: readonly Signature[] = [
  { what: 'a PNG image', matches: startsWith('\x89PNG') },
  { what: 'a JPEG image', matches: startsWith('\xff\xd8\xff') },
  { what: 'a GIF image', matches: startsWith('GIF8') },
  { what: 'a WebP image', matches: (head) => startsWith('RIFF')(head) && matchesAt(head, 8, 'WEBP') },
  { what: 'a PDF', matches: startsWith('%PDF') },
  { what: 'a zip archive', unpack: ['unzip'], matches: isZip },
  { what: 'bzip2-compressed', unpack: ['bzip2', '-d'], matches: startsWith('BZh') },
  { what: 'LZ4-compressed', unpack: ['lz4', '-d'], matches: startsWith('\x04"M\x18') },
  {
    what: 'a core dump',
    note: 'which contains no symbols: leave it out',
    matches: (head) => isElf(head) && head[16] === 4,
  },
  { what: 'an ELF program or library', matches: isElf },
  { what: 'a jitdump, which contains symbols but no samples', matches: startsWith('DTiJ', 'JiTD') },
  { what: 'a tar archive', matches: (head) => matchesAt(head, 257, 'ustar') },
  { what: 'HTML', matches: matchesPattern(/^\s*<(?:!doctype html|html|head|body|!--)/i) },
  {
    what: 'a perf map, which contains symbols but no samples',
    matches: matchesPattern(/^[0-9a-f]+ [0-9a-f]+ \S/),
  },
  { what: 'JSON', matches: matchesPattern(/^\s*[[{]\s*["{[\]}]/) },
];

export interface UnreadableFile {
  /** One sentence: why the file cannot be opened, and what to do instead. */
  readonly reason: string;
  /** The note that is shown if the file is opened together with a recording; undefined for none. */
  readonly note: string | undefined;
  /** True for a format that another program writes. */
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

/**
 * Identifies a format of another program and says what to do with the file, for example with a command that converts it;
 * undefined for other files. In a command, FILE becomes the name of the file, and FILE.ext that of a new file next to it.
 */
export function explainForeign(name: string, head: Uint8Array): string | undefined {
  const sentence = describeForeign(head.subarray(0, HEAD_SIZE));
  return sentence && `“${name}” is ${withFile(sentence, name)}`;
}

function describe(head: Uint8Array, known: Signature | undefined): string {
  if (head.length === 0) return 'is empty';
  if (known) return `is ${known.what}`;
  return isText(head) ? 'is text without samples or folded stacks' : 'is binary data of an unknown kind';
}

function matchesPattern(pattern: RegExp): (head: Uint8Array) => boolean {
  return (head) => pattern.test(decodeLatin1(head.subarray(0, 256)));
}
