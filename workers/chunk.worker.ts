// Door of a chunk worker: pieces of text in, a Profile of their chunk out. It keeps nothing from one chunk to the next.

import * as Comlink from 'comlink';
import { openReader, type Text } from '../src/formats/index.ts';
import type { TextReader } from '../src/formats/text-format.ts';
import type { Profile } from '../src/model/profile.ts';
import type { Pushed } from './read-recording.ts';
import { transferablesOf } from './transfer.ts';

let reader: TextReader | undefined;
/** Was the last piece of the text pushed? */
let isRead = false;

function current(): TextReader {
  if (!reader) throw new Error('No chunk was begun');
  return reader;
}

const door = {
  begin(text: Text): void {
    reader = openReader(text);
    isRead = false;
  },

  push(buffer: Uint8Array<ArrayBuffer>, end: number, last: boolean): Pushed {
    current().push(buffer, end, last);
    isRead = last;
    return Comlink.transfer({ buffer, samples: current().sampleCount }, [buffer.buffer]);
  },

  /** All of the chunk so far. */
  profile(): Profile {
    const profile = current().finish();
    // The page keeps what was read; here it would be kept twice.
    if (isRead) reader = undefined;
    const { funcs, frames, stacks, samples } = profile;
    return Comlink.transfer(profile, transferablesOf(funcs, frames, stacks, samples));
  },
};

export type ChunkDoor = typeof door;

Comlink.expose(door);
