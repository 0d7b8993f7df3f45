// Parses the beginning of a JSON file: its first members identify the format, and the rest may be gigabytes.

import { firstCharacter } from './format.ts';

/** Strings (the last may be truncated) and the punctuation of objects and arrays. */
const TOKEN = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/**
 * Parses a possibly truncated `head`: keeps all complete members, including those of truncated objects and arrays.
 * For JSON lines, returns the first value. Returns undefined if it is not JSON.
 */
export function jsonHead(head: Uint8Array): unknown {
  // Decoding the head would take long for thousands of other files.
  if (!['{', '['].includes(firstCharacter(head))) return undefined;
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
