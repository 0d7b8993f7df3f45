// The button that opens files: a file input that looks like a button.

import { FolderOpen } from 'lucide-react';
import { openFiles, prepareOpening } from '../../state/opening/opening.ts';
import { store } from '../../state/store.ts';
import { canPick, openPicked } from '../../state/opening/handles.ts';

interface Props {
  readonly isMain?: boolean;
  readonly label?: string;
}

export function OpenButton({ isMain = false, label = isMain ? 'Open a recording' : 'Open' }: Props) {
  return (
    <label className={isMain ? 'button main-button' : 'button quiet'}>
      {isMain && <FolderOpen size={16} aria-hidden="true" />}
      {label}
      <input
        type="file"
        multiple
        className="visually-hidden"
        onClick={(event) => {
          prepareOpening(true);
          // Unlike a file input, `showOpenFilePicker` returns handles, which can be stored to reopen the files later.
          if (!store.getState().remembersOpened || !canPick()) return;
          event.preventDefault();
          void openPicked();
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Without this, choosing the same file again would have no effect.
          event.target.value = '';
          void openFiles(files);
        }}
      />
    </label>
  );
}
