// Entry point of a thread: does one job after the other.

import { parentPort } from 'node:worker_threads';
import { mendInput } from '../src/mending/mend.ts';
import { transferablesOf } from '../src/model/transferables.ts';
import type { ThreadJob } from './in-thread.ts';
import { readChunk } from './read-chunk.ts';

parentPort?.on('message', async (job: ThreadJob) => {
  if (job.kind === 'mend') {
    const mending = mendInput(job.input);
    parentPort?.postMessage(mending, transferablesOf(mending, mending.added));
  } else {
    const profile = await readChunk(job.request);
    const { funcs, stacks, samples } = profile;
    parentPort?.postMessage(profile, transferablesOf(funcs, stacks, samples));
  }
});
