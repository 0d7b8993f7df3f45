// The export menu: saves the selected samples for other programs, the view as a picture, or the recording as a page; and
// remembers the recording.

import { Download } from 'lucide-react';
import { useState } from 'react';
import { EXPORTS, PROFILE_EXPORTS, SHOWN_EXPORTS, type Export } from '../../model/exports.ts';
import { formatBytes } from '../../text/format.ts';
import { reasonOf } from '../../text/reason.ts';
import type { Recording } from '../../model/session.ts';
import { IS_ONE_FILE } from '../../state/held-recording.ts';
import { failed, fileFor, fileName, type SavedFile } from '../../state/save.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { pictureOfPage } from './picture-of-page.ts';
import { saveFile } from './save-file.ts';
import { Toast, useToast } from '../primitives/Toast.tsx';
import { useRememberEntries } from './use-remember-entries.ts';

/** A one-file page cannot fetch the page that an HTML export embeds the recording in. */
const VISUAL_EXPORTS = SHOWN_EXPORTS.filter((to) => to !== 'html' || !IS_ONE_FILE);

export function SaveMenu({ recording }: { readonly recording: Recording }) {
  const [isBusy, setBusy] = useState(false);
  const [message, showMessage] = useToast();
  const rememberEntries = useRememberEntries(recording, showMessage);
  const save = async (make: () => Promise<SavedFile | undefined>) => {
    setBusy(true);
    const file = await make();
    if (file) {
      saveFile(file);
      showMessage(
        [`Saved ${file.name}, ${formatBytes(file.content.size)}`, ...(file.notes ?? [])].join('. '),
      );
    }
    setBusy(false);
  };
  const entryOf = (to: Export) => ({
    label: `${EXPORTS[to].label} (${EXPORTS[to].ending})`,
    run: () => void save(() => (to === 'svg' ? saveSvg(recording) : fileFor(to))),
  });
  const png = { label: 'Image (.png)', run: () => void save(() => savePng(recording)) };
  return (
    <>
      <Toast message={message} />
      <MenuButton
        label={isBusy ? 'Exporting…' : 'Export'}
        Icon={Download}
        groups={[
          [...VISUAL_EXPORTS.map(entryOf), png],
          PROFILE_EXPORTS.map(entryOf),
          ...(rememberEntries.length > 0 && !IS_ONE_FILE ? [rememberEntries] : []),
        ]}
        isBusy={isBusy}
      />
    </>
  );
}

async function savePng(recording: Recording): Promise<SavedFile | undefined> {
  const content = await pictureOfPage().catch(() => undefined);
  if (content) return { name: fileName(recording.name, '.png'), content };
  failed('the view has no graph, or the image is too large');
  return undefined;
}

async function saveSvg(recording: Recording): Promise<SavedFile | undefined> {
  try {
    const { svgOfPage } = await import('./svg-of-page.ts');
    const content = await svgOfPage(recording);
    return content && { name: fileName(recording.name, EXPORTS.svg.ending), content };
  } catch (error) {
    failed(reasonOf(error));
    return undefined;
  }
}
