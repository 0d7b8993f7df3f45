// `pyrograph pack`: writes one archive with a perf.data and its symbol files.

import { basename, relative } from 'node:path';
import { writeTar, type TarMember } from '../src/bytes/tar-writer.ts';
import { formatList, formatNumberOf } from '../src/text/format.ts';
import { sniff, type DetectedRecording, type DetectedFile, type Source } from '../workers/reading/sniff.ts';
import { lineTablesOf } from './line-tables.ts';
import { lookUp, type Companion, type LookupSummary } from './lookup.ts';
import { defineCommand, ExitError } from './command.ts';
import { checkOutput, writeOutput } from './output.ts';
import { fits } from '../src/symbols/jit/map-owners.ts';
import { SearchRoot, type FoundSource } from './search-root.ts';
import { SNIFF_BYTES, sourcesOf } from './source.ts';
import { companionsIn, isSymbolsPath, symbolsArchiveOf } from './symbols-archive.ts';
import { print, printMessage } from './print.ts';
import { namesInMap, whyMissing } from './perf-map-lookup.ts';
import { requiredFilesOf, type RequiredFiles } from './required-files.ts';
import { memoryFile, type ByteRange, type RandomAccess } from '../src/bytes/random-access.ts';
import { neededParts } from '../src/symbols/elf/elf-needed-parts.ts';
import { textSymbols } from './kernel-lookup.ts';

const PACK_HELP = `Packs a recording and its symbol files into one archive. Any browser and all other pyrograph commands can open it, on any
machine.

Usage: pyrograph pack [OPTION]… -o ARCHIVE.tar.gz RECORDING

RECORDING is a perf.data file, optionally compressed with gzip, zstd or xz, or a folder that contains one and its symbol
files. Pack looks for missing symbol files where perf would: /tmp/perf-PID.map (in the container of a running process, too),
the recorded path of jit-PID.dump, the mapped paths, /usr/lib/debug, ~/.debug, /proc/kallsyms. Run it on the recorded machine,
before /tmp is emptied and programs are updated.

If stacks were copied (perf record --call-graph dwarf), pack also makes a line table, from which the source lines of Python
functions are found: it starts the recorded interpreter, if that has the recorded build ID, to compile the recorded sources. It
runs none of the program's code.

Options:
  -o, --output FILE   archive to write, - for stdout
  --all               keep complete files (default: only symbols and unwind information)
  --no-lines          pack no line table
  --no-sources        leave out the source files of the recorded functions, which are packed with a line table
  --symfs DIR         treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help              show this help

Exit code: 0; 1 if the archive was written but lacks symbol files, which are listed on stderr; 2 if no archive was
written.
`;

const USAGE = 'Usage: pyrograph pack [OPTION]… -o ARCHIVE.tar.gz RECORDING.';
/** Maximum number of bytes that readers unpack from one archive. */
const MAX_UNPACKED = 2 ** 31;
const VDSO = '[vdso]';
/** Maximum number of missing files to name. */
const MAX_NAMED = 10;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  all: { type: 'boolean', default: false },
  'no-lines': { type: 'boolean', default: false },
  'no-sources': { type: 'boolean', default: false },
  symfs: { type: 'string' },
} as const;

export const pack = defineCommand('pack', PACK_HELP, OPTIONS, async ({ values, positionals }) => {
  const [path] = positionals;
  if (path === undefined) throw new Error(`Missing RECORDING. ${USAGE}`);
  if (positionals.length > 1)
    throw new Error('Give only the recording: its symbol files are found automatically.');
  const { output } = values;
  if (output === undefined) throw new Error(`Missing -o ARCHIVE.tar.gz. ${USAGE}`);
  checkOutput(output, true);
  const root = new SearchRoot(values.symfs);
  const { source, companions } = await openInput(path);
  const opened = requirePerfData(source.name, await sniff(source));
  const collected = symbolsArchiveOf(source);
  const found = collected
    ? { companions: await companionsIn(collected), missing: [], reasons: [] }
    : await findCompanions(opened, companions, root, values['no-lines'] ? undefined : source);
  const name = basename(source.name);
  const leftOut = [
    ...(values['no-lines'] ? ['line table'] : []),
    ...(values['no-sources'] ? ['source'] : []),
  ];
  const packed = found.companions.filter(({ kind }) => !leftOut.includes(kind));
  const members = [archiveMember(name, source.file), ...(await membersOf(packed, values.all))];
  await writeOutput(output, writeTar(members), true);
  reportSize(members);
  if (output !== '-') print(`${output}: ${name} and ${contentText(packed)}.`);
  requireComplete(found);
});

