// Notes on problems in the recording, one sentence per kind.

import type { Note } from '../../model/profile.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { formatCount } from '../../text/format.ts';

export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="panel notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        {notes.length === 1 ? 'A note on this recording' : `${notes.length} notes on this recording`}
      </h2>
      <ul className="small break-anywhere">
        {notes.map(({ kind, text, count, line, command }) => (
          <li key={kind}>
            {text}
            {count > 1 && ` (${formatCount(count)} times)`}
            {line > 0 && `, first at line ${formatCount(line)}`}
            {command === undefined ? '.' : ':'}
            {command !== undefined && <CommandBlock command={command} label="Copy the command" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
