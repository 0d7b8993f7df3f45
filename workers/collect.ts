// Sorts the files that were opened together into recordings, files that name their code, and others. Archives are
// looked into; what is in them counts as if it had been given by itself.

import { readTar, type TarContent } from '../src/bytes/tar.ts';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { reasonOf } from '../src/model/reason.ts';
import { companionKind, type CompanionKind } from '../src/symbols/companion-kind.ts';
import type { Library } from '../src/symbols/library.ts';
import { sniff, type Opened, type Source } from './sniff.ts';

/** Bytes of one archive that are kept. */
const MOST_UNPACKED = 2 ** 31;

export interface Collected {
  readonly recordings: Opened[];
  /** Undefined where nothing needs one: no perf.data, no file that names code. */
  library: Library | undefined;
  /** Names of the files that name code. */
  readonly companions: string[];
  /** The rest: is each a recording that cannot be read, and why; a whole sentence. */
  readonly others: { readonly name: string; readonly isRecording: boolean; readonly why: string }[];
}

/** Throws what a source's stream throws, with the source's name. */
export async function collect(sources: readonly Source[]): Promise<Collected> {
  const collected: Collected = { recordings: [], library: undefined, companions: [], others: [] };
  for (const source of sources) await add(collected, source, true);
  if (collected.recordings.some(({ text }) => !text)) await libraryOf(collected);
  return collected;
}

async function libraryOf(collected: Collected): Promise<Library> {
  if (collected.library) return collected.library;
  const { newLibrary } = await import('./perf-data.ts');
  return (collected.library = newLibrary());
}

async function add(collected: Collected, source: Source, mayUnpack: boolean): Promise<void> {
  const { name } = source;
  const sniffed = await named(source, sniff(source));
  if (sniffed.kind === 'recording') collected.recordings.push(sniffed.opened);
  else if (sniffed.kind === 'other') collected.others.push({ ...sniffed, name });
  else if (sniffed.kind === 'companion')
    await addCompanion(collected, sniffed.companion, name, await named(source, sniffed.content()));
  else if (mayUnpack)
    await addMembers(
      collected,
      name,
      await named(source, readTar(sniffed.stream, sniffed.head, MOST_UNPACKED)),
    );
  else leaveAside(collected, name, 'is an archive in an archive: unpack it');
}

async function addCompanion(collected: Collected, kind: CompanionKind, name: string, content: RandomAccess) {
  try {
    const library = await libraryOf(collected);
    await library.add(kind, name, content);
    collected.companions.push(name);
  } catch (error) {
    leaveAside(collected, name, `cannot be used: ${reasonOf(error)}`);
  }
}

async function addMembers(
  collected: Collected,
  archive: string,
  { files, damage }: TarContent,
): Promise<void> {
  if (damage) leaveAside(collected, archive, `is damaged: ${damage}`);
  for (const { path, bytes } of files) {
    if (bytes.length === 0) continue;
    const file = memoryFile(bytes);
    // There may be thousands, and nearly all of them are this.
    if (companionKind(path, bytes) === 'elf') await addCompanion(collected, 'elf', path, file);
    else
      await add(
        collected,
        { name: path, size: bytes.length, stream: () => memoryStream(bytes), file },
        false,
      );
  }
}

function leaveAside({ others }: Collected, name: string, why: string): void {
  others.push({ name, isRecording: false, why: `“${name}” ${why.replace(/\.$/, '')}.` });
}

/** What a source throws, said of that source. */
export async function named<T>({ name }: Source, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw new Error(`“${name}” could not be read (${reasonOf(error)})`, { cause: error });
  }
}
