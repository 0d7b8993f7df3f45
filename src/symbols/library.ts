// Finds the files that accompany a recording for its mappings. Also reports missing files.

import type { CachedFile, RandomAccess } from '../bytes/random-access.ts';
import { unxz } from '../bytes/xz.ts';
import { BUDGET, type Budget } from '../model/budget.ts';
import {
  type CodeFile,
  type CodeLibrary,
  type JitCode,
  type KernelCode,
  type KernelReference,
  type Machine,
  type MappedInode,
  type Unwinding,
  INJECTED_FILE,
} from '../model/code.ts';
import { baseName } from '../model/paths.ts';
import type { Note } from '../model/profile.ts';
import type { OpenSymbols, JitdumpFacts } from '../model/recorded.ts';
import { isOtherBuild, Images, VDSO } from './images.ts';
import { type LibraryFileKind, JITDUMP_NAME } from './companion-kind.ts';
import { elfInMemory, openElf, type ElfFile } from './elf/elf.ts';
import { injectedFiles, jitCodeFiles } from './jit/jit-code.ts';
import { readJitDump, type JitDump } from './jit/jitdump.ts';
import { KernelFiles } from './kernel/kernel.ts';
import { damagedDumpNote, noteOf, LibraryProblem } from './library-notes.ts';
import { MappedDumps, mapProcess, OwnFiles } from './own-files.ts';
import { PerfMaps } from './jit/perf-maps.ts';
import { MISSING_VDSO } from './unwind/missing-vdso.ts';
import { JitMemory } from './jit-memory.ts';

interface Dump {
  readonly path: string;
  readonly dump: JitDump;
  /** Computed for recordings that perf inject wrote. */
  injected?: ReturnType<typeof injectedFiles>;
  /** Files of JIT-compiled code, by the path at which the dump was mapped; forked processes share the dump. */
  readonly files: Map<string, JitCode[]>;
}

