// Determines which files would provide the missing symbols of a recording, how much of it each would name, and the command
// that packs them on the machine where it was recorded.

import { eventMask } from '../../src/model/events.ts';
import { lacksJitdump, runsPython } from '../../src/doctor/process-facts.ts';
import { newNote, NONE, UNKNOWN, type Note, type Profile } from '../../src/model/profile.ts';
import type { MissingFiles } from '../../src/model/findings.ts';
import { formatShare } from '../../src/text/format.ts';
import { isAbsolute, isTypeable, shellCommand, type FileArgument } from '../../src/text/shell-command.ts';

/** perf's names for mappings without a file: `[vdso]`, `[heap]`, `//anon`. */
const NO_FILE = /^\[|^\/\/|^\/memfd:|^\/dev\/zero|^\/SYSV|^anon_inode:| \(deleted\)$/;
const KERNEL = /^\[kernel|^\[guest\.kernel/;
/** A file that perf inject wrote for one function. Captures everything before the function's number. */
const JITTED = /^(.*\bjitted-\d+-)\d+\.so$/;
/** Minimum share of the weight for a file to be worth finding. */
const MIN_SHARE = 0.01;
/** Files per pass over the stacks: the bits of a positive 32-bit integer. */
const PASS = 31;

/** A file, or a pattern for several files, as shown and as an argument of a command. */
interface RequiredFile {
  readonly name: string;
  /** Undefined for the kernel's symbols, which no file contains. */
  readonly file: FileArgument | undefined;
}

const KERNEL_SYMBOLS: RequiredFile = { name: '/proc/kallsyms', file: undefined };

/**
 * Returns undefined if too little of the weight has no name, or if no file would name it. `missing` maps a path in perf's records
 * to the symbol file on the recorded machine; undefined if that file was opened.
 */
export function missingFilesOf(
  profile: Profile,
  missing: (path: string) => string | undefined,
): MissingFiles | undefined {
  const required = new Map<string, RequiredFile>();
  /** By module; undefined if no file is missing. */
  const fileOf = profile.modules.map((path) => {
    const file = requiredFile(path, missing);
    if (file) required.set(file.name, file);
    return file?.name;
  });
  const dumpOf = unusedDumps(profile);
  for (const path of dumpOf) if (path !== undefined) required.set(path, { name: path, file: path });
  const names = [...required.keys()];
  const indexOf = new Map(names.map((name, i) => [name, i]));
  const ofThread = Int32Array.from(dumpOf, (path) => indexOf.get(path ?? '') ?? NONE);
  const { name, module } = profile.funcs;
  const unnamed = module.map((each, func) => {
    const isUnnamed = each !== NONE && profile.strings[name[func]] === UNKNOWN;
    return (isUnnamed ? indexOf.get(fileOf[each] ?? '') : undefined) ?? NONE;
  });
  if (unnamed.every((file) => file === NONE) && ofThread.every((file) => file === NONE)) return undefined;
  const shares = sharesOf(profile, unnamed, ofThread, names.length);
  const files = names
    .map((each, i) => ({ name: each, share: shares.files[i] }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share);
  if (files.length === 0) return undefined;
  const command = packingCommand(files.flatMap((each) => required.get(each.name) ?? []));
  return { share: shares.any, files, ...(command !== undefined && { command }) };
}

export function missingFilesNote({ files, command }: MissingFiles): Note {
  const names = files.map(({ name, share }) => `${name} (${formatShare(share)})`).join(', ');
  const text = `Some functions have no names: open the recording together with ${names}`;
  if (command === undefined) return newNote('missing', text);
  return { ...newNote('missing', `${text}; to pack them where it was recorded, run`), command };
}

/** perf inject writes one file per function; all files of the process are required. */
function requiredFile(path: string, missing: (path: string) => string | undefined): RequiredFile | undefined {
  if (path === UNKNOWN) return undefined;
  if (KERNEL.test(path)) return missing('kallsyms') === undefined ? undefined : KERNEL_SYMBOLS;
  const file = NO_FILE.test(path) ? undefined : missing(path);
  const prefix = JITTED.exec(file ?? '')?.[1];
  if (prefix !== undefined) return { name: `${prefix}*.so`, file: { prefix, suffix: '.so' } };
  return file === undefined ? undefined : { name: file, file };
}

/**
 * Per thread: the path of the jitdump that its process mapped, if that is not open, so that copied stacks cannot be unwound through
 * its code. They may then contain none of it. Only of Python processes, since other programs are none of the recording's business.
 */
function unusedDumps({ threads, recorded }: Profile): (string | undefined)[] {
  const ofProcess = new Map<number, string | undefined>();
  if (recorded?.copiedStacks)
    for (const pid of new Set(threads.map((thread) => thread.pid))) {
      const path = recorded.processes.get(pid)?.jitdump ?? '';
      if (path !== '' && runsPython(recorded, pid) && lacksJitdump(recorded, pid)) ofProcess.set(pid, path);
    }
  return threads.map(({ pid }) => ofProcess.get(pid));
}

/**
 * Shares of the weight of the main event that need each file, and any of them: because code of the file is on the stack, or
 * because all stacks of the thread need it. `fileOf` has the file of each function, `ofThread` that of each thread, or NONE.
 */
function sharesOf(
  { stacks, samples, events }: Profile,
  fileOf: Int32Array,
  ofThread: Int32Array,
  count: number,
) {
  const samplesOf = events.map(() => 0);
  for (const event of samples.event) samplesOf[event]++;
  const most = samplesOf.indexOf(Math.max(...samplesOf));
  const isMain = eventMask(
    samples,
    samples.sums?.find(({ members }) => members.includes(most))?.event ?? most,
  );
  /** Per sample: 1 if it needs any file. */
  const needsAny = new Uint8Array(samples.length);
  const ofStacks = new Float64Array(count);
  const ofThreads = new Float64Array(count);
  let all = 0;
  for (let i = 0; i < samples.length; i++) {
    if (isMain[samples.event[i]] === 0) continue;
    const file = ofThread[samples.thread[i]];
    all += samples.weight[i];
    if (file === NONE) continue;
    ofThreads[file] += samples.weight[i];
    needsAny[i] = 1;
  }
  /** Per stack: a bit for each file of a pass. */
  const needed = new Int32Array(stacks.length);
  for (let first = 0; first < count; first += PASS) {
    for (let stack = 0; stack < stacks.length; stack++) {
      const parent = stacks.parent[stack];
      const file = fileOf[stacks.func[stack]] - first;
      needed[stack] = (parent === NONE ? 0 : needed[parent]) | (file >= 0 && file < PASS ? 1 << file : 0);
    }
    for (let i = 0; i < samples.length; i++) {
      const stack = samples.stack[i];
      if (isMain[samples.event[i]] === 0 || stack === NONE || needed[stack] === 0) continue;
      needsAny[i] = 1;
      for (let bits = needed[stack]; bits !== 0; bits &= bits - 1)
        ofStacks[first + 31 - Math.clz32(bits & -bits)] += samples.weight[i];
    }
  }
  const any = samples.weight.reduce((sum, weight, i) => sum + needsAny[i] * weight, 0);
  return {
    files: ofStacks.map((weight, file) => Math.max(weight, ofThreads[file]) / (all || 1)),
    any: any / (all || 1),
  };
}

/** Returns undefined if no file can be packed: mapped paths may be relative, or contain characters that cannot be typed. */
function packingCommand(files: readonly RequiredFile[]): string | undefined {
  const packed = files.flatMap(({ file }) =>
    file !== undefined && isAbsolute(file) && isTypeable(file) ? [file] : [],
  );
  const needsKernel = files.includes(KERNEL_SYMBOLS);
  if (packed.length === 0 && !needsKernel) return undefined;
  const tar = shellCommand(['tar', 'czhf', 'symbols.tar.gz'], needsKernel ? [...packed, 'kallsyms'] : packed);
  return needsKernel ? `sudo cat /proc/kallsyms > kallsyms && ${tar}` : tar;
}
