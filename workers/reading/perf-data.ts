// Reads perf.data with its symbol files. Loaded on demand, because this is most of the worker's code.

import { noFeatures } from '../../src/formats/perf-data/features.ts';
import { readPerfData, type PerfDataOptions } from '../../src/formats/perf-data/read-perf-data.ts';
import type { RecordReader, WalkerFor } from '../../src/formats/perf-data/record-reader.ts';
import { buildIdsOf } from '../../src/formats/perf-data/sections.ts';
import { OutOfOrder } from '../../src/formats/perf-data/record-sorter.ts';
import { LIMIT_NOTE, type Budget } from '../../src/model/budget.ts';
import { KERNEL, type StackLimits } from '../../src/model/code.ts';
import { newNote, NONE, UNKNOWN, type Note, type Profile } from '../../src/model/profile.ts';
import type { RecordedProcess } from '../../src/model/recorded.ts';
import { EvaluatorFrames } from '../../src/python-lines/evaluator-frames.ts';
import { withInferredLines } from '../../src/python-lines/lined-stacks.ts';
import type { LineTable } from '../../src/python-lines/line-table.ts';
import { withReadableNames } from '../../src/symbols/demangle.ts';
import { Library } from '../../src/symbols/library.ts';
import { DwarfStackWalker } from '../../src/symbols/unwind/dwarf-stack-walker.ts';
import { formatCount, formatNumberOf, quoted } from '../../src/text/format.ts';
import { sniff, type DetectedRecording, type Source } from './sniff.ts';

/** Kinds of notes on recordings of which only the beginning was read. */
const INCOMPLETE: ReadonlySet<string> = new Set(['cut', 'unfinished', 'record', 'zstd', LIMIT_NOTE]);

export function newLibrary(budget: Budget): Library {
  return new Library(budget);
}

/** `onProgress` is called occasionally with the number of samples and bytes read so far. */
export async function readPerf(
  opened: DetectedRecording,
  library: Library,
  onProgress: OnProgress,
  budget: Budget,
  stackLimits?: StackLimits,
  lineTables: readonly LineTable[] = [],
): Promise<Profile> {
  const { source } = opened;
  // A pipe can be read only once.
  const isPipe = Number.isNaN(source.size);
  let isSpeculative = !isPipe;
  let buildIds = await readBuildIdsFirst(opened, library);
  for (let reading = opened; ; reading = await reopen(source)) {
    const evaluatorFrames = lineTables.length > 0 ? new EvaluatorFrames(lineTables) : undefined;
    const walkerFor: WalkerFor = (unwinder) => new DwarfStackWalker(unwinder, stackLimits, evaluatorFrames);
    const read = await readOnce(reading, library, onProgress, walkerFor, {
      isSpeculative,
      buildIds,
      budget,
    });
    if (!read) {
      isSpeculative = false;
      continue;
    }
    const { profile, features, facts } = read;
    if (!isPipe && !buildIds && library.identifiesOtherFiles(features.buildIds)) buildIds = features.buildIds;
    else if (!library.maps.findOwners(facts?.processes ?? new Map()) || isPipe) {
      if (!buildIds) library.checkBuildIds(features.buildIds);
      const isComplete =
        reading.stream.damage === undefined && !profile.notes.some(({ kind }) => INCOMPLETE.has(kind));
      const found = evaluatorFrames?.infer();
      const notes = [
        ...profile.notes,
        ...(found?.notes ?? []),
        ...library.notes(features.arch, isComplete, !isPipe),
        ...otherKernelNotes(library.kernels.other, features.osRelease, profile),
      ];
      const processes = facts && withNamespacePids(facts.processes, library.maps.foundIds);
      const recorded = facts && processes && { ...facts, processes, symbols: library.openSymbols() };
      const lined = found ? withInferredLines(profile, found.lines) : profile;
      return withReadableNames({ ...lined, notes, recorded });
    }
  }
}

function withNamespacePids(
  processes: ReadonlyMap<number, RecordedProcess>,
  found: ReadonlyMap<number, number>,
): ReadonlyMap<number, RecordedProcess> {
  if (found.size === 0) return processes;
  return new Map(
    [...processes].map(([pid, process]) => [
      pid,
      { ...process, namespacePid: found.get(pid) ?? process.namespacePid },
    ]),
  );
}

type OnProgress = (samples: number, plain: number) => void;

/** Reads the build IDs before the recording itself, if possible and necessary. */
async function readBuildIdsFirst({ source, first, isCompressed }: DetectedRecording, library: Library) {
  const { file } = source;
  if (!file || isCompressed || !library.hasImages) return undefined;
  return buildIdsOf(file, first.buffer.subarray(0, first.filled));
}

async function reopen(source: Source): Promise<DetectedRecording> {
  const again = await sniff(source);
  if (again.kind !== 'recording') throw new Error('the file changed while it was being read');
  return again.opened;
}

/** Returns the profile, and what is known only at the end of the file; undefined if the records are out of order. */
async function readOnce(
  { source, stream, first, isCompressed }: DetectedRecording,
  library: Library,
  onProgress: OnProgress,
  walkerFor: WalkerFor,
  known: Pick<PerfDataOptions, 'isSpeculative' | 'buildIds' | 'budget'>,
) {
  const size = isCompressed || Number.isNaN(source.size) ? undefined : source.size;
  let reader: RecordReader | undefined;
  const listen = (current: RecordReader, plain: number) => {
    reader = current;
    onProgress(current.sampleCount, plain);
  };
  try {
    const profile = await readPerfData(stream, first, library, walkerFor, listen, { ...known, size });
    return { profile, features: reader?.features ?? noFeatures(), facts: reader?.facts };
  } catch (error) {
    if (error instanceof OutOfOrder) return undefined;
    throw error;
  }
}

/**
 * The note on kernel symbols that are not used, because they are of another build. `name` is that of their file, undefined if there is none; `release` that of the recorded kernel, empty if unknown.
 */
export function otherKernelNotes(name: string | undefined, release: string, profile: Profile): Note[] {
  if (name === undefined) return [];
  const recorded = release === '' ? '' : ` (${release})`;
  const { length } = profile.samples;
  const unnamed = `${formatCount(countUnnamed(profile))} of ${formatNumberOf(length, 'sample')}`;
  const text = `${quoted(name)} is from a different kernel than the recorded one${recorded} and is not used: ${unnamed} contain kernel functions without names`;
  return [newNote('other kernel', text)];
}

/** Number of samples that contain unnamed functions of the kernel. */
function countUnnamed({ strings, modules, funcs, stacks, samples }: Profile): number {
  const kernel = modules.indexOf(KERNEL);
  const isUnnamed = funcs.module.map((module, func) =>
    Number(module === kernel && strings[funcs.name[func]] === UNKNOWN),
  );
  const hasUnnamed = new Uint8Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack];
    hasUnnamed[stack] = isUnnamed[stacks.func[stack]] || (parent === NONE ? 0 : hasUnnamed[parent]);
  }
  return samples.stack.reduce((sum, stack) => sum + (stack === NONE ? 0 : hasUnnamed[stack]), 0);
}
