// The error of a request that was canceled, or replaced by a newer one in its slot. It is recognized by its name, which
// survives posting from the worker to the page.

const NAME = 'Canceled';

export function canceled(): Error {
  return Object.assign(new Error('The request was canceled'), { name: NAME });
}

export function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}