function contentText(companions: readonly Companion[]): string {
  const sources = companions.filter(({ kind }) => kind === 'source').length;
  const symbols = `${companions.length - sources} symbol files`;
  if (sources === 0) return symbols;
  return `${symbols}, with the source of its functions (${formatNumberOf(sources, 'file')})`;
}

/** The file at `path`, or the perf.data in that folder, with its symbol files. */
async function openInput(path: string) {
  const sources = sourcesOf([path]);
  if (sources.length === 1) return { source: requireRandomAccess(sources[0]), companions: [] };
  const recordings: FoundSource[] = [];
  const companions: Companion[] = [];
  for (const source of sources.map(requireRandomAccess)) {
    const sniffed = await sniff(source, SNIFF_BYTES);
    if (sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data') recordings.push(source);
    // The folder may be that of the program.
    else if (sniffed.kind === 'companion' && sniffed.companion === 'source') continue;
    else if (sniffed.kind === 'companion')
      companions.push({ kind: sniffed.companion, source: { ...source, name: relative(path, source.name) } });
    else if (sniffed.kind === 'archive' && !isSymbolsPath(source.name))
      printMessage(`${source.name} is an archive and was skipped: unpack it.`);
  }
  const [recording] = recordings;
  if (recordings.length === 1) return { source: recording, companions };
  const names = recordings.map(({ name }) => name).join(' and ');
  throw new Error(
    names === ''
      ? `${path} has no perf.data: record one with perf record -g.`
      : `${path} contains several recordings (${names}): pack one at a time.`,
  );
}

function requireRandomAccess(source: Source): FoundSource {
  const { name, file } = source;
  if (file) return { ...source, file };
  throw new Error(
    `${name} is a pipe or empty, but pack must read the recording twice: save it to a file first.`,
  );
}

/** `lined` is the recording if lines are wanted. */
async function findCompanions(
  opened: DetectedRecording,
  companions: readonly Companion[],
  root: SearchRoot,
  lined: FoundSource | undefined,
): Promise<LookupSummary> {
  const required = await withoutGivenMaps(await requiredFilesOf(opened), companions);
  const { missing, reasons, ...found } = mergeFiles(await lookUp(required, root), companions);
  const explained = missing.flatMap((path) => whyMissing(path, required) ?? []);
  const others = missing.filter((path) => whyMissing(path, required) === undefined);
  const lines = lined ? await lineTablesOf(lined.path, required, found.companions, root) : [];
  return {
    companions: [...found.companions, ...lines],
    missing: others,
    reasons: [...reasons, ...explained],
  };
}

/** Leaves out processes whose perf map was given under the ID that they have in their PID namespace. */
async function withoutGivenMaps(
  required: RequiredFiles,
  companions: readonly Companion[],
): Promise<RequiredFiles> {
  const maps = await Promise.all(
    companions.filter(({ kind }) => kind === 'perf map').map(({ source }) => namesInMap(source)),
  );
  const hasMap = (pid: number) => maps.some((map) => fits(map, required.unnamed?.get(pid) ?? []));
  return { ...required, pids: required.pids.filter((pid) => !hasMap(pid)) };
}

/**
 * Merges given and found files. Perf maps and jitdumps are named after their process, so given files replace found ones.
 */
function mergeFiles(found: LookupSummary, companions: readonly Companion[]): LookupSummary {
  const given = new Set(companions.map(({ source }) => basename(source.name)));
  const isGiven = (path: string) => given.has(basename(path));
  const others = found.companions.filter(
    ({ kind, source }) => kind === 'elf' || kind === 'kallsyms' || !isGiven(source.name),
  );
  const missing = found.missing.filter((path) => !isGiven(path));
  return { reasons: found.reasons, missing, companions: [...companions, ...others] };
}

function requirePerfData(path: string, sniffed: DetectedFile): DetectedRecording {
  if (sniffed.kind === 'archive')
    throw new Error(`${path} is already an archive: give the perf.data itself.`);
  if (sniffed.kind === 'companion')
    throw new Error(`${path} is a symbol file without samples: give the perf.data it belongs to.`);
  if (sniffed.kind === 'other') {
    if (sniffed.isRecording) throw new Error(sniffed.reason);
    throw new Error(`${path} is not a perf.data: record one with perf record -g.`);
  }
  const { opened } = sniffed;
  if (opened.format !== 'perf.data')
    throw new Error(`${path} already contains its function names and needs no packing.`);
  return opened;
}

function reportSize(members: readonly TarMember[]): void {
  const unpacked = members.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > MAX_UNPACKED)
    printMessage(
      `The archive unpacks to ${Math.round(unpacked / 1e6)} MB, but only the first 2147 MB are read.`,
    );
}

