// A shell command with a button that copies it.

import { CopyButton } from './CopyButton.tsx';

export function CommandBlock({ command, label }: { readonly command: string; readonly label: string }) {
  return (
    <div className="commands">
      <pre>{command}</pre>
      <CopyButton text={command} label={label} />
    </div>
  );
}
