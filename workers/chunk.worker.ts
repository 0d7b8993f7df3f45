// Door of a chunk worker: a block of text in, a small Profile out. It keeps nothing from one block to the next.

import * as Comlink from 'comlink';
import { readBlock } from '../src/formats/index.ts';
import { transferablesOf } from './transfer.ts';
import type { Block, BlockResult } from './read-recording.ts';

const reader = {
  read({ text, buffer, end, last }: Block): BlockResult {
    const profile = readBlock(text, buffer, end, last);
    const { funcs, frames, stacks, samples } = profile;
    return Comlink.transfer({ profile, buffer }, [
      buffer.buffer,
      ...transferablesOf(funcs, frames, stacks, samples),
    ]);
  },
};

export type ChunkReader = typeof reader;

Comlink.expose(reader);
