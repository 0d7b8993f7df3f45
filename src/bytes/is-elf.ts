/** Checks the magic, class and byte order: other data may begin with the same four bytes. */
export function isElf(head: Uint8Array): boolean {
  const isMagic = head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
  const isOneOrTwo = (byte: number) => byte === 1 || byte === 2;
  return isMagic && isOneOrTwo(head[4]) && isOneOrTwo(head[5]);
}
