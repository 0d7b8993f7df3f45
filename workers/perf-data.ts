// What only perf.data needs: reading it, and the files that name and unwind its code. Loaded when there is one, since most
// of the worker's code is this.

import { noFeatures, type Features } from '../src/formats/perf-data/features.ts';
import { readPerfData, type Known } from '../src/formats/perf-data/read-perf-data.ts';
import type { RecordReader } from '../src/formats/perf-data/record-reader.ts';
import { buildIdsOf } from '../src/formats/perf-data/sections.ts';
import { OutOfOrder } from '../src/formats/perf-data/time-order.ts';
import { LIMIT, type Budget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { withReadableNames } from '../src/symbols/demangle.ts';
import { Library } from '../src/symbols/library.ts';
import { SampleWalker } from '../src/symbols/stack-walker.ts';
import { sniff, type Opened, type Source } from './sniff.ts';

/** Kinds of notes on a recording that goes on behind what could be read. */
const BROKEN: ReadonlySet<string> = new Set(['cut', 'unfinished', 'record', 'zstd', LIMIT]);

export function newLibrary(budget: Budget): Library {
  return new Library(budget);
}

/** `told` is called now and then with what was read so far: samples, and bytes of the recording. */
export async function readPerf(
  opened: Opened,
  library: Library,
  told: Told,
  budget: Budget,
): Promise<Profile> {
  const { source } = opened;
  // A pipe is read once.
  const isPipe = Number.isNaN(source.size);
  let isHasty = !isPipe;
  let buildIds = await buildIdsBefore(opened, library);
  for (let reading = opened; ; reading = await openedAgain(source)) {
    const read = await readOnce(reading, library, told, { isHasty, buildIds, budget });
    if (read === 'out of order') {
      isHasty = false;
      continue;
    }
    const { profile, about } = read;
    if (isPipe || buildIds || !library.meansOthers(about.buildIds)) {
      if (!buildIds) library.compareBuilds(about.buildIds);
      const isWhole =
        reading.stream.damage === undefined && !profile.notes.some(({ kind }) => BROKEN.has(kind));
      const notes = [...profile.notes, ...library.notes(about.arch, isWhole)];
      return withReadableNames({ ...profile, notes });
    }
    buildIds = about.buildIds;
  }
}

type Told = (samples: number, plain: number) => void;

interface Read {
  readonly profile: Profile;
  /** What a file says of itself stands at its end. */
  readonly about: Features;
}

/** Undefined where it takes to read the recording to know them, or nobody would ask. */
async function buildIdsBefore({ source, first, isCompressed }: Opened, library: Library) {
  const { file } = source;
  if (!file || isCompressed || !library.hasImages) return undefined;
  return buildIdsOf(file, first.buffer.subarray(0, first.filled));
}

async function openedAgain(source: Source): Promise<Opened> {
  const again = await sniff(source);
  if (again.kind !== 'recording') throw new Error('the file has changed while it was read');
  return again.opened;
}

async function readOnce(
  { source, stream, first, isCompressed }: Opened,
  library: Library,
  told: Told,
  known: Pick<Known, 'isHasty' | 'buildIds' | 'budget'>,
): Promise<Read | 'out of order'> {
  const walkerFor = (unwinder: 'libunwind' | 'libdw') => new SampleWalker(unwinder);
  const size = isCompressed || Number.isNaN(source.size) ? undefined : source.size;
  let about = noFeatures();
  const listen = ({ sampleCount, features }: RecordReader, plain: number) => {
    about = features;
    told(sampleCount, plain);
  };
  try {
    const profile = await readPerfData(stream, first, library, walkerFor, listen, { ...known, size });
    return { profile, about };
  } catch (error) {
    if (error instanceof OutOfOrder) return 'out of order';
    throw error;
  }
}
