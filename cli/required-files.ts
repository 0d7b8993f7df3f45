// Finds the mapped files that a recording's samples hit, by reading it once without symbol files. If stacks must be
// unwound later, all mapped code counts, since any of it may contain a frame.

import { noFeatures } from '../src/formats/perf-data/features.ts';
import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { RecordReader } from '../src/formats/perf-data/record-reader.ts';
import {
  KERNEL,
  type CodeFile,
  type CodeLibrary,
  type MappedInode,
  type StackWalker,
} from '../src/model/code.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { ANONYMOUS, mappingKey } from '../src/symbols/library.ts';
import { ProcessCode } from '../src/symbols/jit/map-owners.ts';
import type { DetectedRecording } from '../workers/reading/sniff.ts';
import type { RecordedMachine } from './provenance.ts';

/** The symbol files a recording needs, by their recorded names. */
export interface RequiredFiles {
  /** Programs, libraries and `[vdso]`, with build IDs in lower-case hex, '' if unknown. */
  readonly images: readonly RequiredImage[];
  /** True if stacks must be unwound from stack dumps: then any executable file may be needed, so all are listed. */
  readonly unwindsStacks: boolean;
  /** IDs of processes with code in anonymous memory, except those that wrote a jitdump. */
  readonly pids: readonly number[];
  /** IDs that processes have in their PID namespaces, by process ID. */
  readonly ownPids?: ReadonlyMap<number, number>;
  /** Addresses of samples in anonymous memory, by process ID; without those that only unwinding finds. */
  readonly unnamed?: ReadonlyMap<number, ReadonlySet<number>>;
  /** IDs of all recorded processes. */
  readonly processes: readonly number[];
  /** Jitdumps. */
  readonly dumps: readonly RequiredFile[];
  /** The kernel's build ID, '' if unknown; undefined if no sample is in the kernel. */
  readonly kernel: string | undefined;
  readonly machine: RecordedMachine;
  /** That of perf, as far as it is recorded. */
  readonly commandLine?: readonly string[];
}

interface RequiredFile {
  readonly path: string;
  /** Inodes of the files mapped from the path, usually one. Empty if the recording has no inodes. */
  readonly inodes: readonly MappedInode[];
}

export interface RequiredImage extends RequiredFile {
  readonly buildId: string;
  /** True if the file was mapped only as data, such as a table of translations. It may still be a library. */
  readonly isData?: boolean;
}

/** Reads a whole perf.data. Throws when the stream fails. */
export async function requiredFilesOf({ first, stream }: DetectedRecording): Promise<RequiredFiles> {
  const recorder = new LookupRecorder();
  const walker = new WalkRecorder();
  let reader: RecordReader | undefined;
  const listen = (each: RecordReader) => (reader = each);
  const profile = await readPerfData(stream, first, recorder, () => walker, listen);
  // In a file, the features follow the records, so they are complete only now.
  const { buildIds, hostname, osRelease: release, arch, commandLine } = reader?.features ?? noFeatures();
  return {
    images: recorder.images(walker.wasCalled, buildIds),
    unwindsStacks: walker.wasCalled,
    pids: recorder.pids(walker.wasCalled),
    ownPids: recorder.ownPids,
    unnamed: recorder.unnamed,
    processes: [...(reader?.facts?.processes.keys() ?? [])],
    dumps: recorder.dumps,
    kernel: recorder.isKernelHit ? (buildIds.get(KERNEL) ?? '') : undefined,
    commandLine,
    machine: {
      hostname,
      release,
      arch,
      kernel: reader?.kernelReference,
      lastTime: reader && BOOT_CLOCKS.has(reader.clock) ? lastTimeOf(profile) : NaN,
    },
  };
}

/** Clocks that start at boot: perf's own (NaN), CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME. */
const BOOT_CLOCKS: ReadonlySet<number> = new Set([NaN, 1, 4, 7]);

/** NaN if no sample has a time. */
function lastTimeOf({ samples: { time, length } }: Profile): number {
  let last = -Infinity;
  for (let i = 0; i < length; i++) if (time[i] > last) last = time[i];
  return last === -Infinity ? NaN : last;
}

interface FileRequest {
  readonly path: string;
  readonly pid: number;
  readonly buildId: string;
  readonly executable: boolean;
  readonly inodes: Inodes;
  isHit: boolean;
}

/** Keyed by content, which removes duplicates. */
type Inodes = Map<string, MappedInode>;

