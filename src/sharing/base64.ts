// Encodes and decodes base64. Encodes large data in pieces, because the number of arguments of a function is limited.

/** In bytes; divisible by three, so that the encoded pieces can be joined. */
const PIECE_SIZE = 3 << 13;

/** Returns the text in pieces, to be joined. */
export function encodeBase64(bytes: Uint8Array): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_SIZE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_SIZE))));
  return pieces;
}

/** Throws if the text is not base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
