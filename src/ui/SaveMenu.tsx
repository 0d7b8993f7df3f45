// Saves what is looked at: for another program, or as the picture that is seen; or remembers the recording.

import { Download } from 'lucide-react';
import { useState } from 'react';
import { EXPORTS, type Export } from '../model/exports.ts';
import type { Recording } from '../model/session.ts';
import { failed, fileFor, fileName } from '../state/save.ts';
import { MenuButton } from './MenuButton.tsx';
import { pictureOfPage } from './picture-of-page.ts';
import { saveFile } from './save-file.ts';
import { Toast, useSaid } from './Toast.tsx';
import { useRemembering } from './use-remembering.ts';

const FORMATS: readonly Export[] = ['folded', 'pprof', 'speedscope'];

export function SaveMenu({ recording }: { readonly recording: Recording }) {
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useSaid();
  const remembering = useRemembering(recording, say);
  const save = async (to: Export) => {
    setBusy(true);
    const file = await fileFor(to);
    if (file) saveFile(file);
    setBusy(false);
  };
  const savePicture = async () => {
    const content = await pictureOfPage().catch(() => undefined);
    if (content) saveFile({ name: fileName(recording.name, '.png'), content });
    else failed('the view has no picture, or it is too large');
  };
  return (
    <>
      <Toast said={said} />
      <MenuButton
        label={isBusy ? 'Saving…' : 'Save what is looked at'}
        icon={<Download size={16} aria-hidden="true" />}
        heading="Save what is looked at as…"
        groups={[
          FORMATS.map((to) => ({
            label: `${EXPORTS[to].label} (${EXPORTS[to].ending})`,
            run: () => void save(to),
          })),
          [{ label: 'Picture (.png)', run: () => void savePicture() }],
          ...(remembering.length > 0 ? [remembering] : []),
        ]}
        isBusy={isBusy}
      />
    </>
  );
}
