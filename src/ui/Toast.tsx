// A word at the bottom of the window for a moment, which a screen reader says too.

import { useEffect, useState } from 'react';

/** How long it stands there, in milliseconds. */
const SAID_FOR = 2500;

/** What is said, and what says it. */
export function useSaid(): readonly [string, (text: string) => void] {
  const [said, say] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => say(''), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, say];
}

export function Toast({ said }: { readonly said: string }) {
  return <output className={said ? 'toast' : 'visually-hidden'}>{said}</output>;
}
