// Typed access to parsed JSON: a value of the wrong type becomes undefined, or an empty list.

/** A member of an object; undefined when there is none, or `value` is not an object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The sum of millions of numbers below this limit is finite. */
const LIMIT = 1e300;

/** `scale` times the number; undefined when the result is too large. */
export function number(value: unknown, scale = 1): number | undefined {
  return typeof value === 'number' && Math.abs(value * scale) < LIMIT ? value * scale : undefined;
}