/** Memory without a file (tools/perf/util/map.c: is_anon_memory, is_no_dso_memory; Linux v6.12). */
export const ANONYMOUS = /^(?:\/\/anon|\/dev\/zero|\/anon_hugepage|\[stack|\[heap\]|\/SYSV|\[anon:)/;
const MACHINES_BY_PERF_NAME: ReadonlyMap<string, Machine> = new Map([
  ['x86_64', 'x86-64'],
  ['aarch64', 'arm64'],
]);
/** Limit on the average number of paths at which a process and its children map one dump. */
const MAX_AVERAGE_PATHS = 4;

export class Library implements CodeLibrary {
  private readonly facts = new SymbolFacts();
  /** Requested paths for which only a file with a different build ID is available, which would give wrong names. */
  private readonly unusedBuilds = new Set<string>();
  /** Paths for which such a file was used, because the recording lists build IDs only at its end. */
  readonly otherBuilds = new Set<string>();
  /** Paths for which the build IDs at the end of the recording identify other files than those already used. */
  private readonly tooLate = new Set<string>();
  private readonly images = new Images();
  private readonly dumps: Dump[] = [];
  private readonly mappedDumps = new MappedDumps<Dump>();
  private readonly own = new OwnFiles();
  readonly kernels = new KernelFiles();
  readonly maps = new PerfMaps();
  private readonly addNotes: Note[] = [];
  /** Machines of the available files with samples, by requested path. */
  private readonly machines = new Map<string, Machine>();
  /** Paths of files whose build ID was unknown at their first sample. */
  private readonly usedWithoutId = new Set<string>();
  private readonly pids = new Set<number>();
  private readonly files = new Map<string, CodeFile>();
  private readonly budget: Budget;
  /** Remaining budget. */
  private readonly remaining: { symbols: number; jitFunctions: number; jitCode: number };

  constructor(budget: Budget = BUDGET) {
    const { symbols, jitFunctions } = budget;
    this.budget = budget;
    this.remaining = { symbols, jitFunctions, jitCode: jitFunctions * MAX_AVERAGE_PATHS };
  }

  /** Adds a file. Throws an Error whose message completes the sentence “X cannot be used: …”. */
  async add(kind: LibraryFileKind, path: string, content: RandomAccess): Promise<void> {
    if (kind === 'elf') return this.addImage(path, await openElf(content, unxz));
    if (content.size > this.budget.companionBytes) throw new Error(`it is too large for a ${kind}`);
    const bytes = content.inMemory ?? (await content.read(0, content.size));
    if (kind === 'jitdump') this.addDump(path, bytes);
    else if (kind === 'kallsyms')
      this.kernels.add(path, bytes, this.budget.symbols, () => this.noteTooLarge(path));
    else if (kind === 'request') this.facts.addRequest(new TextDecoder().decode(bytes));
    else this.addMap(path, bytes);
  }

  /** Synchronous version of add() for an ELF file in memory; false if the file needs unpacking, which only add() does. */
  addInMemory(path: string, file: CachedFile): boolean {
    const elf = elfInMemory(file);
    if (elf) this.addImage(path, elf);
    return elf !== undefined;
  }

  private addImage(path: string, elf: ElfFile): void {
    this.images.add(path, elf);
    this.facts.addImage(path);
  }

  /**
   * Notes for the user about problems with the files, one per kind of problem. Call it after reading the recording.
   * `arch` is the recorded machine. An incomplete recording does not list processes that start after its end. A pipe cannot be
   * read again when files were found by its samples.
   */
  notes(arch = '', isComplete = true, isReadAgain = true): Note[] {
    const paths = (dumps: readonly Dump[]) => dumps.map(({ path }) => path);
    const machine = MACHINES_BY_PERF_NAME.get(arch);
    const machines = [...this.machines, ...this.dumps.map(({ path, dump }) => [path, dump.machine] as const)];
    const foreign = machines.filter(([, each]) => each && machine && each !== machine).map(([path]) => path);
    const truncated = this.dumps.filter(({ dump }) => dump.isTruncated);
    // perf inject removes the mappings of dumps, so a dump counts as used if the recording has its process.
    const isForeign = (pid: number) => !this.own.isOwn(pid, this.pids);
    const dumps = this.dumps.filter(({ dump }) => isForeign(dump.pid));
    const maps = this.maps.notes(isForeign, isReadAgain);
    return [
      ...this.addNotes,
      ...this.kernels.notes(),
      ...noteOf('truncated jitdump', paths(truncated), LibraryProblem.truncatedDump),
      ...damagedDumpNote(this.dumps),
      ...(isComplete
        ? noteOf('foreign process', [...paths(dumps), ...maps.foreign], LibraryProblem.foreignProcess)
        : []),
      ...maps.notes,
      ...noteOf('other build', [...this.unusedBuilds], LibraryProblem.unusedBuild),
      ...noteOf('other build', [...this.otherBuilds], LibraryProblem.otherBuild),
      ...noteOf('too late', [...this.tooLate], LibraryProblem.tooLate),
      ...noteOf(
        'foreign machine',
        foreign,
        `for a different machine than the recording (${arch}): add files from the recorded machine`,
      ),
    ];
  }

  /** Call it after reading the recording. */
  openSymbols(): OpenSymbols {
    return this.facts.openSymbols(this.machines.keys(), this.kernels.isOpen);
  }

  get kernel(): KernelCode | undefined {
    return this.kernels.code;
  }

  checkKernel(recorded: KernelReference): void {
    this.kernels.check(recorded);
  }

  private addDump(path: string, bytes: Uint8Array): void {
    if (bytes.length === 0) this.facts.addEmptyJitdump(path);
    const dump = readJitDump(bytes, this.remaining.jitFunctions);
    this.remaining.jitFunctions -= dump.codes.length + dump.moves.length;
    this.dumps.push({ path, dump, files: new Map() });
    this.facts.addJitdump(dump, bytes.length);
    if (dump.exceedsLimit) this.noteTooLarge(path);
  }

  private noteTooLarge(path: string): void {
    this.addNotes.push(...noteOf(`limit ${path}`, [path], LibraryProblem.tooLarge));
  }

  private addMap(path: string, bytes: Uint8Array): void {
    const { pid, symbols, exceedsLimit } = this.maps.add(path, bytes, this.remaining.symbols);
    this.remaining.symbols -= symbols.length;
    this.facts.addPerfMap(pid);
    if (exceedsLimit) this.noteTooLarge(path);
  }

  file(path: string, pid: number, buildId: string, executable: boolean): CodeFile {
    this.pids.add(pid);
    const isAnonymous = ANONYMOUS.test(path);
    if (isAnonymous && executable) return this.maps.file(pid, this.own.mapPids(pid));
    const key = mappingKey(path, pid, buildId, executable);
    const known = this.files.get(key);
    if (known) return known;
    const file = isAnonymous ? dataFile(path) : (this.injectedFile(path) ?? this.imageFile(path, buildId));
    this.files.set(key, file);
    return file;
  }

  nameInNamespace(pid: number, own: number): void {
    this.own.nameInNamespace(pid, own);
  }

  jitCode(path: string, pid: number, inode?: MappedInode): readonly JitCode[] | undefined {
    this.pids.add(pid);
    this.own.mapDump(pid, path);
    const found = this.mappedDumps.find(this.dumps, this.own.dumpPid(pid), inode);
    const known = found?.files.get(path);
    if (!found || known) return known;
    // A damaged recording may map one dump at countless paths.
    if (this.remaining.jitCode < 0) return [];
    const files = jitCodeFiles(found.dump, path);
    this.remaining.jitCode -= files.length + 1;
    found.files.set(path, files);
    return files;
  }

  /** True if there are programs, libraries or debug files, which build IDs can identify. */
  get hasImages(): boolean {
    return this.images.length > 0;
  }

  /** True if these build IDs, which a recording lists at its end, identify other files than those used so far, or none. */
  identifiesOtherFiles(buildIds: ReadonlyMap<string, string>): boolean {
    return [...buildIds].some((entry) => this.identifiesOther(...entry));
  }

  /** Records which used files do not match these build IDs, for recordings that cannot be read again. */
  checkBuildIds(buildIds: ReadonlyMap<string, string>): void {
    for (const [path, buildId] of buildIds) {
      if (!this.usedWithoutId.has(path)) continue;
      const used = this.images.find(path, '')?.buildId ?? '';
      if (isOtherBuild(used, buildId) && !this.images.find(path, buildId)) this.otherBuilds.add(path);
      else if (this.identifiesOther(path, buildId)) this.tooLate.add(path);
      this.checkBuildsAt(path, buildId);
    }
  }

  private identifiesOther(path: string, buildId: string): boolean {
    return this.usedWithoutId.has(path) && this.images.find(path, buildId) !== this.images.find(path, '');
  }

  /**
   * The path of the missing file that would name the code that perf attributes to `path`; undefined if it is available.
   */
  missing(path: string): string | undefined {
    const pid = mapProcess(path);
    if (pid === undefined) return this.has(path) ? undefined : path;
    const hasFile = this.own.hasMappedDump(pid)
      ? this.dumpOf(this.own.dumpPid(pid)) !== undefined
      : this.maps.has(pid, this.own.mapPids(pid));
    return hasFile ? undefined : this.own.symbolPath(pid);
  }

  private has(path: string): boolean {
    if (path === 'kallsyms') return this.kernel !== undefined;
    if (this.machines.has(path) || this.tooLate.has(path)) return true;
    return this.images.find(path, '') !== undefined && !this.unusedBuilds.has(path);
  }

  private dumpOf(pid: number): Dump | undefined {
    return this.dumps.find(({ dump }) => dump.pid === pid);
  }

  /** Recreates a missing file that perf inject wrote, if its dump is available. */
  private injectedFile(path: string): CodeFile | undefined {
    const [, pid, index] = INJECTED_FILE.exec(path) ?? [];
    const found = this.dumpOf(Number(pid));
    if (!found || this.images.hasNamed(baseName(path))) return undefined;
    found.injected ??= injectedFiles(found.dump);
    return found.injected.get(Number(index))?.(path);
  }

  private imageFile(path: string, buildId: string): CodeFile {
    let used: { readonly elf: ElfFile | undefined } | undefined;
    // Looked up on first use: a program may map thousands of JIT files, few of which have samples.
    const elf = () => (used ??= { elf: this.use(path, buildId) }).elf;
    return {
      name: path,
      get symbols() {
        return elf()?.symbols;
      },
      get unwinding() {
        const unwinding = elf()?.unwinding;
        if (unwinding && path === VDSO) unwinding.isVdso = true;
        return unwinding ?? unwindingWithout(path);
      },
      byAddress: false,
      addressOf: (offset) => {
        const load = elf()?.loads.find(
          (each) => offset >= each.offset && offset < each.offset + each.fileSize,
        );
        return load ? offset - load.offset + load.address : offset;
      },
    };
  }

  /** Looks up a file that has samples. */
  private use(path: string, buildId: string): ElfFile | undefined {
    if (buildId === '') this.usedWithoutId.add(path);
    const elf = this.find(path, buildId);
    this.checkBuildsAt(path, buildId);
    if (!elf) {
      if (!this.images.hasProgramNamed(path)) return undefined;
      this.unusedBuilds.add(path);
      // It may have been used while its build ID was not known yet.
      this.machines.delete(path);
      this.facts.addOtherBuild(path);
      return undefined;
    }
    this.machines.set(path, elf.machine);
    return elf;
  }

  /** The program or library, with the names of its debug file if it has none. */
  private find(path: string, buildId: string): ElfFile | undefined {
    const elf = this.images.find(path, buildId);
    if (!elf) return undefined;
    if (elf.hasSymtab || elf.buildId === '') return elf;
    const debug = this.images.debugFileOf(elf);
    return debug ? elf.withDebugFile(debug) : elf;
  }

  /** Also finds other builds at the path that are not used because the right one is open, too. */
  private checkBuildsAt(path: string, buildId: string): void {
    if (this.images.hasOtherBuildAt(path, buildId) || this.otherBuilds.has(path))
      this.facts.addOtherBuild(path);
  }
}

/** Key of a mapped file: equal keys mean the same file. Memory without a file belongs to its process. */
export function mappingKey(path: string, pid: number, buildId: string, executable: boolean): string {
  return `${ANONYMOUS.test(path) ? pid : ''} ${executable} ${buildId} ${path}`;
}

function dataFile(name: string): CodeFile {
  return { name, symbols: undefined, byAddress: true, unwinding: undefined, addressOf: (offset) => offset };
}

/** How to unwind through code of a file that is not available. */
function unwindingWithout(path: string): Unwinding | undefined {
  if (path === VDSO) return MISSING_VDSO;
  return INJECTED_FILE.test(path) ? new JitMemory() : undefined;
}

/** Gathers facts about the symbol files that are opened with a recording. */
class SymbolFacts {
  private readonly perfMaps = new Set<number>();
  private readonly jitdumps = new Map<number, JitdumpFacts>();
  private readonly otherBuilds = new Set<string>();
  private request = '';
  private hasInjectedFiles = false;

  addPerfMap(pid: number): void {
    this.perfMaps.add(pid);
  }

  addJitdump({ pid, codes, isTruncated }: JitDump, size: number): void {
    this.jitdumps.set(pid, { size, functions: codes.length, isTruncated });
  }

  /** A program that is killed leaves an empty file, because Python had not written its buffer yet. */
  addEmptyJitdump(path: string): void {
    const pid = Number(JITDUMP_NAME.exec(path)?.[1]);
    if (!Number.isNaN(pid)) this.jitdumps.set(pid, { size: 0, functions: 0, isTruncated: true });
  }

  addImage(path: string): void {
    this.hasInjectedFiles ||= INJECTED_FILE.test(path);
  }

  addOtherBuild(path: string): void {
    this.otherBuilds.add(path);
  }

  addRequest(text: string): void {
    this.request = text;
  }

  openSymbols(files: Iterable<string>, hasKernel: boolean): OpenSymbols {
    const { perfMaps, jitdumps, hasInjectedFiles, otherBuilds, request } = this;
    return { perfMaps, jitdumps, hasInjectedFiles, hasKernel, files: new Set(files), otherBuilds, request };
  }
}
