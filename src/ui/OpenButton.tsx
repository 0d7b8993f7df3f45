// The file picker: a real file input, looking like a button.

import { FolderOpen } from 'lucide-react';
import { openFiles } from '../state/actions.ts';

export function OpenButton({ isMain = false }: { readonly isMain?: boolean }) {
  return (
    <label className={isMain ? 'button main-button' : 'button'}>
      <FolderOpen size={16} aria-hidden="true" />
      <span>{isMain ? 'Open a recording' : 'Open'}</span>
      <input
        type="file"
        multiple
        className="visually-hidden"
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
