// The entries of a menu that remember the open recording, and what remembers each one where a person has turned that on.

import { useEffect } from 'react';
import { reasonOf } from '../model/reason.ts';
import type { Recording } from '../model/session.ts';
import { copyOfOpen, placeOfOpen, sizeOfOpen, type RecentPlace } from '../state/recent-place.ts';
import { formatBytes } from '../model/format.ts';
import type { MenuGroup } from './menu-group.ts';
import { useStateOf } from './use-state-of.ts';

/** `say` is told how it went. */
export function useRemembering(recording: Recording, say: (text: string) => void): MenuGroup {
  const remembersOpened = useStateOf((state) => state.remembersOpened);
  useEffect(() => {
    const place = remembersOpened ? placeOfOpen() : undefined;
    if (place)
      void remember(recording, place).catch(() => say('The browser could not remember this recording'));
  }, [recording, remembersOpened, say]);
  if (!('indexedDB' in globalThis)) return [];
  const run = (place: RecentPlace) => () =>
    void remember(recording, place).then(
      () => say('It is on the start screen now'),
      (error: unknown) => say(`The browser could not keep it: ${reasonOf(error)}`),
    );
  const place = placeOfOpen();
  const copy = copyOfOpen();
  return [
    ...(place ? [{ label: 'Remember on the start screen', run: run(place) }] : []),
    ...(copy
      ? [{ label: `Keep a copy in this browser (${formatBytes(sizeOfOpen())})`, run: run(copy) }]
      : []),
  ];
}

async function remember({ name }: Recording, place: RecentPlace): Promise<void> {
  const recent = await import('../state/recent.ts');
  await recent.remember(name, place);
}
