import { expect, test } from 'vitest';
import { recordingWith } from '../../fixtures/recording.ts';
import { ALL } from '../model/session.ts';
import type { SharedLink } from '../state/share.ts';
import { lostWith } from './share-words.ts';

const recording = recordingWith({
  strings: [],
  modules: [],
  funcs: {
    length: 0,
    name: new Int32Array(0),
    file: new Int32Array(0),
    package: new Int32Array(0),
    clean: new Int32Array(0),
    module: new Int32Array(0),
    kind: new Uint8Array(0),
    seen: new Uint8Array(0),
  },
});

test.each<[SharedLink['lost'], string[]]>([
  [[], []],
  [['selected'], ['where you are: what is selected']],
  [['zoomed', 'seen', 'ends'], ['where you are: what is zoomed, what is in sight and which rows are open']],
])('where a person is, is told where it is lost: %j', (lost, told) => {
  const link = {
    choice: { what: 'all', hasThreads: true, isShort: false, least: 0 },
    shared: { text: undefined, samples: 1, merged: 0, moved: 0, alike: 0, strayed: [] },
    lost,
  } as const;
  expect(lostWith(recording, { ...ALL, level: 'python', event: 0 }, link)).toEqual(told);
});
