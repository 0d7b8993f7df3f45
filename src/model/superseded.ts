// Thrown in the worker for a request that a newer one of its kind has replaced, and passed over by the page. An error keeps
// its name on the way.

const NAME = 'Superseded';

export function superseded(): Error {
  return Object.assign(new Error('A newer request has replaced this one'), { name: NAME });
}

export function isSuperseded(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}
