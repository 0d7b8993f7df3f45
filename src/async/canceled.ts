// Error for a request that was canceled, or replaced by a newer one in its slot. Recognized by name, because a posted error
// loses its class.

const NAME = 'Canceled';

export function canceledError(): Error {
  return Object.assign(new Error('The request was canceled'), { name: NAME });
}

export function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}
