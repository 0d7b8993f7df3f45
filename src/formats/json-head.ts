// The beginning of a JSON file as a value: what a file is shows in its first members, and the rest may be gigabytes.

/** Strings, the last of which may be cut, and what parts the members of objects and arrays. */
const TOKEN = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/**
 * The value that `head` begins with, which may be cut anywhere: objects and arrays have the members that are complete, and
 * of the last one as much as there is of it. Of several values, as in JSON lines, the first. Undefined when it is no JSON.
 */
export function jsonHead(head: Uint8Array): unknown {
  const text = new TextDecoder().decode(head);
  if (!/^\s*[[{]/.test(text)) return undefined;
  /** What closes the objects and arrays that are open, the outermost first. */
  const closing: string[] = [];
  /** Where the last complete member ends. */
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) continue;
    if (token === '{') closing.push('}');
    else if (token === '[') closing.push(']');
    else if (token !== ',') closing.pop();
    end = token === ',' ? index : index + 1;
    if (closing.length === 0) break;
  }
  try {
    const value: unknown = JSON.parse(text.slice(0, end) + closing.reverse().join(''));
    return value;
  } catch {
    return undefined;
  }
}
