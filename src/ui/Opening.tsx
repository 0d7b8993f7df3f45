// While a recording is opened: what is read, how far, how fast, and a way out.

import { memo } from 'react';
import type { Recording } from '../model/session.ts';
import { cancelOpening } from '../state/opening.ts';
import type { State } from '../state/store.ts';
import { FlameGraph } from './FlameGraph.tsx';
import { formatBytes, formatCount, formatNames, formatShare } from '../model/format.ts';

export function Opening({ names, progress, seconds, beginning }: NonNullable<State['opening']>) {
  const called = formatNames(names);
  const isKnown = !progress || progress.size > 0;
  const share = progress && isKnown ? Math.min(1, progress.taken / progress.size) : 0;
  return (
    <main tabIndex={-1} className={beginning ? 'opening with-beginning' : 'opening'}>
      <h1>Opening {called}</h1>
      <progress
        max={100}
        value={isKnown ? Math.round(share * 100) : undefined}
        aria-label={`Opening ${called}`}
      />
      <p className="numbers">
        {progress ? (
          <>
            <span>
              {formatBytes(progress.taken)}
              {isKnown && ` of ${formatBytes(progress.size)} (${formatShare(share)})`}
            </span>
            <span>{formatBytes(progress.plain / seconds)}/s</span>
            <span>{formatCount(progress.samples)} samples</span>
          </>
        ) : (
          <span>reading the beginning</span>
        )}
      </p>
      <button type="button" onClick={cancelOpening}>
        Cancel
      </button>
      {beginning && <Beginning recording={beginning} />}
    </main>
  );
}

/** Drawn once, however often the numbers above it change. */
const Beginning = memo(function Beginning({ recording }: { recording: Recording }) {
  return (
    <section aria-label="The beginning of the recording">
      <p>The first {formatCount(recording.samples)} samples:</p>
      <div className="view">
        <FlameGraph recording={recording} />
      </div>
    </section>
  );
});
