// What a person sees first: where to put a recording, two examples, and how to make one of their own.

import { openExample } from '../state/actions.ts';
import { CopyButton } from './CopyButton.tsx';
import { OpenButton } from './OpenButton.tsx';

const EXAMPLES = [
  { file: 'workers.perf.gz', label: 'Threads and a process pool', about: 'Python 3.13, frame pointers' },
  { file: 'numeric.perf.gz', label: 'NumPy and pandas', about: 'Python 3.13, -X perf_jit' },
];

const RECIPES = [
  {
    title: 'Python with frame pointers',
    about: 'Python 3.15, or one built with -fno-omit-frame-pointer: small files, little overhead.',
    commands: ['perf record -F 999 -g python3 -X perf app.py', 'perf script > out.perf'],
  },
  {
    title: 'Any Python from 3.13 on',
    about: 'The stack is copied with each sample and unwound afterwards: larger files, complete stacks.',
    commands: [
      'perf record -F 999 -g -k 1 --call-graph dwarf python3 -X perf_jit app.py',
      'perf inject -i perf.data --jit --output perf.jit.data',
      'perf script -i perf.jit.data --no-inline > out.perf',
    ],
  },
];

export function StartScreen() {
  return (
    <main tabIndex={-1} className="start">
      <h1>Pyrograph</h1>
      <p className="lead">Flame graphs of Python programs, from what Linux perf recorded.</p>
      <section className="drop-zone" aria-label="Open a recording">
        <OpenButton isMain />
        <p>
          or drop what <code>perf script</code> printed anywhere on this page, or paste it. Plain, gzip or
          zstd, of any size; folded stacks too.
        </p>
        <p className="privacy">Files stay in this browser: nothing is uploaded.</p>
      </section>
      <section aria-label="Examples" className="examples">
        {EXAMPLES.map(({ file, label, about }) => (
          <button key={file} type="button" onClick={() => void openExample(file)}>
            <strong>{label}</strong>
            <span>Example · {about}</span>
          </button>
        ))}
      </section>
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
