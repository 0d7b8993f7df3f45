// Reads perf.data with its symbol files. Loaded on demand, since it is most of the worker's code.

import { noFeatures } from '../src/formats/perf-data/features.ts';
import { readPerfData, type PerfDataOptions } from '../src/formats/perf-data/read-perf-data.ts';
import type { RecordReader } from '../src/formats/perf-data/record-reader.ts';
import { buildIdsOf } from '../src/formats/perf-data/sections.ts';
import { OutOfOrder } from '../src/formats/perf-data/time-order.ts';
import { LIMIT, type Budget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { withReadableNames } from '../src/symbols/demangle.ts';
import { Library } from '../src/symbols/library.ts';
import { DwarfStackWalker } from '../src/symbols/dwarf-stack-walker.ts';
import { sniff, type OpenedRecording, type Source } from './sniff.ts';

/** Kinds of notes that mean that the recording continues after the part that was read. */
const BROKEN: ReadonlySet<string> = new Set(['cut', 'unfinished', 'record', 'zstd', LIMIT]);

export function newLibrary(budget: Budget): Library {
  return new Library(budget);
}

/** `onProgress` is called occasionally with the number of samples and bytes read so far. */
export async function readPerf(
  opened: OpenedRecording,
  library: Library,
  onProgress: OnProgress,
  budget: Budget,
): Promise<Profile> {
  const { source } = opened;
  // A pipe can be read only once.
  const isPipe = Number.isNaN(source.size);
  let isSpeculative = !isPipe;
  let buildIds = await buildIdsBefore(opened, library);
  for (let reading = opened; ; reading = await openedAgain(source)) {
    const read = await readOnce(reading, library, onProgress, { isSpeculative, buildIds, budget });
    if (!read) {
      isSpeculative = false;
      continue;
    }
    const { profile, about } = read;
    if (isPipe || buildIds || !library.identifiesOtherFiles(about.buildIds)) {
      if (!buildIds) library.checkBuildIds(about.buildIds);
      const isWhole =
        reading.stream.damage === undefined && !profile.notes.some(({ kind }) => BROKEN.has(kind));
      const notes = [...profile.notes, ...library.notes(about.arch, isWhole)];
      return withReadableNames({ ...profile, notes });
    }
    buildIds = about.buildIds;
  }
}

type OnProgress = (samples: number, plain: number) => void;

/** Build IDs, if they can be read before the recording itself and are needed. */
async function buildIdsBefore({ source, first, isCompressed }: OpenedRecording, library: Library) {
  const { file } = source;
  if (!file || isCompressed || !library.hasImages) return undefined;
  return buildIdsOf(file, first.buffer.subarray(0, first.filled));
}

async function openedAgain(source: Source): Promise<OpenedRecording> {
  const again = await sniff(source);
  if (again.kind !== 'recording') throw new Error('the file changed while it was read');
  return again.opened;
}

/** Returns the profile and the feature sections, which are at the end of a file; undefined if the records are out of order. */
async function readOnce(
  { source, stream, first, isCompressed }: OpenedRecording,
  library: Library,
  onProgress: OnProgress,
  known: Pick<PerfDataOptions, 'isSpeculative' | 'buildIds' | 'budget'>,
) {
  const walkerFor = (unwinder: 'libunwind' | 'libdw') => new DwarfStackWalker(unwinder);
  const size = isCompressed || Number.isNaN(source.size) ? undefined : source.size;
  let about = noFeatures();
  const listen = ({ sampleCount, features }: RecordReader, plain: number) => {
    about = features;
    onProgress(sampleCount, plain);
  };
  try {
    const profile = await readPerfData(stream, first, library, walkerFor, listen, { ...known, size });
    return { profile, about };
  } catch (error) {
    if (error instanceof OutOfOrder) return undefined;
    throw error;
  }
}
