// The export menu: saves the selected samples for other programs, the view as a picture, or the recording as a page; and
// remembers the recording.

import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  EXPORTS,
  PROFILE_EXPORTS,
  SHOWN_EXPORTS,
  type Export,
  type SavedExport,
} from '../../model/exports.ts';
import { formatBytes } from '../../text/format.ts';
import type { Recording } from '../../model/session.ts';
import { IS_ONE_FILE } from '../../state/held-recording.ts';
import { exported, fileName, attempt } from '../../state/save.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { pictureOfPage } from './picture-of-page.ts';
import { Toast, useMessage } from '../primitives/Toast.tsx';
import { useRememberEntries } from './use-remember-entries.ts';

/** An HTML export embeds the recording in the site's page, which a one-file page cannot fetch. */
const VISUAL_EXPORTS = SHOWN_EXPORTS.filter((to) => to !== 'html' || !IS_ONE_FILE);

export function SaveMenu({ recording }: { readonly recording: Recording }) {
  const [isBusy, setBusy] = useState(false);
  const [message, showMessage] = useMessage();
  const rememberEntries = useRememberEntries(recording, showMessage);
  const entry = (label: string, ending: string, make: () => Promise<SavedExport | undefined>) => ({
    label: `${label} (${ending})`,
    run: async () => {
      setBusy(true);
      const made = await attempt(make);
      if (made) {
        const name = fileName(recording.name, ending);
        download(name, made.content);
        showMessage([`Saved ${name}, ${formatBytes(made.content.size)}`, ...made.notes].join('. '));
      }
      setBusy(false);
    },
  });
  const exportEntry = (to: Export) =>
    entry(EXPORTS[to].label, EXPORTS[to].ending, () =>
      to === 'svg' ? svg(recording) : exported(recording, to),
    );
  return (
    <>
      <Toast message={message} />
      <MenuButton
        label={isBusy ? 'Exporting…' : 'Export'}
        Icon={Download}
        groups={[
          [...VISUAL_EXPORTS.map(exportEntry), entry('Image', '.png', png)],
          PROFILE_EXPORTS.map(exportEntry),
          ...(rememberEntries.length > 0 && !IS_ONE_FILE ? [rememberEntries] : []),
        ]}
        isBusy={isBusy}
      />
    </>
  );
}

async function png(): Promise<SavedExport> {
  const content = await pictureOfPage().catch(() => undefined);
  if (!content) throw new Error('the view has no graph, or the image is too large');
  return { content, notes: [] };
}

async function svg(recording: Recording): Promise<SavedExport | undefined> {
  const { svgOfPage } = await import('./svg-of-page.ts');
  const content = await svgOfPage(recording);
  return content && { content, notes: [] };
}

/** In milliseconds; by then the browser has read the file. */
const REVOKE_AFTER = 60_000;

function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
