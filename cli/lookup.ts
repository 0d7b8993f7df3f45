// Finds the symbol files of a lone perf.data where perf would find them:
//
//  /tmp/perf-PID.map (also that of a container), the recorded path of a jitdump, mapped paths, /usr/lib/debug, ~/.debug,
//  /proc/kallsyms
//
// A file is used only if it is verified to be the one that was recorded (provenance.ts). Not searched: debuginfod.

import { KERNEL } from '../src/model/code.ts';
import { formatList } from '../src/text/format.ts';
import { jitSymbolPath, type CompanionKind } from '../src/symbols/companion-kind.ts';
import { lookUpImage } from './image-lookup.ts';
import { lookUpKernel, runningKernelAddress } from './kernel-lookup.ts';
import {
  nameOfMachine,
  thisMachine,
  type LocalMachine,
  Provenance,
  type ProvenanceVerdict,
} from './provenance.ts';
import { lookUpPerfMap } from './perf-map-lookup.ts';
import {
  lookUpFile,
  NOT_FOUND,
  type LookupResult,
  type FoundSource,
  type SearchRoot,
} from './search-root.ts';
import type { RequiredFiles } from './required-files.ts';

export interface Companion {
  readonly kind: CompanionKind;
  readonly source: FoundSource;
}

export interface LookupSummary {
  /** One per name; names are paths on the recorded machine. */
  readonly companions: readonly Companion[];
  /** Paths on the recorded machine that were not found. */
  readonly missing: readonly string[];
  /** Why existing files were rejected; sentences without a period. */
  readonly reasons: readonly string[];
}

/** Maximum number of rejected files to name in one sentence. */
const MAX_NAMED = 3;

export async function lookUp(
  required: RequiredFiles,
  root: SearchRoot,
  local: LocalMachine = thisMachine((symbol) => runningKernelAddress(symbol, root)),
): Promise<LookupSummary> {
  const provenance = new Provenance(required.machine, local, root.isTrusted);
  const companions = new Map<string, Companion>();
  const missing: string[] = [];
  const rejected: Record<Exclude<ProvenanceVerdict, 'proven'>, string[]> = { different: [], unproven: [] };
  const reasons: string[] = [];
  const otherBuilds: string[] = [];
  const add = (kind: CompanionKind, path: string, found: LookupResult) => {
    if (found.verdict) rejected[found.verdict].push(path);
    else if (found.sources.length + found.reasons.length + (found.otherBuilds?.length ?? 0) === 0)
      missing.push(path);
    otherBuilds.push(...(found.otherBuilds ?? []));
    for (const source of found.sources) companions.set(source.name, { kind, source });
    reasons.push(...found.reasons);
  };
  for (const image of required.images.filter(({ path }) => isOfFile(path))) {
    const found = await lookUpImage(image, root, provenance);
    // Frames in data are mistakes of unwinding, and most data has no names.
    if (!image.isData || found.sources.length > 0) add('elf', image.path, found);
  }
  for (const { path, inodes } of required.dumps) {
    const verdictOn = () => provenance.verdictOn(root.at(path), inodes);
    add('jitdump', path, lookUpFile(path, root, verdictOn));
  }
  const dumps = required.dumps.map(({ path }) => path);
  for (const pid of required.pids) {
    const { path, found } = await lookUpPerfMap(pid, required, root, provenance);
    // Executable anonymous memory often has no named code, and processes that write a jitdump need no map.
    const isRequired = !required.unwindsStacks && !jitSymbolPath(pid, dumps).endsWith('.dump');
    if (isRequired || found !== NOT_FOUND) add('perf map', path, found);
  }
  if (required.kernel !== undefined) add('kallsyms', KERNEL, lookUpKernel(required.kernel, root, provenance));
  reasons.push(
    ...explainUnused(
      otherBuilds,
      'is a different build than the recorded one',
      'are different builds than the recorded ones',
    ),
    ...explainUnused(rejected.different, 'is not the recorded file', 'are not the recorded files'),
    ...explainUnproven(rejected.unproven, provenance),
  );
  return { companions: [...companions.values()], missing: missing.sort(), reasons };
}

/** One sentence, since a system-wide recording names the libraries of all programs. */
function explainUnused(paths: readonly string[], one: string, several: string): string[] {
  if (paths.length === 0) return [];
  const verdict = paths.length === 1 ? `${one} and was` : `${several} and were`;
  return [`${formatList(paths, MAX_NAMED)} ${verdict} not used`];
}

function explainUnproven(paths: readonly string[], { recorded }: Provenance): string[] {
  if (paths.length === 0) return [];
  const machine = nameOfMachine(recorded);
  const verb = paths.length === 1 ? 'was' : 'were';
  const where = machine === undefined ? '' : ` from ${machine}`;
  return [
    `${formatList(paths, MAX_NAMED)} ${verb} not used, since only the path matches the recording${where}: add the recorded files, or use the local ones with --symfs /`,
  ];
}

/**
 * True if the code comes from a file, or is the vdso, which perf caches as one. Other names of anonymous memory are not
 * paths.
 */
function isOfFile(path: string): boolean {
  return path === '[vdso]' || /^\/(?!\/|memfd:)/.test(path);
}
