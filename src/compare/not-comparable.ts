/** Thrown if a comparison would be meaningless. The message is one sentence for the user. */
export class NotComparableError extends Error {}
