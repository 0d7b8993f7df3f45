// Splits long work into time slices of a few milliseconds, so that a worker can handle other requests in between.

/** Each call of `next` runs one slice; the last call returns the result. */
export type TimeSliced<T> = Generator<undefined, T, undefined>;

/** Runs all slices without pauses. */
export function runNow<T>(work: TimeSliced<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Pauses after each slice except the last. */
export async function runSliced<T>(work: TimeSliced<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
    await pause();
  }
}

/** A pause in which a worker handles the messages that have arrived. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Rows per slice in `inSlices`: a few milliseconds at most. */
const SLICE = 1 << 15;

/** Works through the rows from 0 to `length - 1` in slices. */
export function* inSlices(
  length: number,
  work: (from: number, to: number) => void,
  slice = SLICE,
): TimeSliced<void> {
  for (let from = 0; from < length; from += slice) {
    work(from, Math.min(from + slice, length));
    yield;
  }
}
