// Hash functions. Links contain the hashes, so they must be the same on every machine and in every version.

/** 32-bit FNV-1a over UTF-16 units, unsigned (https://datatracker.ietf.org/doc/draft-eastlake-fnv/). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const LOW = 2 ** 32;
/** Limits the upper part so that the hash is a safe integer. */
const HIGH_BITS = 0x1fffff;

/** A 53-bit hash of a string: a safe integer, so that it can be stored in a Float64Array. */
export function hashText(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return hashOfParts(mixBits(low ^ (high >>> 15)), mixBits(high ^ (low >>> 13)));
}

/**
 * Appends an element to the hash of a sequence. `hash` is the hash of the elements so far, `next` that of the new element; both
 * have 53 bits. Order matters.
 */
export function extendHash(hash: number, next: number): number {
  const low = extendLow(hash | 0, next | 0);
  return hashOfParts(low, extendHigh(upperBits(hash), upperBits(next), low));
}

/** The bits of a hash above the lower 32. */
export function upperBits(hash: number): number {
  return (hash / LOW) | 0;
}

/** The upper bits of `extendHash`, from those of `hash` and `next`, and from the lower 32 bits of the result. */
export function extendHigh(hash: number, next: number, low: number): number {
  return mixBits(Math.imul(hash, 0x85ebca6b) ^ next ^ (low >>> 7)) & HIGH_BITS;
}

/**
 * The lower 32 bits of `extendHash`, signed, from the lower 32 bits of `hash` and `next`. Cheap enough to compute for every node
 * of a large tree.
 */
export function extendLow(hash: number, next: number): number {
  return mixBits(Math.imul(hash, 0x01000193) ^ next);
}

/** Makes every bit of the result depend on every bit of the value (the finalizer of MurmurHash3). */
function mixBits(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The hash with these lower 32 bits and upper bits. */
export function hashOfParts(low: number, high: number): number {
  return (high & HIGH_BITS) * LOW + (low >>> 0);
}
