// The HTTP status and the explanation for a file that changed after `pyrograph open` began to serve it.

/** HTTP status: 409 Conflict. */
export const FILE_CHANGED = 409;

/** The reason, as a clause for an error message. */
export const WHY_FILE_CHANGED = 'it has changed since “pyrograph open” began to serve it, so run that again';
