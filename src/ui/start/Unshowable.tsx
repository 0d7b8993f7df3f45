// Why a recording cannot be shown, and how to record again. Loaded on demand.

import type { Finding } from '../../model/findings.ts';
import { CodeText, CommandBlock } from '../primitives/CommandBlock.tsx';

export function Unshowable({ finding: { title, text, fix } }: { readonly finding: Finding }) {
  return (
    <div className="fill">
      <p>
        <strong>
          <CodeText text={`${title}.`} />
        </strong>{' '}
        <CodeText text={text} />
      </p>
      {fix.length > 0 && <CommandBlock command={fix.join('\n')} label="Copy the command" />}
    </div>
  );
}
