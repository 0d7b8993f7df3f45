// What may still be kept of the files that were opened together: archives and packed files can hold any amount of bytes in
// a few, and any number of members. Plain data, so that only who keeps something needs the code.

export interface Room {
  /** What is left. */
  bytes: number;
  members: number;
  /** What was there in all. */
  readonly most: { readonly bytes: number; readonly members: number };
}

/** Takes room for so many bytes more; false, and nothing is taken, where there is not as much. */
export function claimBytes(room: Room, bytes: number): boolean {
  if (bytes > room.bytes) return false;
  room.bytes -= bytes;
  return true;
}

/** The same for a member of an archive. */
export function claimMember(room: Room): boolean {
  return room.members-- > 0;
}

/** What does not fit, as a part of a sentence. */
export function beyond({ most: { bytes, members } }: Room): string {
  const megabytes = Math.floor(bytes / 1e6).toLocaleString('en');
  return `more than is kept of such files, ${megabytes} MB or ${members.toLocaleString('en')} files in all`;
}
