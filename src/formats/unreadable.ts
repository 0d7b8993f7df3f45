// Explains why a file is not a recording, from its first bytes, and what to do with it. Loaded on demand.

import { isElf } from '../bytes/is-elf.ts';
import { shellCommand, withFile } from '../text/shell-command.ts';
import { binaryFormat } from './foreign/binary.ts';
import { jsonFormat } from './foreign/json.ts';
import { textFormat } from './foreign/text.ts';
import { latin, matchesAt, isText, startsWith } from './head.ts';
import { jsonHead } from './json-head.ts';

const HOW_TO_RECORD = 'record one with: perf record -F 999 -g python3 -X perf app.py';
const CAN_OPEN =
  'Pyrograph opens perf.data, perf script output, folded stacks, pprof and speedscope JSON, uncompressed or as gzip, zstd or xz';

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
  { what: 'a jitdump, which contains symbols but no samples', matches: startsWith('DTiJ', 'JiTD') },
  { what: 'a tar archive', matches: (head) => matchesAt(head, 257, 'ustar') },
  { what: 'HTML', matches: fits(/^\s*<(?:!doctype html|html|head|body|!--)/i) },
  { what: 'a perf map, which contains symbols but no samples', matches: fits(/^[0-9a-f]+ [0-9a-f]+ \S/) },
  { what: 'JSON', matches: fits(/^\s*[[{]\s*["{[\]}]/) },
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

/**
 * Names a format of another program and says what to do with the file, for example a command that converts it; undefined for
 * other files. FILE in a command becomes the name of the file, FILE.ext that of a new file next to it.
 */
export function explainForeign(name: string, head: Uint8Array): string | undefined {
  const bytes = head.subarray(0, HEAD_SIZE);
  const text = isText(bytes) ? new TextDecoder().decode(bytes) : '';
  const sentence = binaryFormat(bytes) ?? jsonFormat(text && jsonHead(bytes)) ?? textFormat(text);
  return sentence && `“${name}” is ${withFile(sentence, name)}`;
}

function describe(head: Uint8Array, known: Signature | undefined): string {
  if (head.length === 0) return 'is empty';
  if (known) return `is ${known.what}`;
  return isText(head) ? 'is text without samples or folded stacks' : 'is binary data of an unknown kind';
}

function fits(pattern: RegExp): (head: Uint8Array) => boolean {
  return (head) => pattern.test(latin(head.subarray(0, 256)));
}
