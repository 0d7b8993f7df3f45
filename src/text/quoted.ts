// Quotes names in messages.

export function quoted(name: string): string {
  return `“${name}”`;
}
