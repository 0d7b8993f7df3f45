// Is a file an ELF one, by its first bytes? Asked of files that name code, and of those that cannot be opened.

/** Its class and the order of its bytes stand behind the four letters, which anything may begin with. */
export function isElf(head: Uint8Array): boolean {
  const isMagic = head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
  const isOneOrTwo = (byte: number) => byte === 1 || byte === 2;
  return isMagic && isOneOrTwo(head[4]) && isOneOrTwo(head[5]);
}
