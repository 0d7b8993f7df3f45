// Saves what is looked at: for another program, or as it is seen; or all of the recording in a page of its own; or remembers
// the recording.

import { Download } from 'lucide-react';
import { useState } from 'react';
import { EXPORTS, PROFILE_EXPORTS, SHOWN_EXPORTS, type Export } from '../model/exports.ts';
import { formatBytes } from '../model/format.ts';
import { reasonOf } from '../model/reason.ts';
import type { Recording } from '../model/session.ts';
import { IS_ONE_FILE } from '../state/held-recording.ts';
import { failed, fileFor, fileName, type SavedFile } from '../state/save.ts';
import { MenuButton } from './MenuButton.tsx';
import { pictureOfPage } from './picture-of-page.ts';
import { saveFile } from './save-file.ts';
import { Toast, useSaid } from './Toast.tsx';
import { useRemembering } from './use-remembering.ts';

/** A page that is one file can fetch no other one to put a recording in, and has nothing on its start screen but that. */
const SHOWN = SHOWN_EXPORTS.filter((to) => to !== 'html' || !IS_ONE_FILE);

export function SaveMenu({ recording }: { readonly recording: Recording }) {
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useSaid();
  const remembering = useRemembering(recording, say);
  const save = async (make: () => Promise<SavedFile | undefined>) => {
    setBusy(true);
    const file = await make();
    if (file) {
      saveFile(file);
      say([`Saved ${file.name}, ${formatBytes(file.content.size)}`, ...(file.notes ?? [])].join('. '));
    }
    setBusy(false);
  };
  const entryOf = (to: Export) => ({
    label: `${EXPORTS[to].label} (${EXPORTS[to].ending})`,
    run: () => void save(() => (to === 'svg' ? vectorPicture(recording) : fileFor(to))),
  });
  const picture = { label: 'Picture (.png)', run: () => void save(() => pixelPicture(recording)) };
  return (
    <>
      <Toast said={said} />
      <MenuButton
        label={isBusy ? 'Saving…' : 'Save what is looked at'}
        icon={<Download size={16} aria-hidden="true" />}
        heading="Save what is looked at as…"
        groups={[
          [...SHOWN.map(entryOf), picture],
          PROFILE_EXPORTS.map(entryOf),
          ...(remembering.length > 0 && !IS_ONE_FILE ? [remembering] : []),
        ]}
        isBusy={isBusy}
      />
    </>
  );
}

async function pixelPicture(recording: Recording): Promise<SavedFile | undefined> {
  const content = await pictureOfPage().catch(() => undefined);
  if (content) return { name: fileName(recording.name, '.png'), content };
  failed('the view has no picture, or it is too large');
  return undefined;
}

async function vectorPicture(recording: Recording): Promise<SavedFile | undefined> {
  try {
    const { svgOfPage } = await import('./svg-of-page.ts');
    const content = await svgOfPage(recording);
    return content && { name: fileName(recording.name, EXPORTS.svg.ending), content };
  } catch (error) {
    failed(reasonOf(error));
    return undefined;
  }
}
