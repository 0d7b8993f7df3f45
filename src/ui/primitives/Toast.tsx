// A short message at the bottom of the window that screen readers announce.

import { useEffect, useState } from 'react';

/** How long a message stays, in milliseconds: the minimum, and the time per character of longer messages. */
const MIN_TIME = 2500;
const TIME_PER_CHARACTER = 60;

/** Returns the current message (possibly empty) and a function that shows a message; `minTime` is in milliseconds. */
export function useMessage(minTime = MIN_TIME): readonly [string, (text: string) => void] {
  const [message, show] = useState('');
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => show(''), Math.max(minTime, TIME_PER_CHARACTER * message.length));
    return () => clearTimeout(timer);
  }, [message, minTime]);
  return [message, show];
}

export function Toast({ message }: { readonly message: string }) {
  // The status element is always present because screen readers only announce changes inside it.
  return <output>{message !== '' && <span className="toast">{message}</span>}</output>;
}
