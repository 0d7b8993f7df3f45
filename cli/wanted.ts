// What of all that was mapped a recording's samples really hit, found by reading it once without a single name. Of a
// recording whose stacks are walked afterwards all code counts, since any of it may lie between two frames that are hit.

import { noFeatures } from '../src/formats/perf-data/features.ts';
import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { RecordReader } from '../src/formats/perf-data/record-reader.ts';
import {
  KERNEL,
  type CodeFile,
  type CodeLibrary,
  type KernelCode,
  type MappedInode,
  type StackWalker,
} from '../src/model/code.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { ANONYMOUS, mappingKey } from '../src/symbols/library.ts';
import { sniff, type Opened, type Source } from '../workers/sniff.ts';
import type { RecordedMachine } from './machine.ts';

/** The files that name and unwind the code of a recording, by what the recording calls them. */
export interface Wanted {
  /** Programs, libraries and `[vdso]`, each with its build id in lower-case hex, '' where the recording has none. */
  readonly images: readonly WantedImage[];
  /** Are stacks walked afterwards? Then what is wanted is what may be hit, not what is. */
  readonly isWalked: boolean;
  /** Processes with code in memory that belongs to no file. */
  readonly pids: readonly number[];
  /** Dumps of code made at run time. */
  readonly dumps: readonly WantedFile[];
  /** The kernel's build id, '' where the recording has none; undefined when no sample is in the kernel. */
  readonly kernel: string | undefined;
  /** Where all that was. */
  readonly machine: RecordedMachine;
}

export interface WantedFile {
  readonly path: string;
  /** What was mapped from the path: usually one file. None where the recording does not tell. */
  readonly inodes: readonly MappedInode[];
}

export interface WantedImage extends WantedFile {
  readonly buildId: string;
}

/** Enough to tell a recording by, whatever it is packed in. */
export const HEAD = 1 << 16;

/** The recording, if it is a perf.data and can be read twice: once for what it wants, once with it. */
export async function perfDataIn(source: Source): Promise<Opened | undefined> {
  if (!source.file) return undefined;
  const sniffed = await sniff(source, HEAD);
  return sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data' ? sniffed.opened : undefined;
}

/** Reads all of a perf.data. Throws what its stream throws. */
export async function wantedBy({ first, stream }: Opened): Promise<Wanted> {
  const asked = new AskedLibrary();
  const walker = new NoWalker();
  let reader: RecordReader | undefined;
  const listen = (each: RecordReader) => (reader = each);
  const profile = await readPerfData(stream, first, asked, () => walker, listen);
  // Of a file, they stand behind its records: they are complete only now.
  const { buildIds, hostname, osRelease: release, arch } = reader?.features ?? noFeatures();
  return {
    images: asked.images(walker.wasAsked, buildIds),
    isWalked: walker.wasAsked,
    pids: asked.pids(walker.wasAsked),
    dumps: asked.dumps,
    kernel: asked.kernelHit ? (buildIds.get(KERNEL) ?? '') : undefined,
    machine: {
      hostname,
      release,
      arch,
      kernel: reader?.kernelReference,
      lastTime: reader && SINCE_START.has(reader.clock) ? lastTimeOf(profile) : NaN,
    },
  };
}

/** Clocks that begin when a machine starts: perf's own (NaN), CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME. */
const SINCE_START: ReadonlySet<number> = new Set([NaN, 1, 4, 7]);

/** NaN when no sample has a time. */
function lastTimeOf({ samples: { time, length } }: Profile): number {
  let last = -Infinity;
  for (let i = 0; i < length; i++) if (time[i] > last) last = time[i];
  return last === -Infinity ? NaN : last;
}

interface Asked {
  readonly path: string;
  readonly pid: number;
  readonly buildId: string;
  readonly executable: boolean;
  readonly inodes: Inodes;
  hit: boolean;
}

/** Distinct ones. */
type Inodes = Map<string, MappedInode>;

/** Knows nothing, and notes what it is asked. */
class AskedLibrary implements CodeLibrary {
  kernelHit = false;
  readonly kernel: KernelCode = {
    find: () => {
      this.kernelHit = true;
      return undefined;
    },
    addressOf: () => NaN,
  };
  private readonly asked = new Map<string, { readonly about: Asked; readonly file: CodeFile }>();
  private readonly dumpInodes = new Map<string, Inodes>();

  file(path: string, pid: number, buildId: string, executable: boolean, inode?: MappedInode): CodeFile {
    const key = mappingKey(path, pid, buildId, executable);
    let asked = this.asked.get(key);
    if (!asked) {
      const about = { path, pid, buildId, executable, inodes: new Map(), hit: false };
      this.asked.set(key, (asked = { about, file: fileThatNotes(about) }));
    }
    addInode(asked.about.inodes, inode);
    return asked.file;
  }

  madeCode(path: string, _pid: number, inode?: MappedInode): undefined {
    const inodes: Inodes = this.dumpInodes.get(path) ?? new Map();
    addInode(inodes, inode);
    this.dumpInodes.set(path, inodes);
    return undefined;
  }

  get dumps(): WantedFile[] {
    return byPath([...this.dumpInodes].map(([path, inodes]) => ({ path, inodes: [...inodes.values()] })));
  }

  /** Those with hits, or all that can be run; each build once. `buildIds` of those that were mapped without one, by path. */
  images(all: boolean, buildIds: ReadonlyMap<string, string>): WantedImage[] {
    const byKey = new Map<string, WantedImage>();
    for (const { path, buildId: mapped, inodes } of this.chosen(all, false)) {
      const buildId = mapped || (buildIds.get(path) ?? '');
      const key = `${path} ${buildId}`;
      const known = byKey.get(key)?.inodes ?? [];
      byKey.set(key, { path, buildId, inodes: [...known, ...inodes.values()] });
    }
    return byPath([...byKey.values()]);
  }

  pids(all: boolean): number[] {
    const pids = this.chosen(all, true).filter(({ executable }) => executable);
    return [...new Set(pids.map(({ pid }) => pid))].sort((a, b) => a - b);
  }

  private chosen(all: boolean, anonymous: boolean): Asked[] {
    return [...this.asked.values()]
      .map(({ about }) => about)
      .filter(
        ({ path, hit, executable }) => ANONYMOUS.test(path) === anonymous && (hit || (all && executable)),
      );
  }
}

function addInode(inodes: Inodes, inode: MappedInode | undefined): void {
  if (inode) inodes.set(Object.values(inode).join(), inode);
}

function byPath<T extends WantedFile>(files: T[]): T[] {
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function fileThatNotes(asked: Asked): CodeFile {
  return {
    name: asked.path,
    symbols: {
      length: 0,
      find: () => {
        asked.hit = true;
        return NONE;
      },
      name: () => '',
    },
    byAddress: false,
    unwinding: undefined,
    addressOf: (offset) => offset,
  };
}

/** Walks no stack, and notes that there was one to walk. */
class NoWalker implements StackWalker {
  readonly frames = new Float64Array(0);
  wasAsked = false;

  walk(): number {
    this.wasAsked = true;
    return 0;
  }
}
