/** What went wrong, of whatever was thrown, as the part of a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
