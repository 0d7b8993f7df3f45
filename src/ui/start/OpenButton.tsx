// The file picker: a file input that looks like a button.

import { FolderOpen } from 'lucide-react';
import { openFiles } from '../../state/opening.ts';
import { store } from '../../state/store.ts';
import { canPick, openPicked } from '../../state/handles.ts';

export function OpenButton({ isMain = false }: { readonly isMain?: boolean }) {
  return (
    <label className={isMain ? 'button main-button' : 'button'}>
      <FolderOpen size={16} aria-hidden="true" />
      <span>{isMain ? 'Open a recording' : 'Open'}</span>
      <input
        type="file"
        multiple
        className="visually-hidden"
        onClick={(event) => {
          // Only the browser's own picker gives handles that can be stored to reopen the files.
          if (!store.getState().remembersOpened || !canPick()) return;
          event.preventDefault();
          void openPicked();
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the same file be chosen again.
          event.target.value = '';
          void openFiles(files);
        }}
      />
    </label>
  );
}
