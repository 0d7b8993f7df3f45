// The files that would name unnamed code, how much each would name, and where to drop them.

import type { MissingFiles } from '../../model/session.ts';
import { formatCount, formatShare } from '../../text/format.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { OpenButton } from '../start/OpenButton.tsx';

/** Files listed at first. */
const SHORT = 6;

export function FilesPart({ share, files, command }: MissingFiles) {
  return (
    <section id="finding-files" className="finding files" aria-labelledby="files-title">
      <h3 id="files-title" tabIndex={-1}>
        {formatShare(share)} of the samples have code without names
      </h3>
      <p className="small">The names are in these files on the machine that you recorded on:</p>
      <FileList files={files.slice(0, SHORT)} />
      {files.length > SHORT && (
        <details className="small">
          <summary>{formatCount(files.length - SHORT)} more</summary>
          <FileList files={files.slice(SHORT)} />
        </details>
      )}
      <div className="files-drop row wrap small">
        <span>Drop them here</span>
        <OpenButton label="Choose files" />
      </div>
      {command !== undefined && (
        <>
          <p className="small muted">To pack them where it was recorded:</p>
          <CommandBlock command={command} label="Copy the command that packs the files" />
        </>
      )}
    </section>
  );
}

function FileList({ files }: Pick<MissingFiles, 'files'>) {
  return (
    <ul className="small">
      {files.map(({ name, share }) => (
        <li key={name} className="row">
          <span className="name break-anywhere fill">{name}</span>
          <span className="number" title="Share of the weight with code of this file on the stack">
            {formatShare(share)}
          </span>
        </li>
      ))}
    </ul>
  );
}
