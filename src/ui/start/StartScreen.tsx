// The start screen: buttons that open a recording or an example, and instructions for recording.

import { lazy, Suspense, type ReactNode } from 'react';
import { embeddedName, IS_ONE_FILE, openEmbedded } from '../../state/opening/embedded-recording.ts';
import { openExample } from '../../state/links/follow-link.ts';
import { EXAMPLES, type Example } from '../../state/opening/linked-recordings.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { OpenButton } from './OpenButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

interface Offer {
  readonly title: string;
  readonly description: string;
  readonly open: () => void;
}

/** docs/examples contains the programs and describes how they were recorded. */
export const EXAMPLE_TEXTS: Readonly<Record<Example, Pick<Offer, 'title' | 'description'>>> = {
  'web-shop': {
    title: 'Why is this web shop slow?',
    description: 'Example · async, database, JSON, templates',
  },
  'etl-job': {
    title: 'Why does this nightly job take so long?',
    description: 'Example · CSV files, pandas, NumPy',
  },
};

const EXAMPLE_OFFERS = EXAMPLES.map((name) => ({ ...EXAMPLE_TEXTS[name], open: () => openExample(name) }));

/** If loading fails, the page works without the lists and the guide. */
const StartLists = lazy(async () => ({
  default: await import('./StartLists.tsx').then(
    (loaded) => loaded.StartLists,
    () =>
      ({ children }: { readonly children: ReactNode }) =>
        children,
  ),
}));

/** A one-file page cannot read zstd or xz. */
const COMPRESSED = IS_ONE_FILE ? 'Plain or compressed with gzip' : 'Plain or compressed';

const RecordingGuide = lazy(async () => ({
  default: await import('./RecordingGuide.tsx').then(
    (loaded) => loaded.RecordingGuide,
    () => () => null,
  ),
}));

function Offers({ label, offers }: { readonly label: string; readonly offers: readonly Offer[] }) {
  return (
    <section aria-label={label} className="examples">
      {offers.map(({ title, description, open }) => (
        <button key={title} type="button" onClick={open}>
          <strong>{title}</strong>
          <span className="muted">{description}</span>
        </button>
      ))}
    </section>
  );
}

/** The recording in a one-file page, which is shown instead of the examples. */
function EmbeddedRecording() {
  const title = embeddedName();
  if (title === undefined) return null;
  const offer = { title, description: 'The recording in this page', open: () => void openEmbedded() };
  return <Offers label="In this page" offers={[offer]} />;
}

export function StartScreen() {
  const worksOffline = useAppState('worksOffline');
  return (
    <main tabIndex={-1} className="start">
      <h1>Pyrograph</h1>
      <p className="lead muted">Flame graphs of Python programs from Linux perf recordings.</p>
      <section className="first-command" aria-label="Record a program">
        <p className="muted">In a terminal, one command does everything, and opens the result:</p>
        <CommandBlock
          command="pyrograph record -- python3 app.py"
          label="Copy the command that does everything"
        />
      </section>
      <section className="drop-zone" aria-label="Open a recording">
        <OpenButton isMain />
        <p>
          or drop it anywhere on this page: <code>perf.data</code> with its symbol files (perf maps, jit
          dumps, libraries, or a folder or archive of them), <code>perf script</code> output, or folded
          stacks. {COMPRESSED}, of any size.
        </p>
        <p className="privacy muted">
          Files stay in this browser. Nothing is uploaded.{' '}
          {/* Takes up space while hidden, so that nothing moves when it appears. */}
          <span hidden={!worksOffline}>This page also works offline, except for the examples.</span>
        </p>
      </section>
      {IS_ONE_FILE ? (
        <>
          <EmbeddedRecording />
          <Recipes />
        </>
      ) : (
        <>
          <Offers label="Examples" offers={EXAMPLE_OFFERS} />
          <Suspense>
            <StartLists>
              <Recipes />
            </StartLists>
          </Suspense>
        </>
      )}
    </main>
  );
}

function Recipes() {
  return (
    <section aria-labelledby="recipes" className="recipes">
      <h2 id="recipes">How to record with perf alone</h2>
      <Suspense>
        <RecordingGuide />
      </Suspense>
    </section>
  );
}
