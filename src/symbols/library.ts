// All files that came with a recording, and which of them a mapping means: by its build id, else by its path, else by its
// name. What is asked for and missing is remembered, so that a person can be told what to bring.

import type { HeldFile, RandomAccess } from '../bytes/random-access.ts';
import { unxz } from '../bytes/xz.ts';
import { BUDGET, type Budget } from '../model/budget.ts';
import type { CodeFile, CodeLibrary, KernelCode, Machine, MadeCode } from '../model/code.ts';
import { baseName } from '../model/labels.ts';
import type { Note } from '../model/profile.ts';
import { JITTED_NAME, MAP_NAME, namesMadeCode, type CompanionKind } from './companion-kind.ts';
import { elfInMemory, openElf, withDebugFile, type ElfFile } from './elf.ts';
import { injectedFiles, jitCodeFiles } from './jit-code.ts';
import { readJitDump, type JitDump } from './jitdump.ts';
import { kernelCode } from './kernel.ts';
import {
  CUT_DUMP,
  damagedDumpNote,
  FOREIGN_PROCESS,
  HIDDEN_KERNEL,
  noteOf,
  OTHER_BUILD,
  TOO_LATE,
  TOO_MANY,
} from './library-notes.ts';
import { readPerfMap, type PerfMap } from './perf-map.ts';
import { UnwindModule } from './cfi.ts';

/** A program or library, or what names one. */
interface Image {
  readonly path: string;
  readonly elf: ElfFile;
}

interface Dump {
  readonly path: string;
  readonly dump: JitDump;
  /** Made when a recording is met that perf inject wrote. */
  injected?: ReturnType<typeof injectedFiles>;
  /** What was made of it by the path that was mapped; processes that were forked share it. */
  readonly made: Map<string, MadeCode[]>;
}

