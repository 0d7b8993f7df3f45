// Determines which files would provide the missing symbols of a recording, and the command that packs them on the
// machine where it was recorded.

import { newNote, NONE, UNKNOWN, type Note, type Profile } from '../src/model/profile.ts';
import { isAbsolute, isTypeable, shellCommand, type FileArgument } from '../src/text/shell-command.ts';

/** perf's names of mappings without a file: `[vdso]`, `[heap]`, `//anon`. */
const NO_FILE = /^\[|^\/\/|^\/memfd:|^\/dev\/zero|^\/SYSV|^anon_inode:| \(deleted\)$/;
const KERNEL = /^\[kernel|^\[guest\.kernel/;
/** A file that perf inject wrote for one function; the group is everything before the function's number. */
const JITTED = /^(.*\bjitted-\d+-)\d+\.so$/;

/**
 * Undefined if all functions have names or the unnamed ones are in no file. `missing` maps a path in perf's records
 * to the symbol file on the recorded machine; undefined if that file was opened.
 */
export function missingSymbolsNote(
  profile: Profile,
  missing: (path: string) => string | undefined,
): Note | undefined {
  const modules = unnamedModules(profile);
  const paths = modules.filter((path) => !NO_FILE.test(path)).map(missing);
  const files = unique(paths.filter((path) => path !== undefined).map(requiredFileFor));
  const needsKernel = modules.some((path) => KERNEL.test(path)) && missing('kallsyms') !== undefined;
  if (files.length === 0 && !needsKernel) return undefined;
  const named = [
    ...(files.length > 0 ? [files.map(({ name }) => name).join(', ')] : []),
    ...(needsKernel ? ['the kernel’s symbols'] : []),
  ];
  const text = `Some functions have no names: open the recording together with ${named.join(' and ')}`;
  const command = packingCommand(files, needsKernel);
  if (command === undefined) return newNote('missing', text);
  return { ...newNote('missing', `${text}; to pack them where it was recorded, run`), command };
}

/** Undefined if no file can be packed: mapped paths may be relative, or contain characters that cannot be typed. */
function packingCommand(files: readonly RequiredFile[], needsKernel: boolean): string | undefined {
  const packed = files.map(({ file }) => file).filter((file) => isAbsolute(file) && isTypeable(file));
  if (packed.length === 0 && !needsKernel) return undefined;
  const tar = shellCommand(['tar', 'czhf', 'symbols.tar.gz'], needsKernel ? [...packed, 'kallsyms'] : packed);
  return needsKernel ? `sudo cat /proc/kallsyms > kallsyms && ${tar}` : tar;
}

/** A file, or a pattern for several files, as shown in the note and as an argument of the command. */
interface RequiredFile {
  readonly name: string;
  readonly file: FileArgument;
}

/** perf inject writes one file per function; all files of the process are required. */
function requiredFileFor(path: string): RequiredFile {
  const prefix = JITTED.exec(path)?.[1];
  if (prefix === undefined) return { name: path, file: path };
  return { name: `${prefix}*.so`, file: { prefix, suffix: '.so' } };
}

function unique(files: readonly RequiredFile[]): RequiredFile[] {
  return [...new Map(files.map((each) => [each.name, each])).values()];
}

/** Modules with unnamed functions, in descending order of stacks. */
function unnamedModules({ funcs, stacks, strings, modules }: Profile): string[] {
  const counts = new Float64Array(modules.length);
  /** Module of each unnamed function; NONE for all others. */
  const unnamed = funcs.module.map((module, func) => (strings[funcs.name[func]] === UNKNOWN ? module : NONE));
  for (let stack = 0; stack < stacks.length; stack++) {
    const module = unnamed[stacks.func[stack]];
    if (module >= 0) counts[module]++;
  }
  return [...counts.keys()]
    .filter((module) => counts[module] > 0 && modules[module] !== UNKNOWN)
    .sort((a, b) => counts[b] - counts[a])
    .map((module) => modules[module]);
}
