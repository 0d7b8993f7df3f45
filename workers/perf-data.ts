// What only perf.data needs: reading it, and the files that name and unwind its code. Loaded when there is one, since most
// of the worker's code is this.

import type { Features } from '../src/formats/perf-data/features.ts';
import { OutOfOrder } from '../src/formats/perf-data/time-order.ts';
import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { Profile } from '../src/model/profile.ts';
import { withReadableNames } from '../src/symbols/demangle.ts';
import { Library } from '../src/symbols/library.ts';
import { SampleWalker } from '../src/symbols/stack-walker.ts';
import { sniff, type Opened } from './sniff.ts';

export function newLibrary(): Library {
  return new Library();
}

/** `told` is called now and then with what was read so far: samples, and bytes of the recording. */
export async function readPerf(opened: Opened, library: Library, told: Told): Promise<Profile> {
  const { source } = opened;
  // A pipe is read once.
  const isHasty = !Number.isNaN(source.size);
  try {
    return await readOnce(opened, library, told, isHasty);
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    const again = await sniff(source);
    if (again.kind !== 'recording')
      throw new Error('the file has changed while it was read', { cause: error });
    return readOnce(again.opened, library, told, false);
  }
}

type Told = (samples: number, plain: number) => void;

async function readOnce(
  { source, stream, first, isCompressed }: Opened,
  library: Library,
  told: Told,
  isHasty: boolean,
): Promise<Profile> {
  const walkerFor = (unwinder: 'libunwind' | 'libdw') => new SampleWalker(unwinder);
  // What a file says of itself stands at its end.
  let about: Features | undefined;
  const profile = await readPerfData(
    stream,
    first,
    library,
    walkerFor,
    ({ sampleCount, features }, plain) => {
      about = features;
      told(sampleCount, plain);
    },
    isCompressed || Number.isNaN(source.size) ? undefined : source.size,
    isHasty,
  );
  if (about) library.compareBuilds(about.buildIds);
  return withReadableNames({ ...profile, notes: [...profile.notes, ...library.notes(about?.arch)] });
}
