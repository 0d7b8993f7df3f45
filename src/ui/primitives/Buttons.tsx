// Buttons and other simple controls, and the short messages about what they did.

import { type LucideIcon, Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState, memo, type MouseEvent, type ReactNode } from 'react';
import { explain } from '../../state/view/findings.ts';
import type { HelpTopic } from '../../state/store.ts';

interface Props extends ComponentProps<'button'> {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly size?: number;
}

/** A button that shows only an icon. Its label is shown as a tooltip and read by screen readers. */
export function IconButton({ Icon, label, size = 16, ...rest }: Props) {
  return (
    <button type="button" className="quiet" aria-label={label} title={label} {...rest}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}

interface CopyButtonProps {
  /** May be a function, for text that is expensive to build. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly children?: string;
}

/** A button that copies text and announces the result. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
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

interface Option<T extends string> {
  readonly name: T;
  readonly label: string;
  readonly tooltip: string;
}

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly className: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (name: T) => void;
}

/** Radio buttons in a row, styled as segments of one control. */
export function Segments<T extends string>({ label, className, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div role="radiogroup" aria-label={label} className={`segments ${className}`}>
      {options.map(({ name, label: text, tooltip }) => (
        <label key={name} className="relative" title={tooltip}>
          <input type="radio" name={label} checked={name === value} onChange={() => onChange(name)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
}

/** A labeled checkbox for a setting. */
export function Switch({ isOn, onChange, children }: SwitchProps) {
  return (
    <label className="switch muted">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}

/** How long a message stays, in milliseconds: the minimum, and the time per character of longer messages. */
const MIN_TIME = 2500;
const TIME_PER_CHARACTER = 60;

/** Returns the current message (possibly empty) and a function that shows a message; `minTime` is in milliseconds. */
export function useMessage(minTime = MIN_TIME): readonly [string, (text: string) => void] {
  const [message, show] = useState('');
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => show(''), Math.max(minTime, TIME_PER_CHARACTER * message.length));
    return () => clearTimeout(timer);
  }, [message, minTime]);
  return [message, show];
}

/** A short message at the bottom of the window that screen readers announce. */
export function Toast({ message }: { readonly message: string }) {
  // The status element is always present because screen readers only announce changes inside it.
  return <output>{message !== '' && <span className="toast">{message}</span>}</output>;
}

/** The message about a success. */
export const COPIED = 'Copied';

/**
 * Copies text to the clipboard, and returns a message about the result. Browsers may deny access, and provide no clipboard to
 * pages not served over HTTPS.
 */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return COPIED;
  } catch {
    return 'The browser blocked access to the clipboard';
  }
}

interface HelpLinkProps {
  readonly topic: HelpTopic;
  readonly children: ReactNode;
}

/** Opens the help of a topic as a dialog. With a modifier key, the browser opens it in a new tab. */
export const HelpLink = memo(function HelpLink({ topic, children }: HelpLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    explain(topic);
  };
  return (
    <a href={`#help=${topic}`} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
});
