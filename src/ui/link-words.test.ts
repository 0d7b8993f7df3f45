import { expect, test } from 'vitest';
import { readAddress } from '../state/address.ts';
import { wordsOfLink } from './link-words.ts';

const LOOKS: readonly (readonly [hash: string, words: string])[] = [
  ['recording=a.perf~1x2', 'This link shows the flame graph of “a.perf”.'],
  [
    'level=python',
    'This link shows the flame graph of a recording that it does not name, at the level “Python only”.',
  ],
  [
    'recording=perf.data~1x2&view=icicle&level=raw&zoomed=squares&zoom=7&box=9&search=sort',
    'This link shows the icicle graph of “perf.data”, at the level “As recorded”, zoomed to “squares”, with a search for “sort”.',
  ],
  ['zoom=7', 'This link shows the flame graph of a recording that it does not name, zoomed in.'],
  [
    'recording=a.perf&view=sandwich&function=py::f:/app/a.py~&event=page-faults&threads=7,8&time=1.2-3.4',
    'This link shows the sandwich view of “a.perf”, for “f”, for the event “page-faults”, for 2 threads, for the range 1.200 s – 3.400 s.',
  ],
  [
    'recording=a.perf&view=table&filter=hide~package~numpy&filter=!drop~kind~1&filter=recursion',
    'This link shows the table of “a.perf”, with 2 filters (Hide: package numpy; Collapse recursion).',
  ],
  [
    `recording=a.perf&${['a', 'b', 'c', 'd'].map((name) => `filter=drop~function~${name}`).join('&')}&filter=melt`,
    'This link shows the flame graph of “a.perf”, with 5 filters (Drop: a; Drop: b; Drop: c; 2 more).',
  ],
  [
    // A name that turns the text around it, and a long one.
    `recording=${encodeURIComponent('\u202eatad.frep')}&search=${'x'.repeat(100)}`,
    `This link shows the flame graph of “atad.frep”, with a search for “${'x'.repeat(60)}”.`,
  ],
];

test.each(LOOKS)('%s', (hash, words) => {
  expect(wordsOfLink(readAddress(hash))).toBe(words);
});
