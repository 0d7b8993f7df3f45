// Parses hex digits in place: symbol files and line tables have millions of them.

/** The value of a hex digit, by its character code; -1 for any other character, and for none. */
export function hexDigit(char: number): number {
  if (char >= 0x30 && char <= 0x39) return char - 0x30;
  const letter = char | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