/** Memory that belongs to no file (tools/perf/util/map.c: is_anon_memory, is_no_dso_memory; Linux v6.12). */
export const ANONYMOUS = /^(?:\/\/anon|\/dev\/zero|\/anon_hugepage|\[stack|\[heap\]|\/SYSV|\[anon:)/;
const VDSO = '[vdso]';
const VDSO_PATH = /(?:^|\/)(?:vdso\.so|\[vdso\])/;
/** Of an ELF file: ET_CORE. */
const CORE = 4;
/** What perf calls the machine it ran on. */
const MACHINES: ReadonlyMap<string, Machine> = new Map([
  ['x86_64', 'x86-64'],
  ['aarch64', 'arm64'],
]);
/** The first symbols of a kernel have small addresses, but not all of so many bytes are zero. */
const FIRST_SYMBOLS = 1 << 16;
const ADDRESS = /^0*[1-9a-f][0-9a-f]* /m;
/** At which a process and its children see one dump, on average. */
const MOST_PATHS = 4;

export class Library implements CodeLibrary {
  kernel: KernelCode | undefined;
  /** Files whose build id is another than the recording's, by the path they were asked for. */
  readonly otherBuilds = new Set<string>();
  /** Files that their build ids, when they were known at last, showed to be others of these than those used. */
  private readonly tooLate = new Set<string>();
  private readonly images: Image[] = [];
  /** By the last part of the path, and by build id, once somebody asks for them. */
  private byName: Map<string, Image[]> | undefined;
  private byBuildId: Map<string, Image[]> | undefined;
  private readonly maps = new Map<number, PerfMap>();
  private readonly dumps: Dump[] = [];
  /** Paths of the dumps that processes write. */
  private readonly dumpPaths = new Set<string>();
  private readonly kernels: string[] = [];
  /** What was seen while files were taken in. */
  private readonly asides: Note[] = [];
  /** Files whose code was met and that are there, by what they are for. */
  private readonly machines = new Map<string, Machine>();
  /** Files whose code was met while nobody knew their build ids. */
  private readonly metWithoutId = new Set<string>();
  private readonly pids = new Set<number>();
  private readonly files = new Map<string, CodeFile>();
  private readonly byElf = new Map<ElfFile, UnwindModule>();
  private readonly budget: Budget;
  /** What may still be kept. */
  private readonly left: { symbols: number; jitFunctions: number; madeCode: number };

  constructor(budget: Budget = BUDGET) {
    const { symbols, jitFunctions } = budget;
    this.budget = budget;
    this.left = { symbols, jitFunctions, madeCode: jitFunctions * MOST_PATHS };
  }

  /** Takes a file in. Throws an Error with the end of a sentence when it is not what it looks like. */
  async add(kind: CompanionKind, path: string, content: RandomAccess): Promise<void> {
    if (kind === 'elf') return this.addImage(path, await openElf(content, unxz));
    if (content.size > this.budget.companionBytes) throw new Error(`it is too large for a ${kind}`);
    const bytes = await content.read(0, content.size);
    if (kind === 'jitdump') this.addDump(path, bytes);
    else if (kind === 'kallsyms') this.addKernel(path, bytes);
    else this.addMap(path, bytes);
  }

  /** The same at once, for an ELF file in memory; false when it has to be unpacked first, which add() does. */
  addInMemory(path: string, held: HeldFile): boolean {
    const elf = elfInMemory(held);
    if (elf) this.addImage(path, elf);
    return elf !== undefined;
  }

  private addImage(path: string, elf: ElfFile): void {
    if (elf.type === CORE)
      throw new Error(
        'it is a core dump, the memory of a program that died, which names no code: leave it out',
      );
    this.images.push({ path, elf });
    this.byName = this.byBuildId = undefined;
  }

  private ofName(name: string): readonly Image[] {
    this.byName ??= listsBy(this.images, ({ path }) => (VDSO_PATH.test(path) ? VDSO : baseName(path)));
    return this.byName.get(name) ?? [];
  }

  /** Nearly all files are found by their names: the build ids of all are read only when one is not. */
  private ofBuild(buildId: string): readonly Image[] {
    if (buildId === '') return [];
    this.byBuildId ??= listsBy(this.images, ({ elf }) => trimmed(elf.buildId));
    return this.byBuildId.get(trimmed(buildId)) ?? [];
  }

  /**
   * What a person should know of the files, once the recording was read: a note a kind. `arch` is what the recording
   * says of its machine; of one that is not whole more processes may have been met behind its end.
   */
  notes(arch = '', isWhole = true): Note[] {
    const paths = (kept: readonly Dump[]) => kept.map(({ path }) => path);
    const machine = MACHINES.get(arch);
    const foreign = [
      ...this.machines,
      ...this.dumps.map(({ path, dump }) => [path, dump.machine] as const),
    ].filter(([, each]) => machine !== undefined && each !== undefined && each !== machine);
    // perf inject takes the mapping of a dump away: one of a process that is there is not said to be of none.
    const dumps = this.dumps.filter(({ dump }) => !this.pids.has(dump.pid));
    const maps = [...this.maps.keys()].filter((pid) => !this.pids.has(pid)).map((pid) => `perf-${pid}.map`);
    return [
      ...this.asides,
      ...noteOf(
        'other kallsyms',
        this.kernels.slice(0, -1),
        `not used: of several kallsyms the last one counts`,
      ),
      ...noteOf('cut jitdump', paths(this.dumps.filter(({ dump }) => dump.isCut)), CUT_DUMP),
      ...damagedDumpNote(this.dumps),
      ...(isWhole ? noteOf('foreign process', [...paths(dumps), ...maps], FOREIGN_PROCESS) : []),
      ...noteOf('other build', [...this.otherBuilds], OTHER_BUILD),
      ...noteOf('too late', [...this.tooLate], TOO_LATE),
      ...noteOf(
        'foreign machine',
        foreign.map(([path]) => path),
        `of another machine than the recording, which is ${arch}: bring those of the machine that was recorded`,
      ),
    ];
  }

  private addKernel(path: string, bytes: Uint8Array): void {
    const first = new TextDecoder().decode(bytes.subarray(0, FIRST_SYMBOLS));
    if (ADDRESS.test(first)) {
      this.kernel = kernelCode(bytes, this.budget.symbols, () => this.noteTooMany(path));
      this.kernels.push(path);
    } else this.asides.push(...noteOf(`hidden ${path}`, [path], HIDDEN_KERNEL));
  }

  private addDump(path: string, bytes: Uint8Array): void {
    const dump = readJitDump(bytes, this.left.jitFunctions);
    this.left.jitFunctions -= dump.codes.length + dump.moves.length;
    this.dumps.push({ path, dump, made: new Map() });
    if (dump.isFull) this.noteTooMany(path);
  }

  private noteTooMany(path: string): void {
    this.asides.push(...noteOf(`limit ${path}`, [path], TOO_MANY));
  }

  private addMap(path: string, bytes: Uint8Array): void {
    const pid = MAP_NAME.exec(path)?.[1];
    if (pid === undefined)
      throw new Error('its name does not say of which process it is: call it perf-PID.map');
    const map = readPerfMap(bytes, this.left.symbols);
    this.left.symbols -= map.symbols.length;
    this.maps.set(Number(pid), map);
    if (map.isCut) this.noteTooMany(path);
    if (map.badLines > 0)
      this.asides.push({
        kind: `lines of ${path}`,
        text: `“${path}” has lines that name no code, which are left out`,
        count: map.badLines,
        line: map.firstBadLine,
      });
  }

  file(path: string, pid: number, buildId: string, executable: boolean): CodeFile {
    this.pids.add(pid);
    const isAnonymous = ANONYMOUS.test(path);
    const key = mappingKey(path, pid, buildId, executable);
    let file = this.files.get(key);
    if (!file) {
      file = isAnonymous
        ? this.anonymous(path, pid, executable)
        : (this.ofDump(path) ?? this.ofImage(path, buildId));
      this.files.set(key, file);
    }
    return file;
  }

  madeCode(path: string, pid: number): readonly MadeCode[] | undefined {
    this.pids.add(pid);
    this.dumpPaths.add(path);
    const found = this.dumps.find(({ dump }) => dump.pid === pid);
    if (!found) return undefined;
    let made = found.made.get(path);
    if (!made) {
      // A damaged recording may map one dump at any number of paths.
      if (this.left.madeCode < 0) return [];
      made = jitCodeFiles(found.dump, path);
      this.left.madeCode -= made.length + 1;
      found.made.set(path, made);
    }
    return made;
  }

  /** Has it programs or libraries, of which a build id tells which one is meant? */
  get hasImages(): boolean {
    return this.images.length > 0;
  }

  /** Do build ids that a recording only tells at its end, by path, show that others of these files are meant? */
  meansOthers(buildIds: ReadonlyMap<string, string>): boolean {
    return [...buildIds].some((told) => this.meansOther(...told));
  }

  /** Notes what of the files that were used such build ids show to be wrong, where nothing is read once more. */
  compareBuilds(buildIds: ReadonlyMap<string, string>): void {
    for (const [path, buildId] of buildIds) {
      if (!this.metWithoutId.has(path)) continue;
      const used = this.imageOf(path, '')?.elf.buildId ?? '';
      if (this.meansOther(path, buildId)) this.tooLate.add(path);
      else if (isOtherBuild(used, buildId)) this.otherBuilds.add(path);
    }
  }

  private meansOther(path: string, buildId: string): boolean {
    return this.metWithoutId.has(path) && this.imageOf(path, buildId) !== this.imageOf(path, '');
  }

  /** The path of the file that names the code perf calls by this path; undefined when it was given. */
  missing(path: string): string | undefined {
    const pid = Number(MAP_NAME.exec(path)?.[1] ?? NaN);
    const wanted = Number.isNaN(pid) ? path : namesMadeCode(pid, this.dumpPaths);
    const hasIt = wanted === path ? this.has(path) : this.dumps.some(({ dump }) => dump.pid === pid);
    return hasIt ? undefined : wanted;
  }

  private has(path: string): boolean {
    const pid = MAP_NAME.exec(path)?.[1];
    if (pid !== undefined) return this.maps.has(Number(pid));
    if (path === 'kallsyms') return this.kernel !== undefined;
    return this.machines.has(path) || this.tooLate.has(path) || this.imageOf(path, '') !== undefined;
  }

  private anonymous(path: string, pid: number, executable: boolean): CodeFile {
    return {
      name: executable ? `/tmp/perf-${pid}.map` : path,
      symbols: executable ? this.maps.get(pid)?.symbols : undefined,
      byAddress: true,
      unwinding: undefined,
      addressOf: (offset) => offset,
    };
  }

  /** What perf inject made of a dump that was given, where what it made was not. */
  private ofDump(path: string): CodeFile | undefined {
    const [, pid, index] = JITTED_NAME.exec(path) ?? [];
    const found = pid === undefined ? undefined : this.dumps.find(({ dump }) => dump.pid === Number(pid));
    if (!found || this.ofName(baseName(path)).length > 0) return undefined;
    found.injected ??= injectedFiles(found.dump);
    return found.injected.get(Number(index))?.(path);
  }

  private ofImage(path: string, buildId: string): CodeFile {
    let met: { readonly elf: ElfFile | undefined } | undefined;
    // Of thousands of files that a program makes, few are ever met.
    const elf = () => (met ??= { elf: this.met(path, buildId) }).elf;
    const unwindingOf = () => this.unwindingOf(elf());
    return {
      name: path,
      get symbols() {
        return elf()?.symbols;
      },
      get unwinding() {
        return unwindingOf();
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

  /** The file that code was run of. */
  private met(path: string, buildId: string): ElfFile | undefined {
    if (buildId === '') this.metWithoutId.add(path);
    const elf = this.find(path, buildId);
    if (!elf) return undefined;
    if (isOtherBuild(elf.buildId, buildId)) this.otherBuilds.add(path);
    this.machines.set(path, elf.machine);
    return elf;
  }

  private unwindingOf(elf: ElfFile | undefined): UnwindModule | undefined {
    if (!elf) return undefined;
    let module = this.byElf.get(elf);
    if (!module) this.byElf.set(elf, (module = new UnwindModule(elf.unwind, elf.machine)));
    return module;
  }

  /** The program or library itself, with the names of its debug file where it has none. */
  private find(path: string, buildId: string): ElfFile | undefined {
    const elf = this.imageOf(path, buildId)?.elf;
    if (!elf) return undefined;
    if (elf.hasSymtab || elf.buildId === '') return elf;
    const debug = this.ofBuild(elf.buildId).find((each) => each.elf !== elf && each.elf.hasSymtab);
    return debug ? withDebugFile(elf, debug.elf) : elf;
  }

  private imageOf(path: string, buildId: string): Image | undefined {
    const named = this.ofName(path === VDSO ? VDSO : baseName(path)).filter(({ elf }) => !elf.isDebug);
    const atPath = named.filter((each) => isSamePath(each.path, path));
    const isRight = ({ elf }: Image) => buildId !== '' && trimmed(elf.buildId) === trimmed(buildId);
    return (
      atPath.find(isRight) ??
      named.find(isRight) ??
      // Some versions of perf inject gave all that they made one build id.
      (JITTED_NAME.test(path) ? undefined : this.ofBuild(buildId).find(({ elf }) => !elf.isDebug)) ??
      atPath[0] ??
      named[0]
    );
  }
}

/** What is mapped alike is one file; memory without a file belongs to its process. */
export function mappingKey(path: string, pid: number, buildId: string, executable: boolean): string {
  return `${ANONYMOUS.test(path) ? pid : ''} ${executable} ${buildId} ${path}`;
}

/** Unknown ids, '', are no other ones. */
function isOtherBuild(one: string, other: string): boolean {
  return one !== '' && other !== '' && trimmed(one) !== trimmed(other);
}

/** Recordings of an old perf fill ids up with zeros. */
function trimmed(buildId: string): string {
  return buildId.replace(/(?:00)+$/, '');
}

/** Is `path` where a file of an archive, or one dropped in a folder, was taken from? */
function isSamePath(kept: string, path: string): boolean {
  return kept === path || path === `/${kept}` || kept.endsWith(path);
}

function listsBy<V>(values: readonly V[], keyOf: (value: V) => string): Map<string, V[]> {
  const lists = new Map<string, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return lists;
}
