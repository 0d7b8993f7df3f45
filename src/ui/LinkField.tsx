// A link to be copied, with a button or by hand: the clipboard is not there on every page.

import { CopyButton } from './CopyButton.tsx';
import { formatNumberOf } from '../model/format.ts';

interface Props {
  /** Or its part from `#` on. */
  readonly link: string;
  /** What it is a link to, behind “link”. */
  readonly name: string;
}

export function LinkField({ link, name }: Props) {
  return (
    <div className="link-field">
      <input readOnly value={link} aria-label={`Link ${name}`} onFocus={(event) => event.target.select()} />
      <CopyButton text={link} label={`Copy the link ${name}`}>
        Copy
      </CopyButton>
      <span className="number">{formatNumberOf(link.length, 'character')}</span>
    </div>
  );
}
