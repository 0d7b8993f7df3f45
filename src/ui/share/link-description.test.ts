import { expect, test } from 'vitest';
import { readAddress } from '../../sharing/address.ts';
import { describeLink } from './link-description.ts';

const LINKS: readonly (readonly [hash: string, text: string])[] = [
  ['recording=a.perf~1x2', 'This link shows the flame graph of “a.perf”.'],
  ['level=python', 'This link shows the flame graph of an unnamed recording, at the level “Python only”.'],
  [
    'v=2&recording=perf.data~1x2&view=icicle&level=raw&zoomed=squares&zoom=7.7&node=9.9&search=sort',
    'This link shows the icicle graph of “perf.data”, at the level “As recorded”, zoomed to “squares”, with a search for “sort”.',
  ],
  ['v=2&zoom=7.7', 'This link shows the flame graph of an unnamed recording, zoomed in.'],
  [
    'recording=a.perf&view=sandwich&function=py::f:/app/a.py~&event=page-faults&threads=7,8&time=1.2-3.4',
    'This link shows the sandwich view of “a.perf”, for “f”, for the event “page-faults”, for 2 threads, for the range 1.200 s – 3.400 s.',
  ],
  [
    'recording=a.perf&view=table&filter=hide~package~numpy&filter=!drop~kind~own&filter=recursion',
    'This link shows the table of “a.perf”, with 2 filters (Hide: package numpy; Collapse recursion).',
  ],
  [
    `recording=a.perf&${['a', 'b', 'c', 'd'].map((name) => `filter=drop~function~${name}`).join('&')}&filter=melt`,
    'This link shows the flame graph of “a.perf”, with 5 filters (Drop: a; Drop: b; Drop: c; 2 more).',
  ],
  [
    // A name with a bidirectional control character, and a long search.
    `recording=${encodeURIComponent('\u202eatad.frep')}&search=${'x'.repeat(100)}`,
    `This link shows the flame graph of “atad.frep”, with a search for “${'x'.repeat(60)}”.`,
  ],
];

test.each(LINKS)('describes %s', (hash, text) => {
  expect(describeLink(readAddress(hash))).toBe(text);
});
