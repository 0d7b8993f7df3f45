// Sorts the files that were opened together into recordings, files that name their code, and others. Archives are
// looked into; what is in them counts as if it had been given by itself.

import type { HeldFile, RandomAccess } from '../src/bytes/random-access.ts';
import type { Room } from '../src/bytes/room.ts';
import { BUDGET, type Budget } from '../src/model/budget.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { CompanionKind } from '../src/symbols/companion-kind.ts';
import type { Library } from '../src/symbols/library.ts';
import type { Members } from './archive.ts';
import { sniff, type Opened, type Other, type Sniffed, type Source } from './sniff.ts';

/** Files read at the same time. */
const AT_ONCE = 8;
/** Files of no use that are listed; of more it is only known how many there are. */
const MOST_OTHERS = 1000;

export interface Collected {
  readonly recordings: Opened[];
  /** Undefined where nothing needs one: no perf.data, no file that names code. */
  library: Library | undefined;
  /** Names of the files that name code. */
  readonly companions: string[];
  /** The rest, and how many more there are. */
  readonly others: Other[];
  unlisted: number;
  readonly budget: Budget;
  /** For what is kept of all of them. */
  readonly room: Room;
}

/**
 * A file that cannot be read is one of the others, said why; without any recording it is thrown what its stream throws,
 * with its name.
 */
export async function collect(sources: readonly Source[], budget: Budget = BUDGET): Promise<Collected> {
  const most = { bytes: budget.companionBytes, members: budget.members };
  const room = { ...most, most };
  const besides = { others: [], unlisted: 0, budget, room };
  const collected: Collected = { recordings: [], library: undefined, companions: [], ...besides };
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (let from = 0; from < sources.length; from += AT_ONCE) {
    // A browser hands out the bytes of several files faster than those of one; those that are there are looked into
    // while the others come.
    const group = sources.slice(from, from + AT_ONCE).map((source) => ({
      name: source.name,
      read: failingLater(named(source, readFile(source, room))),
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
    addOther(collected, { name, isRecording: false, why, beside: why });
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
  | { readonly kind: 'archive'; readonly members: Members | undefined };

async function readFile(source: Source, room: Room, mayUnpack = true): Promise<ReadFile> {
  const sniffed = await sniff(source);
  // While the other files are read, it is loaded.
  if (sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data')
    void failingLater(loadPerfData());
  if (sniffed.kind === 'companion') return { ...sniffed, content: await sniffed.content(room) };
  if (sniffed.kind !== 'archive') return sniffed;
  const { kind, stream, head } = sniffed;
  if (!mayUnpack) return { kind, members: undefined };
  const { readArchive } = await import('./archive.ts');
  return { kind, members: await readArchive(stream, head, room, MOST_OTHERS) };
}

const loadPerfData = () => import('./perf-data.ts');

async function libraryOf(collected: Collected): Promise<Library> {
  if (collected.library) return collected.library;
  const { newLibrary } = await loadPerfData();
  return (collected.library = newLibrary(collected.budget));
}

async function place(collected: Collected, name: string, read: ReadFile): Promise<void> {
  if (read.kind === 'recording') collected.recordings.push(read.opened);
  else if (read.kind === 'other') addOther(collected, { ...read, name });
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

async function addMembers(collected: Collected, archive: string, members: Members): Promise<void> {
  for (const why of members.problems) leaveAside(collected, archive, why);
  for (const other of members.useless) addOther(collected, other);
  collected.unlisted += members.unlisted;
  for (const { source, held, isElf } of members.files) {
    const { name, file } = source;
    // There may be thousands, and nearly all of them are this.
    if (isElf && addInMemory(collected, name, held)) continue;
    if (isElf) await addCompanion(collected, 'elf', name, file);
    else await place(collected, name, await named(source, readFile(source, collected.room, false)));
  }
}

function leaveAside(collected: Collected, name: string, why: string): void {
  const sentence = `“${name}” ${why.replace(/\.$/, '')}.`;
  addOther(collected, { name, isRecording: false, why: sentence, beside: sentence });
}

function addOther(collected: Collected, other: Other): void {
  if (collected.others.length < MOST_OTHERS) collected.others.push(other);
  else collected.unlisted++;
}

/** What a source throws, said of that source. */
export async function named<T>({ name }: Source, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw new Error(`“${name}” could not be read (${reasonOf(error)})`, { cause: error });
  }
}
