// Remembers the open recording in the browser, by menu entry or without being asked.

import { useEffect } from 'react';
import { reasonOf } from '../../text/reason.ts';
import type { Recording } from '../../model/session.ts';
import {
  copyOfOpenFiles,
  placeOfOpenFiles,
  sizeOfOpenFiles,
  type RecentPlace,
} from '../../state/recent-place.ts';
import { formatBytes } from '../../text/format.ts';
import type { MenuGroup } from '../primitives/menu-group.ts';
import { useAppState } from '../primitives/use-app-state.ts';

/** If the user turned on remembering, remembers the recording without being asked. */
export function useRemembering(recording: Recording, showMessage: (text: string) => void): void {
  const remembersOpened = useAppState((state) => state.remembersOpened);
  useEffect(() => {
    const place = remembersOpened ? placeOfOpenFiles() : undefined;
    if (place)
      void remember(recording, place).catch(() =>
        showMessage('The browser could not remember this recording'),
      );
  }, [recording, remembersOpened, showMessage]);
}

export function rememberEntries(recording: Recording, showMessage: (text: string) => void): MenuGroup {
  if (!('indexedDB' in globalThis)) return [];
  const run = (place: RecentPlace) => () =>
    void remember(recording, place).then(
      () => showMessage('Added to the start screen'),
      (error: unknown) => showMessage(`The browser could not remember this recording (${reasonOf(error)})`),
    );
  const place = placeOfOpenFiles();
  const copy = copyOfOpenFiles();
  return [
    place && { label: 'Remember on the start screen', run: run(place) },
    copy && { label: `Keep a copy in this browser (${formatBytes(sizeOfOpenFiles())})`, run: run(copy) },
  ].filter((entry) => entry !== undefined);
}

async function remember({ name }: Recording, place: RecentPlace): Promise<void> {
  const recent = await import('../../state/recent.ts');
  await recent.remember(name, place);
}
