// Newest request wins: an answer that comes after a newer question was asked is dropped.

/** Calls `use` with the answer, unless `ask` was called again before it came, or it failed. */
export function latest<Q extends unknown[], A>(
  ask: (...question: Q) => Promise<A>,
  use: (answer: A) => void,
  fail: (error: unknown) => void,
) {
  let newest = 0;
  return (...question: Q): void => {
    const mine = ++newest;
    ask(...question).then(
      (answer) => {
        if (mine === newest) use(answer);
      },
      (error: unknown) => {
        if (mine === newest) fail(error);
      },
    );
  };
}

/**
 * The same for what is asked often and needs no question: it is asked again when the answer before has come, once however
 * often that was wanted meanwhile. So whoever asks for something else waits for one of them at most.
 */
export function latestInTurn<A>(
  ask: () => Promise<A>,
  use: (answer: A) => void,
  fail: (error: unknown) => void,
): () => void {
  let isAsked = false;
  let isWanted = false;
  const next = (take: () => void) => {
    isAsked = false;
    if (isWanted) askAgain();
    else take();
  };
  const askAgain = (): void => {
    isWanted = isAsked;
    if (isAsked) return;
    isAsked = true;
    ask().then(
      (answer) => next(() => use(answer)),
      (error: unknown) => next(() => fail(error)),
    );
  };
  return askAgain;
}
