// What in the recording is not as it should be: a sentence a kind.

import type { Note } from '../model/profile.ts';
import { CopyButton } from './CopyButton.tsx';
import { formatCount } from '../model/format.ts';

export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="panel notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        {notes.length === 1 ? 'A note on this recording' : `${notes.length} notes on this recording`}
      </h2>
      <ul>
        {notes.map(({ kind, text, count, line, command }) => (
          <li key={kind}>
            {text}
            {count > 1 && ` (${formatCount(count)} times)`}
            {line > 0 && `, first at line ${formatCount(line)}`}
            {command === undefined ? '.' : ':'}
            {command !== undefined && (
              <div className="commands">
                <pre>{command}</pre>
                <CopyButton text={command} label="Copy the command" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
