// The file picker: a real file input, looking like a button.

import { FolderOpen } from 'lucide-react';
import { openFiles } from '../state/opening.ts';
import { canPick, openPicked } from '../state/handles.ts';
import { store } from '../state/store.ts';

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
          // What is remembered has to be found again.
          if (!store.getState().remembersOpened || !canPick()) return;
          event.preventDefault();
          void openPicked();
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again.
          event.target.value = '';
          void openFiles(files);
        }}
      />
    </label>
  );
}
