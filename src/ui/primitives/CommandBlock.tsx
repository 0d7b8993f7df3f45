// Code in the page: shell commands, and text with code in it.

import { Fragment } from 'react';
import { CopyButton } from './Buttons.tsx';

/** Shell commands with a copy button. Lines break only between words; comments are muted. */
export function CommandBlock({ command, label }: { readonly command: string; readonly label: string }) {
  return (
    <div className="commands relative">
      <pre className="break-anywhere">
        {command.split('\n').map((line, i) => (
          <Line key={`${i}`} line={line} />
        ))}
      </pre>
      <CopyButton text={command} label={label} />
    </div>
  );
}

function Line({ line }: { readonly line: string }) {
  const [, code, comment] = /^(|.*? )(# .*)?$/.exec(line) ?? ['', line];
  return (
    <span>
      {code.split(' ').map((word, i) => (
        <Word key={`${i}`} word={word} isFirst={i === 0} />
      ))}
      {comment !== undefined && <em>{comment}</em>}
      {'\n'}
    </span>
  );
}

/** Without the element, lines would also break after the dashes of an option. */
function Word({ word, isFirst }: { readonly word: string; readonly isFirst: boolean }) {
  return (
    <>
      {!isFirst && ' '}
      <span>{word}</span>
    </>
  );
}

/** Text in which code is in backticks. */
export function CodeText({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? <Fragment key={i}>{part}</Fragment> : <code key={i}>{part}</code>));
}
