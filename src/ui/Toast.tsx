// A word at the bottom of the window for a moment, which a screen reader says too.

import { useEffect, useState } from 'react';

/** How long it stays, in milliseconds: at least, and for each character of what takes longer to read. */
const SAID_FOR = 2500;
const FOR_EACH = 60;

/** What is said, and what says it. */
export function useSaid(): readonly [string, (text: string) => void] {
  const [said, say] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => say(''), Math.max(SAID_FOR, FOR_EACH * said.length));
    return () => clearTimeout(timer);
  }, [said]);
  return [said, say];
}

export function Toast({ said }: { readonly said: string }) {
  return <output className={said ? 'toast' : 'visually-hidden'}>{said}</output>;
}