/** Knows no symbols, but records all lookups. */
class LookupRecorder implements CodeLibrary {
  isKernelHit = false;
  readonly kernel = {
    find: () => {
      this.isKernelHit = true;
      return undefined;
    },
    addressOf: () => NaN,
  };
  private readonly requests = new Map<string, { readonly request: FileRequest; readonly file: CodeFile }>();
  private readonly dumpInodes = new Map<string, Inodes>();
  private readonly dumpPids = new Set<number>();
  readonly ownPids = new Map<number, number>();
  private readonly generated = new Map<number, ProcessCode>();

  file(path: string, pid: number, buildId: string, executable: boolean, inode?: MappedInode): CodeFile {
    const key = mappingKey(path, pid, buildId, executable);
    let known = this.requests.get(key);
    if (!known) {
      const request = { path, pid, buildId, executable, inodes: new Map(), isHit: false };
      this.requests.set(key, (known = { request, file: recordingFile(request, this.codeOf(request)) }));
    }
    addInode(known.request.inodes, inode);
    return known.file;
  }

  nameInNamespace(pid: number, own: number): void {
    this.ownPids.set(pid, own);
  }

  jitCode(path: string, pid: number, inode?: MappedInode): undefined {
    this.dumpPids.add(pid);
    const inodes: Inodes = this.dumpInodes.get(path) ?? new Map();
    addInode(inodes, inode);
    this.dumpInodes.set(path, inodes);
    return undefined;
  }

  get unnamed(): ReadonlyMap<number, ReadonlySet<number>> {
    return new Map([...this.generated].map(([pid, code]) => [pid, code.unnamed]));
  }

  private codeOf({ path, pid, executable }: FileRequest): ProcessCode | undefined {
    if (!executable || !ANONYMOUS.test(path)) return undefined;
    const code = this.generated.get(pid) ?? new ProcessCode();
    this.generated.set(pid, code);
    return code;
  }

  get dumps(): RequiredFile[] {
    return sortByPath([...this.dumpInodes].map(([path, inodes]) => ({ path, inodes: [...inodes.values()] })));
  }

  /**
   * Files with hits, or all executable ones; one entry per build. `buildIds`, by path, supplies the IDs of files that
   * were mapped without one.
   */
  images(all: boolean, buildIds: ReadonlyMap<string, string>): RequiredImage[] {
    const byKey = new Map<string, RequiredImage>();
    for (const { path, buildId: mapped, inodes, executable } of this.selectRequests(all, false)) {
      const buildId = mapped || (buildIds.get(path) ?? '');
      const key = `${path} ${buildId}`;
      const known = byKey.get(key);
      const isData = !executable && known?.isData !== false;
      byKey.set(key, { path, buildId, isData, inodes: [...(known?.inodes ?? []), ...inodes.values()] });
    }
    return sortByPath([...byKey.values()]);
  }

  pids(all: boolean): number[] {
    const pids = this.selectRequests(all, true).filter(
      ({ executable, pid }) => executable && !this.dumpPids.has(pid),
    );
    return [...new Set(pids.map(({ pid }) => pid))].sort((a, b) => a - b);
  }

  private selectRequests(all: boolean, isAnonymous: boolean): FileRequest[] {
    return [...this.requests.values()]
      .map(({ request }) => request)
      .filter(
        ({ path, isHit, executable }) =>
          ANONYMOUS.test(path) === isAnonymous && (isHit || (all && executable)),
      );
  }
}

function addInode(inodes: Inodes, inode: MappedInode | undefined): void {
  if (inode) inodes.set(Object.values(inode).join(), inode);
}

function sortByPath<T extends RequiredFile>(files: T[]): T[] {
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function recordingFile(request: FileRequest, code: ProcessCode | undefined): CodeFile {
  return {
    name: request.path,
    symbols: {
      length: 0,
      find: (address) => {
        request.isHit = true;
        return code?.find(address) ?? NONE;
      },
      name: () => '',
    },
    byAddress: code !== undefined,
    unwinding: undefined,
    addressOf: (offset) => offset,
  };
}

/** Unwinds nothing, but records that there was a stack to unwind. */
class WalkRecorder implements StackWalker {
  readonly frames = new Float64Array(0);
  readonly isCut = false;
  wasCalled = false;

  walk(): number {
    this.wasCalled = true;
    return 0;
  }
}
