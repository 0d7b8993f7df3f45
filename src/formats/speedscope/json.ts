// JSON that others wrote, looked at value by value: whatever is not what was asked for is undefined, or empty.

/** The member of an object; undefined where there is none, or no object. */
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

/** Sums of millions of smaller numbers are still finite. */
const LIMIT = 1e300;

/** `scale` times the number, unless that is too large. */
export function number(value: unknown, scale = 1): number | undefined {
  return typeof value === 'number' && Math.abs(value * scale) < LIMIT ? value * scale : undefined;
}
