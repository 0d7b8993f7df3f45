// Recognizes files by their first bytes.

/** Checks the magic, class and byte order: other data may begin with the same four bytes. */
export function isElf(head: Uint8Array): boolean {
  const isMagic = head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
  const isOneOrTwo = (byte: number) => byte === 1 || byte === 2;
  return isMagic && isOneOrTwo(head[4]) && isOneOrTwo(head[5]);
}

/** True for a zip archive with at least one member. */
export function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
}
