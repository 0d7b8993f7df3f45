// Runs a job in another thread.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { mendingInput, type Mending, type MendingInput } from '../src/mending/mend.ts';
import type { Profile } from '../src/model/profile.ts';
import { transferablesOf } from '../src/model/transferables.ts';
import type { ChunkRequest } from './read-chunk.ts';

export type ThreadJob =
  | { readonly kind: 'read'; readonly request: ChunkRequest }
  | { readonly kind: 'mend'; readonly input: MendingInput };

/** The built program has the thread's script beside this one. */
const SCRIPT = new URL('./thread.js', import.meta.url);

export function readInThread(request: ChunkRequest, script = SCRIPT): Promise<Profile> {
  return inThread({ kind: 'read', request }, script);
}

/** Copies what it needs of the profile. */
export function mendInThread(profile: Profile, script = SCRIPT): Promise<Mending> {
  const input = mendingInput(profile);
  const { parent } = input.stacks;
  return inThread({ kind: 'mend', input }, script, transferablesOf({ parent }));
}

const idle: Worker[] = [];

async function inThread<Result>(
  job: ThreadJob,
  script: URL,
  transferred: ArrayBuffer[] = [],
): Promise<Result> {
  const thread = idle.pop() ?? new Worker(script);
  thread.ref();
  thread.postMessage(job, transferred);
  const [result]: Result[] = await once(thread, 'message');
  // An idle thread does not keep the program alive.
  thread.unref();
  idle.push(thread);
  return result;
}
