// The HTTP status and the explanation for a file that changed after `pyrograph open` started serving it.

/** HTTP status: 409 Conflict. */
export const FILE_CHANGED = 409;

/** A clause for an error message. */
export const FILE_CHANGED_REASON =
  'it has changed since “pyrograph open” started serving it, so run the command again';
