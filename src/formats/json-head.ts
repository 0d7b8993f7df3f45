// Parses the beginning of a JSON file: its first members identify the format, and the rest may be gigabytes.

/** Strings (the last may be truncated) and the punctuation of objects and arrays. */
const TOKEN = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/** The UTF-8 bytes of JSON's white space and of a byte order mark. */
const SPACES = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);
const BRACKETS: readonly (number | undefined)[] = [0x5b, 0x7b];

/**
 * Parses a possibly truncated `head`: keeps all complete members, including those of truncated objects and arrays.
 * For JSON lines, returns the first value. Returns undefined if it is not JSON.
 */
export function jsonHead(head: Uint8Array): unknown {
  // Decoding the head would take long for thousands of other files.
  if (!BRACKETS.includes(head.find((byte) => !SPACES.has(byte)))) return undefined;
  const text = new TextDecoder().decode(head);
  /** Closing brackets of the open objects and arrays, outermost first. */
  const closing: string[] = [];
  /** End of the last complete member. */
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