/** Throws if symbol files are missing or were not used, and says which. */
function requireComplete({ missing, reasons }: LookupSummary): void {
  const sentences = [...reasons, ...missingSentence(missing)].map((sentence) => `${sentence}.`);
  const last = sentences.pop();
  sentences.forEach(printMessage);
  if (last === undefined) return;
  // Samples rarely hit the vdso, and most machines cannot provide the one of an earlier kernel.
  if (reasons.length === 0 && missing.every((path) => path === VDSO)) printMessage(last);
  else throw new ExitError(1, last);
}

function missingSentence(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  return [`Not found, so their functions have no names: ${formatList(missing, MAX_NAMED)}`];
}

/** Bytes per read or write. */
const PIECE = 1 << 20;

/** An archive member at `path`: a file, or parts of it. */
export function archiveMember(path: string, file: RandomAccess, parts = wholeRange(file)): TarMember {
  return { path: path.replace(/^\/+/, ''), size: file.size, content: () => piecesOf(file, parts) };
}

/**
 * Unless `keepAll` is set, an ELF file keeps only its names and unwind information, and kallsyms loses its data symbols.
 * Sorted by path, so that the same files always produce the same archive.
 */
export async function membersOf(companions: readonly Companion[], keepAll: boolean): Promise<TarMember[]> {
  const members: TarMember[] = [];
  for (const { kind, source } of companions) {
    const { name, file } = source;
    if (kind === 'elf' && !keepAll) members.push(archiveMember(name, file, await neededParts(file)));
    else if (kind === 'kallsyms' && !keepAll)
      members.push(archiveMember(name, memoryFile(textSymbols(await file.read(0, file.size)))));
    else members.push(archiveMember(name, file));
  }
  return members.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function wholeRange({ size }: RandomAccess): ByteRange[] {
  return [{ from: 0, to: size }];
}

/** The bytes of the parts at their original offsets, with zeros between them. */
async function* piecesOf(file: RandomAccess, parts: readonly ByteRange[]): AsyncGenerator<Uint8Array> {
  const zeros = new Uint8Array(PIECE);
  let at = 0;
  for (const { from, to } of [...parts, { from: file.size, to: file.size }]) {
    for (; at < from; at = Math.min(from, at + PIECE)) yield zeros.subarray(0, from - at);
    while (at < to) {
      const piece = await file.read(at, Math.min(to, at + PIECE));
      // The file has shrunk; the archive writer detects it.
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }
}
