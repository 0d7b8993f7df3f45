import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Three stints of work, each told to `said`. */
async function inPieces(turns: Turns, name: string, said: string[]): Promise<void> {
  for (let stint = 1; stint <= 3; stint++) {
    said.push(`${name}${stint}`);
    await turns.pause();
  }
}

function later(then: () => void): void {
  setTimeout(then, 5);
}

test('what is alone goes on from stint to stint', async () => {
  const turns = new Turns();
  const said: string[] = [];
  await turns.during(() => inPieces(turns, 'a', said));
  expect(said).toEqual(['a1', 'a2', 'a3']);
  expect(turns.isIdle).toBe(true);
});

test('what comes meanwhile is done first, however long it takes', async () => {
  const turns = new Turns();
  const said: string[] = [];
  const long = turns.during(() => inPieces(turns, 'a', said));
  const short = turns.during(async () => {
    await new Promise<void>(later);
    said.push('short');
  });
  expect(turns.isIdle).toBe(false);
  await Promise.all([long, short]);
  expect(said).toEqual(['a1', 'short', 'a2', 'a3']);
});

test('two that pause go on both, and what fails keeps nobody waiting', async () => {
  const turns = new Turns();
  const said: string[] = [];
  const both = ['a', 'b'].map((name) => turns.during(() => inPieces(turns, name, said)));
  await expect(turns.during(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  await Promise.all(both);
  expect(said.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  expect(turns.isIdle).toBe(true);
});
