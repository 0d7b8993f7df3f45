// The start screen: open a recording, try an example, and how to record.

import { heldName, IS_ONE_FILE, openHeld } from '../../state/held-recording.ts';
import { lazy, Suspense } from 'react';
import { openExample } from '../../state/follow-link.ts';
import { EXAMPLES, type Example } from '../../state/remote.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { OpenButton } from './OpenButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

interface Offer {
  readonly title: string;
  readonly about: string;
  readonly open: () => void;
}

const ABOUT_EXAMPLES: Readonly<Record<Example, Omit<Offer, 'open'>>> = {
  workers: { title: 'Threads and a process pool', about: 'Example · Python 3.13, frame pointers' },
  numeric: { title: 'NumPy and pandas', about: 'Example · Python 3.13, -X perf_jit' },
};

const EXAMPLE_OFFERS = EXAMPLES.map((name) => ({ ...ABOUT_EXAMPLES[name], open: () => openExample(name) }));

/** If loading fails, the page works without the lists. */
const StartLists = lazy(async () => ({
  default: await import('./StartLists.tsx').then(
    (loaded) => loaded.StartLists,
    () => () => null,
  ),
}));

/** A one-file page cannot read zstd and xz. */
const COMPRESSED = IS_ONE_FILE ? 'Plain or compressed with gzip' : 'Plain or compressed';

const RECIPES = [
  {
    title: 'Python with frame pointers',
    about: 'Python 3.15 or later, or built with -fno-omit-frame-pointer: small files, low overhead.',
    command: 'perf record -F 999 -g python3 -X perf app.py',
  },
  {
    title: 'Any Python since 3.13',
    about: 'Copies the stack with each sample and unwinds it afterwards: larger files, complete stacks.',
    command: 'perf record -F 999 -g -k 1 --call-graph dwarf python3 -X perf_jit app.py',
  },
  {
    title: 'As text',
    about:
      'Self-contained, but larger and slower to produce; run it on the machine that recorded. With -X perf_jit, run this first: perf inject -i perf.data --jit -o perf.jit.data',
    command: 'perf script --no-inline > out.perf',
  },
];

function Offers({ label, offers }: { readonly label: string; readonly offers: readonly Offer[] }) {
  return (
    <section aria-label={label} className="examples">
      {offers.map(({ title, about, open }) => (
        <button key={title} type="button" onClick={open}>
          <strong>{title}</strong>
          <span className="muted">{about}</span>
        </button>
      ))}
    </section>
  );
}

/** A one-file page has no examples, but may contain a recording. */
function EmbeddedRecording() {
  const title = heldName();
  if (title === undefined) return null;
  const offer = { title, about: 'The recording in this page', open: () => void openHeld() };
  return <Offers label="In this page" offers={[offer]} />;
}

export function StartScreen() {
  const worksOffline = useAppState((state) => state.worksOffline);
  return (
    <main tabIndex={-1} className="start">
      <h1>Pyrograph</h1>
      <p className="lead muted">Flame graphs of Python programs from Linux perf recordings.</p>
      <section className="drop-zone" aria-label="Open a recording">
        <OpenButton isMain />
        <p>
          or drop it anywhere on this page: <code>perf.data</code> with its symbol files (perf maps, jit
          dumps, libraries, or a folder or archive of them), <code>perf script</code> output, or folded
          stacks. {COMPRESSED}, of any size.
        </p>
        <p className="privacy muted">
          Files stay in this browser. Nothing is uploaded.{' '}
          {/* Always takes up space, so that nothing moves when it appears. */}
          <span hidden={!worksOffline}>This page also works offline, except for the examples.</span>
        </p>
      </section>
      {IS_ONE_FILE ? (
        <EmbeddedRecording />
      ) : (
        <>
          <Offers label="Examples" offers={EXAMPLE_OFFERS} />
          <Suspense>
            <StartLists />
          </Suspense>
        </>
      )}
      <section aria-labelledby="recipes" className="recipes">
        <h2 id="recipes">How to record</h2>
        {RECIPES.map(({ title, about, command }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p className="muted">{about}</p>
            <CommandBlock command={command} label={`Copy the commands for ${title}`} />
          </article>
        ))}
      </section>
    </main>
  );
}
