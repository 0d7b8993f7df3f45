// What `pyrograph open` answers, and the page says, when a file is no longer what it was.

/** Status of the answer (409 Conflict). */
export const FILE_CHANGED = 409;

/** As the reason in a sentence. */
export const WHY_FILE_CHANGED = 'it has changed since “pyrograph open” began to serve it, so run that again';
