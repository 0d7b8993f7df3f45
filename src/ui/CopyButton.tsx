// Copies a text and says so.

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

type Outcome = 'copied' | 'failed';

export function CopyButton({
  text,
  label,
  children,
}: {
  /** A long text is made when it is asked for. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly children?: string;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const copied = await copyText(typeof text === 'string' ? text : text());
    setOutcome(copied ? 'copied' : 'failed');
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <button type="button" className="quiet" onClick={() => void copy()} aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
      {children && <span>{children}</span>}
      <output className="visually-hidden">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'The browser did not allow copying' : ''}
      </output>
    </button>
  );
}
