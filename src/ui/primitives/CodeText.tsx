// Text in which code is in backticks.

import { Fragment } from 'react';

export function CodeText({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? <Fragment key={i}>{part}</Fragment> : <code key={i}>{part}</code>));
}
