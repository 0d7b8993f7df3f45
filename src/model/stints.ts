// Long work in stints of some milliseconds each, between which something else can be done.

/** Goes on each time it is asked for the next stint; the last gives the result. */
export type Stints<T> = Generator<undefined, T, undefined>;

/** All of it now. */
export function atOnce<T>(work: Stints<T>): T {
  for (;;) {
    const stint = work.next();
    if (stint.done) return stint.value;
  }
}

/** Each stint when the pause behind the one before is over. */
export async function inTurn<T>(work: Stints<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const stint = work.next();
    if (stint.done) return stint.value;
    await pause();
  }
}
