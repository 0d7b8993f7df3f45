// Door of a chunk worker: a chunk of text in, its Profile out.

import * as Comlink from 'comlink';
import { blobStream } from '../src/bytes/byte-stream.ts';
import type { Text } from '../src/formats/index.ts';
import type { TableBudget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { answerWith } from './side-worker.ts';
import { seldom, type ChunkProgress } from './read-recording.ts';
import { readText } from './read-text.ts';
import { transferablesOf } from './transfer.ts';

const door = {
  async read(
    text: Text,
    chunk: Blob,
    budget: TableBudget,
    told: (progress: ChunkProgress) => void,
  ): Promise<Profile> {
    const isDue = seldom();
    const profile = await readText(text, blobStream(chunk), { budget }, (reader, plain) => {
      if (isDue()) told({ plain, samples: reader.sampleCount });
    });
    const { funcs, frames, stacks, samples } = profile;
    return Comlink.transfer(profile, transferablesOf(funcs, frames, stacks, samples));
  },
};

export type ChunkDoor = typeof door;

answerWith(door);
