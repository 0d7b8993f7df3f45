// A card that explains why an example program is slow, and which keys to press to see it.

import { X } from 'lucide-react';
import { useState } from 'react';
import { exampleOf } from '../../state/remote.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { EXAMPLE_TEXTS } from './examples.ts';
import './example-story.css';

export function ExampleStory() {
  const source = useAppState((state) => state.source);
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

function Sentence({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, i) =>
      i % 2 === 0 ? part : part.length === 1 ? <kbd key={i}>{part}</kbd> : <code key={i}>{part}</code>,
    );
}
