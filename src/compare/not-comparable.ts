/** Thrown if no number could be meaningful. The message is one sentence for the user. */
export class NotComparableError extends Error {}
