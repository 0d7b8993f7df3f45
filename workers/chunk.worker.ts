// Worker that reads a chunk of text into a Profile.

import * as Comlink from 'comlink';
import { blobStream } from '../src/bytes/byte-stream.ts';
import type { TextKind } from '../src/formats/index.ts';
import type { TableBudget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { transferablesOf } from '../src/model/transferables.ts';
import { exposeMethods } from './subworker.ts';
import { throttle, type ChunkProgress } from './reading/read-recording.ts';
import { readText } from './reading/read-text.ts';

const endpoint = {
  async read(
    text: TextKind,
    chunk: Blob,
    budget: TableBudget,
    onProgress: (progress: ChunkProgress) => void,
  ): Promise<Profile> {
    const isDue = throttle();
    const profile = await readText(text, blobStream(chunk), { budget }, (reader, plain) => {
      if (isDue()) onProgress({ plain, samples: reader.sampleCount });
    });
    const { funcs, stacks, samples } = profile;
    return Comlink.transfer(profile, transferablesOf(funcs, stacks, samples));
  },
};

export type ChunkEndpoint = typeof endpoint;

exposeMethods(endpoint);
