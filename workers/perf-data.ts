// What only perf.data needs: reading it, and the files that name and unwind its code. Loaded when there is one, since most
// of the worker's code is this.

import type { Features } from '../src/formats/perf-data/features.ts';
import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { Profile } from '../src/model/profile.ts';
import { withReadableNames } from '../src/symbols/demangle.ts';
import { Library } from '../src/symbols/library.ts';
import { SampleWalker } from '../src/symbols/stack-walker.ts';
import type { Opened } from './sniff.ts';

export function newLibrary(): Library {
  return new Library();
}

/** `told` is called now and then with what was read so far: samples, and bytes of the recording. */
export async function readPerf(
  { source, stream, first, isCompressed }: Opened,
  library: Library,
  told: (samples: number, plain: number) => void,
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
  );
  if (about) library.compareBuilds(about.buildIds);
  return withReadableNames({ ...profile, notes: [...profile.notes, ...library.notes(about?.arch)] });
}
