// Saves what is looked at: for another program, or as the picture that is seen.

import { Download } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { EXPORTS, type Export } from '../model/exports.ts';
import type { Recording } from '../model/session.ts';
import { failed, fileFor, fileName } from '../state/save.ts';
import { Menu } from './Menu.tsx';
import { pictureOfPage } from './picture-of-page.ts';
import { saveFile } from './save-file.ts';

const FORMATS: readonly Export[] = ['folded', 'pprof', 'speedscope'];

export function SaveMenu({ recording }: { readonly recording: Recording }) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number }>();
  const [isBusy, setBusy] = useState(false);
  const close = useCallback(() => setAt(undefined), []);
  const save = async (to: Export) => {
    setBusy(true);
    const file = await fileFor(to);
    if (file) saveFile(file);
    setBusy(false);
  };
  const savePicture = async () => {
    const content = await pictureOfPage();
    if (content) saveFile({ name: fileName(recording.name, '.png'), content });
    else failed('the view has no picture, or it is too large');
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-label={isBusy ? 'Saving…' : 'Save what is looked at'}
        title="Save what is looked at"
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        aria-busy={isBusy}
        onClick={() => {
          if (at) return close();
          const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
          setAt({ x: left, y: bottom + 4 });
        }}
      >
        <Download size={16} aria-hidden="true" />
      </button>
      {at && (
        <Menu
          name="Save what is looked at"
          heading={<p className="menu-heading">Save what is looked at as…</p>}
          groups={[
            FORMATS.map((to) => ({
              label: `${EXPORTS[to].label} (${EXPORTS[to].ending})`,
              run: () => void save(to),
            })),
            [{ label: 'Picture (.png)', run: () => void savePicture() }],
          ]}
          {...at}
          opener={button}
          onClose={close}
        />
      )}
    </>
  );
}
