// Parses hex digits in place, because a line table has millions of them.

const DIGIT_NINE = 57;

/** The value of a lower-case hex digit, by its character code. */
export function hexDigit(char: number): number {
  return (char & 15) + (char > DIGIT_NINE ? 9 : 0);
}

/** True for the character codes of lower-case hex digits. */
export function isHexDigit(char: number): boolean {
  return (char >= 48 && char <= DIGIT_NINE) || (char >= 97 && char <= 102);
}
