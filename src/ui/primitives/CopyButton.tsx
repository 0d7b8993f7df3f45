// A button that copies text and announces the result.

import { Check, Copy } from 'lucide-react';
import { COPIED, copyText } from './copy-text.ts';
import { useMessage } from './Toast.tsx';

interface Props {
  /** May be a function, for text that is expensive to build. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly children?: string;
}

export function CopyButton({ text, label, children }: Props) {
  const [message, showMessage] = useMessage(1500);
  const copy = async () => showMessage(await copyText(typeof text === 'string' ? text : text()));
  const Icon = message === COPIED ? Check : Copy;
  return (
    <button type="button" className="quiet" onClick={() => void copy()} aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
      {children && <span>{children}</span>}
      <output className="visually-hidden">{message}</output>
    </button>
  );
}
