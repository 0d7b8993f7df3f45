// A card that explains why an example program is slow, and which keys or controls show it.

import { X } from 'lucide-react';
import { useState } from 'react';
import { LEVELS } from '../../model/levels.ts';
import { exampleOf, type Example } from '../../state/opening/linked-recordings.ts';
import { findCommand } from '../commands.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { useMedia, useAppState } from '../primitives/use-app-state.ts';
import { VIEWS } from '../views.ts';
import { EXAMPLE_TEXTS } from './StartScreen.tsx';
import './example-story.css';

/** Steps through the views that show why the program is slow. Keys and identifiers are in backticks. */
const STORIES: Readonly<Record<Example, readonly string[]>> = {
  'web-shop': [
    'Press `y` to see only the shop’s own code: `to_json` takes 15% of the time, because `json.dump` encodes in Python what `json.dumps` encodes in C.',
    'Press `t`: the second lane, another 34%, is the database thread, because `load_products` sends one query for each product instead of one for all.',
    'Press `y` again, then `f` and `/`, and type `catalog.html`: the template takes 9%, most of it to look up attributes and escape text.',
  ],
  'etl-job': [
    'Press `t`, then `y`: the job’s own steps in the order they ran, of which `read_orders` takes 38%, because it parses every line in Python.',
    'Press `y` again, then `5` and `b`: `_strptime` has the most self time, 14%; `pandas.to_datetime` would parse the whole column at once.',
    'Press `f` and `/`, and type `__getitem__`: pandas spends 19% on looking up single cells, because `DataFrame.apply` calls Python for every row.',
  ],
};

export function ExampleStory() {
  const source = useAppState('source');
  const [closedSource, setClosedSource] = useState('');
  const example = exampleOf(source);
  if (!example || source === closedSource) return null;
  return (
    <section className="panel story" aria-label="About this example">
      <div className="row">
        <h2>{EXAMPLE_TEXTS[example].title}</h2>
        <IconButton
          Icon={X}
          size={14}
          className="push-end"
          label="Close"
          onClick={() => setClosedSource(source)}
        />
      </div>
      <ol>
        {STORIES[example].map((sentence) => (
          <li key={sentence}>
            <Sentence text={sentence} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A touch screen, on which fingers are the main input. */
const TOUCH = '(pointer: coarse)';

/** Touch screens have no keys: there, the sentence names the control that a key stands for. Both can be clicked. */
function Sentence({ text }: { readonly text: string }) {
  const isTouch = useMedia(TOUCH);
  const shown = isTouch ? text.replace(/^Press\b/, 'Tap') : text;
  return shown.split('`').map((part, i) => {
    if (i % 2 === 0) return part;
    return part.length === 1 ? (
      <KeyButton key={i} name={part} isTouch={isTouch} />
    ) : (
      <code key={i}>{part}</code>
    );
  });
}

function KeyButton({ name, isTouch }: { readonly name: string; readonly isTouch: boolean }) {
  const command = findCommand(name, []);
  if (!command) return <kbd>{name}</kbd>;
  return (
    <button type="button" className="story-key" title={command.title} onClick={command.run}>
      {isTouch ? <strong>{controlOf(name)}</strong> : <kbd>{name}</kbd>}
    </button>
  );
}

const OTHER_CONTROLS: Readonly<Record<string, string>> = { y: 'My code', '/': 'Search' };

/** What the control of a key is called on the page. */
function controlOf(key: string): string {
  const view = VIEWS.find((each) => each.key === key);
  return view?.label ?? OTHER_CONTROLS[key] ?? LEVELS[Number(key) - 1]?.label ?? key;
}
