// A shell command with a button that copies it.

import { CopyButton } from './CopyButton.tsx';

export function CommandBlock({ command, label }: { readonly command: string; readonly label: string }) {
  return (
    <div className="commands relative">
      <pre className="break-anywhere">{command}</pre>
      <CopyButton text={command} label={label} />
    </div>
  );
}
