// What has no name in a recording, and which files would name it: where they lie on the machine it was recorded on, and
// the command that packs them.

import { NONE, UNKNOWN, type Note, type Profile } from '../src/model/profile.ts';

/** perf's names of what is no file: `[vdso]`, `[heap]`, `//anon`. */
const NO_FILE = /^\[|^\/\/|^\/memfd:|^\/dev\/zero|^\/SYSV|^anon_inode:| \(deleted\)$/;
const KERNEL = /^\[kernel|^\[guest\.kernel/;
const SAFE = /^[\w./+@%,:=-]+$/;

/** Undefined when everything has a name, or what has none is in no file. `isThere` says which files were given. */
export function missingNote(profile: Profile, isThere: (path: string) => boolean): Note | undefined {
  const modules = unnamedModules(profile);
  const files = modules.filter((path) => !NO_FILE.test(path) && !isThere(path));
  const needsKernel = modules.some((path) => KERNEL.test(path)) && !isThere('kallsyms');
  if (files.length === 0 && !needsKernel) return undefined;
  const wanted = [...files, ...(needsKernel ? ['kallsyms'] : [])];
  const commands = [
    ...(needsKernel ? ['sudo cat /proc/kallsyms > kallsyms'] : []),
    `tar czhf symbols.tar.gz ${wanted.map(shellWord).join(' ')}`,
  ];
  const named = [
    ...(files.length > 0 ? [files.join(', ')] : []),
    ...(needsKernel ? ['the kernel’s symbols'] : []),
  ];
  const text = `Some functions have no names: open the recording together with ${named.join(' and ')}; where it was recorded, this packs them`;
  return { kind: 'missing', text, count: 1, line: NONE, command: commands.join(' && ') };
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

function shellWord(path: string): string {
  return SAFE.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
