import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { programIn } from '../fixtures/program.ts';
import { fixture } from '../fixtures/sources.ts';
import { profileOf } from '../fixtures/text.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { mend } from '../src/mending/mend.ts';
import { BUDGET } from '../src/model/budget.ts';
import { NO_LISTENER, readRecording } from '../workers/reading/read-recording.ts';
import { sniff } from '../workers/reading/sniff.ts';
import { startChunkThreads } from './chunk-threads.ts';
import { mendInThread } from './in-thread.ts';
import { diskSource } from './source.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-threads-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const script = pathToFileURL(join(await programIn(join(FOLDER, 'program')), '..', 'thread.js'));

test('folded stacks do not depend on the number of threads', async () => {
  const path = join(FOLDER, 'rules.perf');
  const text = fixture('recordings', 'rules.perf');
  const copies = Array.from({ length: 8 }, () => text);
  writeFileSync(path, Buffer.concat(copies));
  const sizes = { piece: text.length, chunk: text.length };
  const foldWith = async (threads: number) => {
    const sniffed = await sniff(diskSource(path, path, text.length * copies.length));
    if (sniffed.kind !== 'recording') throw new Error(sniffed.kind);
    const chunks: number[] = [];
    const readers = startChunkThreads(threads, script);
    const profile = await readRecording(sniffed.opened, {
      library: undefined,
      listener: NO_LISTENER,
      readers: {
        ...readers,
        read: (kind, chunk, ...others) => {
          chunks.push(chunk.from);
          return readers.read(kind, chunk, ...others);
        },
      },
      sizes,
      budget: BUDGET,
    });
    const folded = Buffer.concat([...writeFolded(profile, 0, 'period')]).toString();
    return { folded, samples: [...profile.samples.time], notes: profile.notes, chunks: chunks.length };
  };
  const [one, two, eight] = [await foldWith(1), await foldWith(2), await foldWith(8)];
  expect([one.chunks, two.chunks, eight.chunks]).toEqual([0, 2, 8]);
  expect(two).toEqual({ ...one, chunks: 2 });
  expect(eight).toEqual({ ...one, chunks: 8 });
});

test('a thread mends like this one', async () => {
  const callers = Array.from({ length: 30 }, (_, i) => `f${i}`).join(';');
  const profile = profileOf(`_start;main;${callers};a 2\n${callers};b 1`);
  const mending = await mendInThread(profile, script);
  expect(mending.counts.mended).toBe(1);
  expect(mending).toEqual(mend(profile));
});
