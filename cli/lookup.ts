// Finds the files that name and unwind the code of a lone perf.data where perf would find them.
//
//   /tmp/perf-PID.map, the recorded path of a jitdump, mapped paths, /usr/lib/debug, ~/.debug, /proc/kallsyms
//
// Not looked into: debuginfod, and the /tmp of containers that still run (/proc/PID/root/tmp).

import { statSync } from 'node:fs';
import { KERNEL } from '../src/model/code.ts';
import { namesMadeCode } from '../src/symbols/companion-kind.ts';
import { lookUpImage } from './image-lookup.ts';
import { lookUpKernel } from './kernel-lookup.ts';
import { fileAt, type FoundSource, type Place } from './place.ts';
import type { Wanted } from './wanted.ts';

export interface Companion {
  /** What can be left out of it: of a program all but names and unwinding, of the kernel's symbols data. */
  readonly kind: 'elf' | 'kallsyms' | 'whole';
  readonly source: FoundSource;
}

export interface LookedUp {
  /** Named as they are on the recorded machine; each once. */
  readonly companions: readonly Companion[];
  /** What was not found, by its path there. */
  readonly missing: readonly string[];
  /** Why files that are there were not taken; sentences without their stop. */
  readonly why: readonly string[];
}

export async function lookUp(wanted: Wanted, place: Place): Promise<LookedUp> {
  const companions = new Map<string, Companion>();
  const missing: string[] = [];
  const why: string[] = [];
  const take = (
    kind: Companion['kind'],
    path: string,
    sources: readonly FoundSource[],
    reasons: readonly string[],
  ) => {
    if (sources.length + reasons.length === 0) missing.push(path);
    for (const source of sources) companions.set(source.name, { kind, source });
    why.push(...reasons);
  };
  for (const image of wanted.images.filter(({ path }) => isOfFile(path))) {
    const found = await lookUpImage(image, place);
    take('elf', image.path, found.sources, found.why);
  }
  for (const path of wanted.dumps) {
    const found = fileAt(place.at(path), path);
    take('whole', path, found ? [found] : [], []);
  }
  for (const pid of wanted.pids) {
    const path = `/tmp/perf-${pid}.map`;
    const foreign = place.isHere && isForeign(path);
    const found = foreign ? undefined : fileAt(place.at(path), path);
    // Memory that may be run is often nobody's code, and what makes a dump of its code has no map of it.
    const isWanted = !wanted.isWalked && namesMadeCode(pid, wanted.dumps) === path;
    if (!found && !foreign && !isWanted) continue;
    const why = foreign ? [`${path} belongs to another user, and was not used`] : [];
    take('whole', path, found ? [found] : [], why);
  }
  if (wanted.kernel !== undefined) {
    const { source, why } = lookUpKernel(wanted.kernel, place);
    take('kallsyms', KERNEL, source ? [source] : [], why);
  }
  return { companions: [...companions.values()], missing: missing.sort(), why };
}

/** Memory that the kernel or a program has made has names that are no paths; of them the vdso alone is code in a file. */
function isOfFile(path: string): boolean {
  return path === '[vdso]' || /^\/(?!\/|memfd:)/.test(path);
}

/** In /tmp anybody may have left a map of that number; perf does not believe those either. */
function isForeign(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && owner !== 0 && owner !== process.geteuid?.();
}
