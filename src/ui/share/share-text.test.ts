import { expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { ALL_SAMPLES } from '../../model/session.ts';
import type { SharedLink } from '../../state/links/share.ts';
import { omissionsOf } from './share-text.ts';

const recording = recordingOf(profileOf('main 1'));

test.each<[SharedLink['lost'], string[]]>([
  [[], []],
  [['selected'], ['your location: the selection']],
  [
    ['zoomed', 'visibleRange', 'expanded'],
    ['your location: the zoom, the scroll position and the expanded rows'],
  ],
])('lists what the link cannot restore: %j', (lost, texts) => {
  const link = {
    choice: { scope: 'all', includesThreads: true, hasShortPaths: false, minShare: 0 },
    shared: { text: undefined, samples: 1, merged: 0, moved: 0, ambiguousNames: 0, changedPatterns: [] },
    lost,
  } as const;
  expect(
    omissionsOf(recording, { ...ALL_SAMPLES, level: 'python', event: 0, foldImports: true }, link),
  ).toEqual(texts);
});

test.each([
  ['python', ['all other levels of detail', 'what frames cost that this level hides']],
  ['raw', ['all other levels of detail']],
] as const)(
  'a link to the level %s leaves out other levels, and the costs of hidden frames',
  (level, texts) => {
    const link = {
      choice: { scope: 'visible', includesThreads: true, hasShortPaths: false, minShare: 0 },
      shared: { text: undefined, samples: 1, merged: 0, moved: 0, ambiguousNames: 0, changedPatterns: [] },
      lost: [],
    } as const;
    expect(omissionsOf(recording, { ...ALL_SAMPLES, level, event: 0, foldImports: true }, link)).toEqual(
      texts,
    );
  },
);
