// Finds the files that name and unwind the code of a lone perf.data where perf would find them.
//
//   /tmp/perf-PID.map, the recorded path of a jitdump, mapped paths, /usr/lib/debug, ~/.debug, /proc/kallsyms
//
// Each has to be proven to be the recorded one (provenance.ts). Not looked into: debuginfod, and the /tmp of containers that
// still run (/proc/PID/root/tmp).

import { statSync } from 'node:fs';
import { KERNEL } from '../src/model/code.ts';
import { namesMadeCode } from '../src/symbols/companion-kind.ts';
import { lookUpImage, type FoundImage } from './image-lookup.ts';
import { lookUpKernel, runningAddressOf } from './kernel-lookup.ts';
import { nameOfMachine, thisMachine, type LocalMachine } from './machine.ts';
import { fileAt, type FoundSource, type Place } from './place.ts';
import { Provenance, type Verdict } from './provenance.ts';
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

/** Files that were not taken and are named in one sentence. */
const MOST_NAMED = 3;

export async function lookUp(
  wanted: Wanted,
  place: Place,
  local: LocalMachine = thisMachine((symbol) => runningAddressOf(symbol, place)),
): Promise<LookedUp> {
  const provenance = new Provenance(wanted.machine, local, place.isVouched);
  const companions = new Map<string, Companion>();
  const missing: string[] = [];
  const refused: Record<Exclude<Verdict, 'proven'>, string[]> = { other: [], unproven: [] };
  const why: string[] = [];
  const take = (kind: Companion['kind'], path: string, found: Found) => {
    if (found.verdict) refused[found.verdict].push(path);
    else if (found.sources.length + found.why.length === 0) missing.push(path);
    for (const source of found.sources) companions.set(source.name, { kind, source });
    why.push(...found.why);
  };
  for (const image of wanted.images.filter(({ path }) => isOfFile(path)))
    take('elf', image.path, await lookUpImage(image, place, provenance));
  for (const { path, inodes } of wanted.dumps)
    take(
      'whole',
      path,
      foundAt(path, place, () => provenance.verdictOn(place.at(path), inodes)),
    );
  for (const pid of wanted.pids) {
    const path = `/tmp/perf-${pid}.map`;
    const found = lookUpMap(path, place, provenance);
    // Memory that may be run is often nobody's code, and what makes a dump of its code has no map of it.
    const isWanted =
      !wanted.isWalked &&
      namesMadeCode(
        pid,
        wanted.dumps.map((dump) => dump.path),
      ) === path;
    if (isWanted || found !== NOT_THERE) take('whole', path, found);
  }
  if (wanted.kernel !== undefined) {
    const { source, why } = lookUpKernel(wanted.kernel, place, provenance);
    take('kallsyms', KERNEL, { sources: source ? [source] : [], why });
  }
  why.push(...whyOther(refused.other), ...whyUnproven(refused.unproven, provenance));
  return { companions: [...companions.values()], missing: missing.sort(), why };
}

type Found = FoundImage;

const NOT_THERE: Found = { sources: [], why: [] };

/** The file at this path of the recorded machine. */
function foundAt(path: string, place: Place, verdictOn: () => Verdict): Found {
  const source = fileAt(place.at(path), path);
  if (!source) return NOT_THERE;
  const verdict = verdictOn();
  return verdict === 'proven' ? { sources: [source], why: [] } : { sources: [], why: [], verdict };
}

/** Its name is the number of a process, which every machine has, and has again after each start. */
function lookUpMap(path: string, place: Place, provenance: Provenance): Found {
  if (place.isHere && isForeign(path))
    return { sources: [], why: [`${path} belongs to another user, and was not used`] };
  return foundAt(path, place, () => (provenance.isVouched || provenance.isThisBoot ? 'proven' : 'unproven'));
}

function whyOther(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [
    paths.length === 1
      ? `${named(paths)} is another file than the one that was recorded, and was not used`
      : `${named(paths)} are other files than those that were recorded, and were not used`,
  ];
}

function whyUnproven(paths: readonly string[], { recorded }: Provenance): string[] {
  if (paths.length === 0) return [];
  const machine = nameOfMachine(recorded);
  const what = paths.length === 1 ? 'the recorded file, so it was' : 'the recorded files, so they were';
  const where = machine === undefined ? '' : ` (recorded on ${machine})`;
  const verb = paths.length === 1 ? 'is' : 'are';
  return [
    `Nothing but the path says that ${named(paths)} of this machine ${verb} ${what} not used${where}: give the right files, or use those of this machine with --symfs /`,
  ];
}

function named(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? [`${paths.length - MOST_NAMED} more`] : [];
  const all = [...paths.slice(0, MOST_NAMED), ...more];
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0];
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
