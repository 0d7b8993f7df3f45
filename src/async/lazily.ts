// Computes a value when it is first needed, and keeps it for the same arguments.

export function lazily<Args extends readonly unknown[], T>(
  compute: (...args: Args) => T,
): (...args: Args) => T {
  let last: { readonly args: Args; readonly value: T } | undefined;
  return (...args) => {
    if (!last?.args.every((arg, i) => arg === args[i])) last = { args, value: compute(...args) };
    return last.value;
  };
}
