// Sorts the files that were opened together into recordings, files that name their code, and others. Archives are
// looked into; what is in them counts as if it had been given by itself.

import type { TarContent } from '../src/bytes/tar.ts';
import { memoryFile, type HeldFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { reasonOf } from '../src/model/reason.ts';
import { companionKind, type CompanionKind } from '../src/symbols/companion-kind.ts';
import type { Library } from '../src/symbols/library.ts';
import { sniff, type Opened, type Sniffed, type Source, type Unusable } from './sniff.ts';

/** Files read at the same time. */
const AT_ONCE = 8;
/** What a file is in an archive is told by so many bytes. */
const HEAD = 256;
/** Bytes of one archive that are kept. */
const MOST_UNPACKED = 2 ** 31;

export interface Collected {
  readonly recordings: Opened[];
  /** Undefined where nothing needs one: no perf.data, no file that names code. */
  library: Library | undefined;
  /** Names of the files that name code. */
  readonly companions: string[];
  /** The rest. */
  readonly others: Other[];
}

export interface Other extends Unusable {
  readonly name: string;
}

/**
 * A file that cannot be read is one of the others, said why; without any recording it is thrown what its stream throws,
 * with its name.
 */
export async function collect(sources: readonly Source[]): Promise<Collected> {
  const collected: Collected = { recordings: [], library: undefined, companions: [], others: [] };
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (let from = 0; from < sources.length; from += AT_ONCE) {
    // A browser hands out the bytes of several files faster than those of one; those that are there are looked into
    // while the others come.
    const group = sources.slice(from, from + AT_ONCE).map((source) => ({
      name: source.name,
      read: failingLater(named(source, readFile(source))),
    }));
    for (const { name, read } of group) {
      try {
        await place(collected, name, await read);
      } catch (error) {
        failures.push({ name, error });
      }
    }
  }
  if (failures.length > 0 && collected.recordings.length === 0) throw failures[0].error;
  for (const { name, error } of failures) {
    const why = `${reasonOf(error)}.`;
    collected.others.push({ name, isRecording: false, why, beside: why });
  }
  if (collected.recordings.some(({ format }) => format === 'perf.data')) await libraryOf(collected);
  return collected;
}

/** A failure is thrown when somebody waits for it; until then nobody need. */
function failingLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A file, and what is in it as far as it is needed. */
type ReadFile =
  | Exclude<Sniffed, { kind: 'companion' | 'archive' }>
  | { readonly kind: 'companion'; readonly companion: CompanionKind; readonly content: RandomAccess }
  | { readonly kind: 'archive'; readonly members: TarContent | undefined };

async function readFile(source: Source, mayUnpack = true): Promise<ReadFile> {
  const sniffed = await sniff(source);
  // While the other files are read, it is loaded.
  if (sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data')
    void failingLater(loadPerfData());
  if (sniffed.kind === 'companion') return { ...sniffed, content: await sniffed.content() };
  if (sniffed.kind !== 'archive') return sniffed;
  const { kind, stream, head } = sniffed;
  if (!mayUnpack) return { kind, members: undefined };
  const { readTar } = await import('../src/bytes/tar.ts');
  return { kind, members: await readTar(stream, head, MOST_UNPACKED) };
}

const loadPerfData = () => import('./perf-data.ts');

async function libraryOf(collected: Collected): Promise<Library> {
  if (collected.library) return collected.library;
  const { newLibrary } = await loadPerfData();
  return (collected.library = newLibrary());
}

async function place(collected: Collected, name: string, read: ReadFile): Promise<void> {
  if (read.kind === 'recording') collected.recordings.push(read.opened);
  else if (read.kind === 'other') collected.others.push({ ...read, name });
  else if (read.kind === 'companion') await addCompanion(collected, read.companion, name, read.content);
  else if (read.members) await addMembers(collected, name, read.members);
  else leaveAside(collected, name, 'is an archive in an archive: unpack it');
}

async function addCompanion(collected: Collected, kind: CompanionKind, name: string, content: RandomAccess) {
  try {
    const library = await libraryOf(collected);
    await library.add(kind, name, content);
    collected.companions.push(name);
    // Read while other files come: nearly every recording that has a kernel's symbols beside it needs them.
    if (kind === 'kallsyms') setTimeout(() => library.kernel?.addressOf('_text'));
  } catch (error) {
    leaveAside(collected, name, `cannot be used: ${reasonOf(error)}`);
  }
}

/** False when it has to be added as other files are. */
function addInMemory(collected: Collected, name: string, held: HeldFile): boolean {
  try {
    if (!collected.library?.addInMemory(name, held)) return false;
    collected.companions.push(name);
  } catch (error) {
    leaveAside(collected, name, `cannot be used: ${reasonOf(error)}`);
  }
  return true;
}

async function addMembers(
  collected: Collected,
  archive: string,
  { files, damage }: TarContent,
): Promise<void> {
  if (damage) leaveAside(collected, archive, `is damaged: ${damage}`);
  for (const archived of files) {
    const { path, held } = archived;
    const head = held.range(0, Math.min(held.size, HEAD));
    if (!head) continue;
    // There may be thousands, and nearly all of them are this.
    const isElf = companionKind(path, head) === 'elf';
    if (isElf && addInMemory(collected, path, held)) continue;
    const { bytes } = archived;
    const file = memoryFile(bytes);
    if (isElf) await addCompanion(collected, 'elf', path, file);
    else {
      const member = { name: path, size: bytes.length, stream: () => memoryStream(bytes), file };
      await place(collected, path, await named(member, readFile(member, false)));
    }
  }
}

function leaveAside({ others }: Collected, name: string, why: string): void {
  const sentence = `“${name}” ${why.replace(/\.$/, '')}.`;
  others.push({ name, isRecording: false, why: sentence, beside: sentence });
}

/** What a source throws, said of that source. */
export async function named<T>({ name }: Source, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw new Error(`“${name}” could not be read (${reasonOf(error)})`, { cause: error });
  }
}
