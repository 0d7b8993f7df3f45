// What has no name in a recording, and which files would name it: where they lie on the machine it was recorded on, and
// the command that packs them.

import { NONE, UNKNOWN, type Note, type Profile } from '../src/model/profile.ts';
import { isAbsolute, isTypeable, shellCommand, type FileArgument } from '../src/model/shell-command.ts';

/** perf's names of what is no file: `[vdso]`, `[heap]`, `//anon`. */
const NO_FILE = /^\[|^\/\/|^\/memfd:|^\/dev\/zero|^\/SYSV|^anon_inode:| \(deleted\)$/;
const KERNEL = /^\[kernel|^\[guest\.kernel/;
/** What perf inject made of a function; all up to the number of that. */
const JITTED = /^(.*\bjitted-\d+-)\d+\.so$/;

/**
 * Undefined when everything has a name, or what has none is in no file. `missing` says which file, where it was recorded,
 * names the code perf calls by a path; undefined when that was given.
 */
export function missingNote(
  profile: Profile,
  missing: (path: string) => string | undefined,
): Note | undefined {
  const modules = unnamedModules(profile);
  const paths = modules.filter((path) => !NO_FILE.test(path)).map(missing);
  const files = unique(paths.filter((path) => path !== undefined).map(wantedFor));
  const needsKernel = modules.some((path) => KERNEL.test(path)) && missing('kallsyms') !== undefined;
  if (files.length === 0 && !needsKernel) return undefined;
  const named = [
    ...(files.length > 0 ? [files.map(({ name }) => name).join(', ')] : []),
    ...(needsKernel ? ['the kernel’s symbols'] : []),
  ];
  const text = `Some functions have no names: open the recording together with ${named.join(' and ')}`;
  const command = packingCommand(files, needsKernel);
  const note: Note = { kind: 'missing', text, count: 1, line: NONE };
  return command === undefined
    ? note
    : { ...note, text: `${text}; where it was recorded, this packs them`, command };
}

/** Undefined when no file can be packed: a mapped path may be relative, or hold characters that nobody can type. */
function packingCommand(files: readonly Wanted[], needsKernel: boolean): string | undefined {
  const packed = files.map(({ file }) => file).filter((file) => isAbsolute(file) && isTypeable(file));
  if (packed.length === 0 && !needsKernel) return undefined;
  const tar = shellCommand(['tar', 'czhf', 'symbols.tar.gz'], needsKernel ? [...packed, 'kallsyms'] : packed);
  return needsKernel ? `sudo cat /proc/kallsyms > kallsyms && ${tar}` : tar;
}

/** A file, or several by a pattern: in a sentence, and in a command. */
interface Wanted {
  readonly name: string;
  readonly file: FileArgument;
}

/** Of what perf inject made for a process, one file a function, all are wanted. */
function wantedFor(path: string): Wanted {
  const prefix = JITTED.exec(path)?.[1];
  if (prefix === undefined) return { name: path, file: path };
  return { name: `${prefix}*.so`, file: { prefix, suffix: '.so' } };
}

function unique(files: readonly Wanted[]): Wanted[] {
  return [...new Map(files.map((each) => [each.name, each])).values()];
}

/** Modules with functions that nobody named, those with the most stacks first. */
function unnamedModules({ funcs, frames, stacks, strings, modules }: Profile): string[] {
  const counts = new Float64Array(modules.length);
  /** The module of each function without a name; NONE of all others. */
  const unnamed = funcs.module.map((module, func) => (strings[funcs.name[func]] === UNKNOWN ? module : NONE));
  for (let stack = 0; stack < stacks.length; stack++) {
    const module = unnamed[frames.func[stacks.frame[stack]]];
    if (module >= 0) counts[module]++;
  }
  return [...counts.keys()]
    .filter((module) => counts[module] > 0 && modules[module] !== UNKNOWN)
    .sort((a, b) => counts[b] - counts[a])
    .map((module) => modules[module]);
}
