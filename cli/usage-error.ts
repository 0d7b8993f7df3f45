/** The command cannot run. The message is one sentence for the user; the exit code is 2. */
export class UsageError extends Error {}
