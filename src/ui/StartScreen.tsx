// What a person sees first: where to put a recording, two examples, and how to make one of their own.

import { heldName, IS_ONE_FILE, openHeld } from '../state/held-recording.ts';
import { lazy, Suspense, type ComponentType } from 'react';
import { openExample } from '../state/follow-link.ts';
import { EXAMPLES, type Example } from '../state/remote.ts';
import { CopyButton } from './CopyButton.tsx';
import { OpenButton } from './OpenButton.tsx';
import { useStateOf } from './use-state-of.ts';

const ABOUT_EXAMPLES: Readonly<Record<Example, { readonly label: string; readonly about: string }>> = {
  workers: { label: 'Threads and a process pool', about: 'Python 3.13, frame pointers' },
  numeric: { label: 'NumPy and pandas', about: 'Python 3.13, -X perf_jit' },
};

const StartLists = lazy(async () => ({ default: await startLists() }));

/** The page works without them, should they not come. */
async function startLists(): Promise<ComponentType> {
  try {
    return (await import('./StartLists.tsx')).StartLists;
  } catch {
    return () => null;
  }
}

/** A page in one file has no code for the others. */
const COMPRESSED = IS_ONE_FILE ? 'Plain or compressed with gzip' : 'Plain or compressed';

/** For whoever cannot bring the files that name the code. */
const AS_TEXT = {
  title: 'As text, which names everything by itself',
  about:
    'On the machine it was recorded on; larger, and slower to make. With -X perf_jit, first: perf inject -i perf.data --jit -o perf.jit.data',
  commands: ['perf script --no-inline > out.perf'],
};

const RECIPES = [
  {
    title: 'Python with frame pointers',
    about: 'Python 3.15, or one built with -fno-omit-frame-pointer: small files, little overhead.',
    commands: ['perf record -F 999 -g python3 -X perf app.py'],
  },
  {
    title: 'Any Python from 3.13 on',
    about: 'The stack is copied with each sample and unwound afterwards: larger files, complete stacks.',
    commands: ['perf record -F 999 -g -k 1 --call-graph dwarf python3 -X perf_jit app.py'],
  },
  AS_TEXT,
];

function Examples() {
  return (
    <section aria-label="Examples" className="examples">
      {EXAMPLES.map((name) => (
        <button key={name} type="button" onClick={() => openExample(name)}>
          <strong>{ABOUT_EXAMPLES[name].label}</strong>
          <span>Example · {ABOUT_EXAMPLES[name].about}</span>
        </button>
      ))}
    </section>
  );
}

/** A page that is one file has no examples beside it, but perhaps a recording in it. */
function Held() {
  const name = heldName();
  if (name === undefined) return null;
  return (
    <section aria-label="In this page" className="examples">
      <button type="button" onClick={() => void openHeld()}>
        <strong>{name}</strong>
        <span>The recording in this page</span>
      </button>
    </section>
  );
}

export function StartScreen() {
  const worksOffline = useStateOf((state) => state.worksOffline);
  return (
    <main tabIndex={-1} className="start">
      <h1>Pyrograph</h1>
      <p className="lead">Flame graphs of Python programs, from what Linux perf recorded.</p>
      <section className="drop-zone" aria-label="Open a recording">
        <OpenButton isMain />
        <p>
          or drop it anywhere on this page: <code>perf.data</code> with the files that name its code (maps,
          dumps, libraries, a folder or an archive of them), or what <code>perf script</code> printed, or
          folded stacks. {COMPRESSED}, of any size.
        </p>
        <p className="privacy">
          Files stay in this browser: nothing is uploaded.{' '}
          {/* Its place is kept: nothing moves when it comes true. */}
          <span hidden={!worksOffline}>This page works offline too, but for the examples.</span>
        </p>
      </section>
      {IS_ONE_FILE ? (
        <Held />
      ) : (
        <>
          <Examples />
          <Suspense>
            <StartLists />
          </Suspense>
        </>
      )}
      <section aria-labelledby="recipes" className="recipes">
        <h2 id="recipes">How to record</h2>
        {RECIPES.map(({ title, about, commands }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>{about}</p>
            <div className="commands">
              <pre>{commands.join('\n')}</pre>
              <CopyButton text={commands.join('\n')} label={`Copy the commands for ${title}`} />
            </div>
          </article>
        ))}
      </section>
    </main>
  );
}
