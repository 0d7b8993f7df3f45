// Typed access to parsed JSON: a value of the wrong type becomes undefined, or an empty list.

/** A member of an object; undefined if there is none, or if `value` is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The sum of millions of numbers below this limit is finite. */
const LIMIT = 1e300;

/** The number times `scale`; undefined if the product is too large. */
export function asNumber(value: unknown, scale = 1): number | undefined {
  return typeof value === 'number' && Math.abs(value * scale) < LIMIT ? value * scale : undefined;
}
