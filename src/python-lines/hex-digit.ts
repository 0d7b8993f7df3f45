// Parses hex digits in place, because a line table has millions of them.

const DIGIT_NINE = 57;

/** The value of a lower-case hex digit, by its character code. */
export function hexDigit(char: number): number {
  return (char & 15) + (char > DIGIT_NINE ? 9 : 0);
}
