import { expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { ALL } from '../model/session.ts';
import type { SharedLink } from '../state/share.ts';
import { lostWith } from './share-words.ts';

const recording = recordingOf(profileOf('main 1'));

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
