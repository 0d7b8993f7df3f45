// Recognizes stacks that were cut between the rounds of a recursion, whose number is then unknown.

/** True if some frames stand twice in a row at the beginning: `a b a b c`, but not `a b c b c`. */
export function repeatsAtBeginning(frames: Int32Array): boolean {
  /** Per position: how many frames from there on are the same as at the beginning (Z algorithm). */
  const same = new Int32Array(frames.length);
  /** The frames from `from` to `to - 1` are the same as at the beginning. */
  let from = 0;
  let to = 0;
  for (let at = 1; 2 * at <= frames.length || at < to; at++) {
    let count = at < to ? Math.min(same[at - from], to - at) : 0;
    while (at + count < frames.length && frames[count] === frames[at + count]) count++;
    if (count >= at) return true;
    same[at] = count;
    if (at + count > to) {
      from = at;
      to = at + count;
    }
  }
  return false;
}
