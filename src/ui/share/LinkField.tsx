// A link to copy with a button, or by hand if the clipboard is not available.

import { CopyButton } from '../primitives/CopyButton.tsx';
import { formatNumberOf } from '../../text/format.ts';

interface Props {
  /** The whole link, or its part from `#`. */
  readonly link: string;
  /** Completes the phrase “Link …”. */
  readonly name: string;
}

export function LinkField({ link, name }: Props) {
  return (
    <div className="link-field row wrap">
      <input readOnly value={link} aria-label={`Link ${name}`} onFocus={(event) => event.target.select()} />
      <CopyButton text={link} label={`Copy the link ${name}`}>
        Copy
      </CopyButton>
      <span className="number small muted">{formatNumberOf(link.length, 'character')}</span>
    </div>
  );
}
