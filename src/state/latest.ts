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
