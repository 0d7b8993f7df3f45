// A card that explains why an example program is slow, and which keys or controls show it.

import { X } from 'lucide-react';
import { useState } from 'react';
import { LEVELS } from '../../model/levels.ts';
import { exampleOf } from '../../state/opening/linked-recordings.ts';
import { findCommand } from '../commands.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { useMedia, useAppState } from '../primitives/use-app-state.ts';
import { VIEWS } from '../views.ts';
import { EXAMPLE_TEXTS } from './StartScreen.tsx';
import './example-story.css';

export function ExampleStory() {
  const source = useAppState('source');
  const [closedSource, setClosedSource] = useState('');
  const example = exampleOf(source);
  if (!example || source === closedSource) return null;
  const text = EXAMPLE_TEXTS[example];
  return (
    <section className="panel story" aria-label="About this example">
      <div className="row">
        <h2>{text.title}</h2>
        <IconButton
          Icon={X}
          size={14}
          className="push-end"
          label="Close"
          onClick={() => setClosedSource(source)}
        />
      </div>
      <ol>
        {text.story.map((sentence) => (
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
