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

/** A number that is not so large that sums of many are none. */
export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < 2 ** 64 ? value : undefined;
}
