// A link with a copy button. Users can also copy it by hand, for example if the clipboard is not available.

import { CopyButton } from '../primitives/CopyButton.tsx';
import { formatNumberOf } from '../../text/format.ts';

interface Props {
  /** The complete link, or only its part from `#` on. */
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
