/** What was asked for cannot be done: one sentence, exit code 2. */
export class UsageError extends Error {}
