// Shows progress while a recording is being opened, and a preview of its first samples.

import { memo } from 'react';
import type { Recording } from '../../model/session.ts';
import { cancelOpening } from '../../state/opening/shown.ts';
import type { State } from '../../state/store.ts';
import { FlameGraph } from '../workspace-room.ts';
import { RecordingContext } from '../primitives/use-app-state.ts';
import { formatBytes, formatCount, formatNames, formatShare } from '../../text/format.ts';

export function Opening({ names, progress, seconds, beginning }: NonNullable<State['opening']>) {
  const title = `Opening ${formatNames(names)}`;
  const isSizeKnown = !progress || progress.size > 0;
  const share = progress && isSizeKnown ? Math.min(1, progress.taken / progress.size) : 0;
  return (
    <main tabIndex={-1} className={beginning ? 'opening with-beginning fill' : 'opening'}>
      <h1 className="break-anywhere">{title}</h1>
      <progress max={100} value={isSizeKnown ? Math.round(share * 100) : undefined} aria-label={title} />
      <p className="numbers">
        {progress ? (
          <>
            <span>
              {formatBytes(progress.taken)}
              {isSizeKnown && ` of ${formatBytes(progress.size)} (${formatShare(share)})`}
            </span>
            <span>{formatBytes(progress.plain / seconds)}/s</span>
            <span>{formatCount(progress.samples)} samples</span>
          </>
        ) : (
          <span>Reading…</span>
        )}
      </p>
      <button type="button" onClick={cancelOpening}>
        Cancel
      </button>
      {beginning && <Preview recording={beginning} />}
    </main>
  );
}

/** Memoized, because the progress above it changes often. */
const Preview = memo(function Preview({ recording }: { recording: Recording }) {
  return (
    <section className="column muted" aria-label="Preview">
      <p>The first {formatCount(recording.samples)} samples:</p>
      <div className="view column fill relative">
        <RecordingContext value={recording}>
          <FlameGraph />
        </RecordingContext>
      </div>
    </section>
  );
});
