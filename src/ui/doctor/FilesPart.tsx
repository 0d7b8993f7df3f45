// The missing files that contain the names of unnamed code, with their shares of the weight, and a place to drop them.

import type { MissingFiles } from '../../model/missing-files.ts';
import { formatCount, formatShare } from '../../text/format.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { OpenButton } from '../start/OpenButton.tsx';

/** Number of files listed at first. */
const INITIAL_COUNT = 6;

export function FilesPart({ share, files, command }: MissingFiles) {
  return (
    <section id="finding-files" className="finding files" aria-labelledby="files-title">
      <h3 id="files-title" tabIndex={-1}>
        {formatShare(share)} of the samples contain unnamed code
      </h3>
      <p className="small">Its names are in these files on the recorded machine:</p>
      <FileList files={files.slice(0, INITIAL_COUNT)} />
      {files.length > INITIAL_COUNT && (
        <details className="small">
          <summary>{formatCount(files.length - INITIAL_COUNT)} more</summary>
          <FileList files={files.slice(INITIAL_COUNT)} />
        </details>
      )}
      <div className="files-drop row wrap small">
        <span>Drop them here</span>
        <OpenButton label="Choose files" />
      </div>
      {command !== undefined && (
        <>
          <p className="small muted">To pack them there:</p>
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
          <span className="number" title="Share of the weight with code from this file on the stack">
            {formatShare(share)}
          </span>
        </li>
      ))}
    </ul>
  );
}
