// Notes on problems with the recording, one per kind of problem. The findings panel lists missing files.

import { openFindings } from '../../state/view/findings.ts';
import { CALLERS_HELP } from '../../state/store.ts';
import { inferredCallersNote } from '../../text/mending-text.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { formatCount, formatShare } from '../../text/format.ts';
import { useRecording } from '../primitives/use-app-state.ts';

export function Notes() {
  const recording = useRecording();
  const { missingFiles, mending } = recording;
  const inferred = mending && inferredCallersNote(mending, recording.samples);
  const notes = recording.notes.filter(({ kind }) => !missingFiles || kind !== 'missing');
  const count = notes.length + (missingFiles ? 1 : 0) + (inferred === undefined ? 0 : 1);
  if (count === 0) return null;
  return (
    <section className="panel notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        {count === 1 ? 'A note on this recording' : `${count} notes on this recording`}
      </h2>
      <ul className="small break-anywhere">
        {missingFiles && (
          <li>
            {formatShare(missingFiles.share)} of the samples contain unnamed code.{' '}
            <button type="button" className="link" onClick={() => openFindings('files')}>
              Show the missing files
            </button>
          </li>
        )}
        {inferred !== undefined && (
          <li>
            {inferred} <HelpLink topic={CALLERS_HELP}>What does this mean?</HelpLink>
          </li>
        )}
        {notes.map(({ kind, text, count: times, line, command }) => (
          <li key={kind}>
            {text}
            {times > 1 && ` (${formatCount(times)} times)`}
            {line > 0 && `, first at line ${formatCount(line)}`}
            {command === undefined ? '.' : ':'}
            {command !== undefined && <CommandBlock command={command} label="Copy the command" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
