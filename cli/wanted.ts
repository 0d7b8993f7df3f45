// What of all that was mapped a recording's samples really hit, found by reading it once without a single name. Of a
// recording whose stacks are walked afterwards all code counts, since any of it may lie between two frames that are hit.

import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import {
  KERNEL,
  type CodeFile,
  type CodeLibrary,
  type KernelCode,
  type StackWalker,
} from '../src/model/code.ts';
import { NONE } from '../src/model/profile.ts';
import { ANONYMOUS, mappingKey } from '../src/symbols/library.ts';
import { sniff, type Opened, type Source } from '../workers/sniff.ts';

/** The files that name and unwind the code of a recording, by what the recording calls them. */
export interface Wanted {
  /** Programs, libraries and `[vdso]`, each with its build id in lower-case hex, '' where the recording has none. */
  readonly images: readonly WantedImage[];
  /** Are stacks walked afterwards? Then what is wanted is what may be hit, not what is. */
  readonly isWalked: boolean;
  /** Processes with code in memory that belongs to no file. */
  readonly pids: readonly number[];
  /** Paths of dumps of code made at run time. */
  readonly dumps: readonly string[];
  /** The kernel's build id, '' where the recording has none; undefined when no sample is in the kernel. */
  readonly kernel: string | undefined;
}

export interface WantedImage {
  readonly path: string;
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
  let buildIds: ReadonlyMap<string, string> = new Map();
  await readPerfData(
    stream,
    first,
    asked,
    () => walker,
    ({ features }) => (buildIds = features.buildIds),
  );
  // Of a file, they stand behind its records: they are complete only now.
  return {
    images: asked.images(walker.wasAsked).map(({ path, buildId }) => ({
      path,
      buildId: buildId || (buildIds.get(path) ?? ''),
    })),
    isWalked: walker.wasAsked,
    pids: asked.pids(walker.wasAsked),
    dumps: [...asked.dumps].sort(),
    kernel: asked.kernelHit ? (buildIds.get(KERNEL) ?? '') : undefined,
  };
}

interface Asked {
  readonly path: string;
  readonly pid: number;
  readonly buildId: string;
  readonly executable: boolean;
  hit: boolean;
}

/** Knows nothing, and notes what it is asked. */
class AskedLibrary implements CodeLibrary {
  readonly dumps = new Set<string>();
  kernelHit = false;
  readonly kernel: KernelCode = {
    find: () => {
      this.kernelHit = true;
      return undefined;
    },
    addressOf: () => NaN,
  };
  private readonly asked: Asked[] = [];
  private readonly files = new Map<string, CodeFile>();

  file(path: string, pid: number, buildId: string, executable: boolean): CodeFile {
    const key = mappingKey(path, pid, buildId, executable);
    let file = this.files.get(key);
    if (!file) {
      const asked = { path, pid, buildId, executable, hit: false };
      this.asked.push(asked);
      this.files.set(key, (file = fileThatNotes(asked)));
    }
    return file;
  }

  madeCode(path: string): undefined {
    this.dumps.add(path);
    return undefined;
  }

  /** Those with hits, or all that can be run; each once, by path. */
  images(all: boolean): Asked[] {
    const byKey = new Map<string, Asked>();
    for (const each of this.chosen(all, false)) byKey.set(`${each.path} ${each.buildId}`, each);
    return [...byKey.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  pids(all: boolean): number[] {
    const pids = this.chosen(all, true).filter(({ executable }) => executable);
    return [...new Set(pids.map(({ pid }) => pid))].sort((a, b) => a - b);
  }

  private chosen(all: boolean, anonymous: boolean): Asked[] {
    return this.asked.filter(
      ({ path, hit, executable }) => ANONYMOUS.test(path) === anonymous && (hit || (all && executable)),
    );
  }
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
